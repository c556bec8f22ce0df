"""The guide of Marianna (MNA)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Four people play in two pairs, partners facing each other. Everything goes anticlockwise."),
            _(
                "The pack has forty cards, French as a rule. With Latin cards the Horse takes the place of "
                "the Queen. There are 120 points in the cards."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "Anybody may deal first. The player on the dealer’s left cuts. Everybody gets five cards; "
                "the rest is the stock, face down on the table."
            ),
            common.DEAL_TO_THE_RIGHT,
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _(
                "The player on the dealer’s right leads. At the beginning there are no trumps, and only a "
                "card of the suit that was led can take the trick."
            ),
            common.ANY_CARD,
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            _("There are ten tricks: five while the stock lasts, five without it."),
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "A marianna is the King and the Queen of a suit in one hand. You declare it by showing both "
                "when it is your turn to play; you may keep them afterwards. The first marianna of the hand "
                "is worth 40, the second 60, the third 80, the fourth 100, whichever pair declares it. The "
                "club may count from 20 to 80 instead."
            ),
            _(
                "Each marianna makes its suit trumps, from that trick on. If two are declared in one trick, "
                "the suit of the later player stands. The club may let the first one fix trumps for the hand."
            ),
            _(
                "Nobody declares twice in one trick, and each suit is declared once. After the last card has "
                "been drawn there are no more declarations; the club may still allow them in the trick that "
                "follows."
            ),
            _(
                "Who may declare is the club’s choice: anybody in turn, anybody before the trick is led, or "
                "only the player who leads. A marianna counts even for a pair that takes no trick: the "
                "account is silent, and this is a house rule."
            ),
            _(
                "A mariannino is four Queens and a King and scores 250; a mariannone is four Kings and a "
                "Queen and wins the game at once. Neither changes trumps or counts among the marianne, and "
                "neither is declared in the same trick as a marianna. The account lost what they are; these "
                "values come from another one, and the club may leave them out or count 500 for a mariannone."
            ),
            _(
                "Where the club plays “mi copri”: while there are no trumps, the leader may ask the partner "
                "to cover a King or a Queen with its other half. If the pair takes that trick it scores 20, "
                "the suit is trumps, and this counts as the first marianna unless the club says otherwise. "
                "If not, nothing scores, and that suit gives no marianna any more."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Each pair adds the cards it has won and what it has declared. The target is 501."),
            common.HIGHER_TOTAL_WINS,
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.FALSE_DECLARATION,
            common.MISDEAL,
            common.NO_RENUNCIO,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

EXAMPLES = (
    Example(
        _(
            "Three marianne in one hand: 40 and 80 to the first side, which declared the first and the "
            "third, 60 to the second side. With the cards it is 184 to 116."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "card_points": [64, 56],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "H", "trick": 2},
                        {"side": 1, "kind": "marianna", "suit": "S", "trick": 3},
                        {"side": 0, "kind": "marianna", "suit": "D", "trick": 5},
                    ],
                }
            ],
        },
        ((184, 116),),
    ),
    Example(
        _("In the last hand both sides pass 501. The hand is finished, and the higher total wins."),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "card_points": [70, 50],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "H"},
                        {"side": 0, "kind": "marianna", "suit": "C"},
                    ],
                },
                {
                    "dealer": 1,
                    "card_points": [50, 70],
                    "declarations": [
                        {"side": 1, "kind": "marianna", "suit": "S"},
                        {"side": 1, "kind": "marianna", "suit": "D"},
                        {"side": 1, "kind": "marianna", "suit": "H"},
                    ],
                },
                {
                    "dealer": 2,
                    "card_points": [60, 60],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "C"},
                        {"side": 1, "kind": "marianna", "suit": "D"},
                        {"side": 0, "kind": "marianna", "suit": "S"},
                    ],
                },
                {
                    "dealer": 3,
                    "card_points": [75, 45],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "S"},
                        {"side": 1, "kind": "marianna", "suit": "H"},
                    ],
                },
            ],
        },
        ((170, 50), (220, 300), (400, 420), (515, 525)),
        1,
    ),
    Example(
        _("A marianna in the first trick, then the other Queens come: a mariannino in the fourth."),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 3,
                    "card_points": [66, 54],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "H", "trick": 1},
                        {"side": 0, "kind": "mariannino", "trick": 4},
                    ],
                }
            ],
        },
        ((356, 54),),
    ),
    Example(
        _(
            "The second side declares a mariannone in the third trick. The game is over at once: no cards "
            "are counted."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 2,
                    "state": "ended_on_declaration",
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "H", "trick": 1},
                        {"side": 1, "kind": "mariannone", "trick": 3},
                    ],
                }
            ],
        },
        ((40, 500),),
        1,
    ),
)

GUIDE = Guide(
    _(
        "Marianna is a game for two pairs with the cards of briscola, in which the King and Queen of a suit "
        "score and make trumps. Each one declared is worth more than the last and may turn the hand over."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE, "Marianna · gamerules.com"),
)
