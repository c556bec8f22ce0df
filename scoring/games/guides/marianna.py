"""The guide of Marianna (MNA)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _(
                "The pack has forty cards, French as a rule. With Latin cards the Horse takes the "
                "place of the Queen. There are 120 points in the cards."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "Anybody may deal first. The dealer shuffles, and the player on the left cuts. "
                "Everybody gets five cards; the rest is the stock, face down on the table."
            ),
            common.DEAL_TO_THE_RIGHT_HERE,
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _(
                "The player on the dealer’s right leads. At the beginning there are no trumps, and "
                "only a card of the suit that was led can take the trick."
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
                "A marianna is the King and the Queen of a suit in one hand. You declare it by "
                "showing both when it is your turn to play; you may keep them afterwards. The first "
                "marianna of the hand is worth 40, the second 60, the third 80, the fourth 100, "
                "whichever pair declares it. The club may count from 20 to 80 instead."
            ),
            _(
                "Each marianna makes its suit trumps, from that trick on. What counts is the suit "
                "that is trumps when the trick ends: a trump played before it changed is a card like "
                "any other. If two are declared in one trick, the suit of the later player stands. "
                "The club may let the first one fix trumps for the hand."
            ),
            _(
                "Nobody declares twice in one trick, and each suit is declared once. After the last "
                "card has been drawn there are no more declarations; the club may still allow them in "
                "the trick that follows."
            ),
            _(
                "Who may declare is the club’s choice: anybody in turn, anybody before the trick is "
                "led, or only the player who leads. Where it is before the lead, the leader first "
                "waits a few seconds, so that whoever wishes may declare. If several do, they count "
                "in the order of play, and the last makes trumps."
            ),
            _("A marianna counts even for a pair that takes no trick: a house rule."),
            _(
                "A mariannino is four Queens and a King and scores 250; a mariannone is four Kings "
                "and a Queen and wins the game at once. Neither changes trumps or counts among the "
                "marianne, and neither is declared in the same trick as a marianna. The club may "
                "leave them out or count 500 for a mariannone."
            ),
            _(
                "Some clubs play “mi copri”. While there are no trumps, the leader of a trick may ask "
                "the partner: “Mi copri a fiori?” If the partner holds the other half of that "
                "marianna and says yes, the leader must lead the King or the Queen, and the partner "
                "must play the other one. If the pair takes the trick it scores 20 and the suit is "
                "trumps. If not, nothing scores and there are still no trumps."
            ),
            _(
                "A successful “mi copri” counts as the first marianna, so the next one is worth 60: a "
                "house rule, and the club may choose otherwise."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Each pair adds the cards it has won and what it has declared. The target is 501."),
            common.HIGHER_TOTAL_WINS,
            common.LEVEL_TOTALS,
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "You can make a marianna die in an opponent’s hand: act as if you had one to declare "
                "later. Whoever waits to see your trumps first may wait too long."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.FALSE_DECLARATION,
            common.MISDEAL,
            common.NO_RENUNCIO,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("No trumps yet"),
        _(
            "Nobody has declared yet, so only diamonds can take this trick. Bruno has none and "
            "may play any card: he keeps his Ace of spades, which could not win here, and throws "
            "a Four. Carla takes the trick with the Jack."
        ),
        {"dealer": 3},
        leader=0,
        cards="5D 4S JD 2C",
        winner=2,
        points=2,
        trumps=(None,),
        hands=(HandCards(1, "AS 4S 6H QC 7C"),),
    ),
    TrickExample(
        _("Trumps change half-way"),
        _(
            "Hearts are trumps: Bruno declared them in the trick before. Carla leads the Ace of "
            "diamonds and Dino trumps it with the Seven of hearts. But Anna shows King and Queen "
            "of spades: the second marianna of the hand, 60 points, and now spades are trumps. "
            "Her Four takes the trick; the hearts of Dino and Bruno count for nothing."
        ),
        {"dealer": 3},
        leader=2,
        cards="AD 7H 4S 2H",
        winner=0,
        points=11,
        trumps=("H", "S"),
        hands=(HandCards(2, "KS QS 4S 6C JC"),),
        declared=({"player": 0, "kind": "marianna", "suit": "S"},),
        before=(
            {
                "leader": 0,
                "cards": ["4D", "5D", "6D", "2D"],
                "declared": [{"player": 1, "kind": "marianna", "suit": "H"}],
            },
        ),
    ),
)

EXAMPLES = (
    Example(
        _(
            "Three marianne in one hand: 40 and 80 to the first pair, which declared the first "
            "and the third, 60 to the second pair. With the cards it is 184 to 116."
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
        _("In the last hand both pairs pass 501. The hand is finished, and the higher total wins."),
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
        _(
            "A marianna in the first trick, then the same player gets the other Queens: a "
            "mariannino in the fourth."
        ),
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
            "The second pair declares a marianna in the first trick. Then the same player draws "
            "the other Kings: a mariannone in the fifth. The game is over at once: no cards are "
            "counted."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 2,
                    "state": "ended_on_declaration",
                    "declarations": [
                        {"side": 1, "kind": "marianna", "suit": "H", "trick": 1},
                        {"side": 1, "kind": "mariannone", "trick": 5},
                    ],
                }
            ],
        },
        ((0, 540),),
        1,
    ),
)

GUIDE = Guide(
    _(
        "Marianna is a game for two pairs with the cards of briscola, in which the King and "
        "Queen of a suit score and make trumps. Each one declared is worth more than the last "
        "and may turn the hand over."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE, common.GAMERULES_PAGE),
    history=_(
        "The first source no longer says what mariannino and mariannone are: their meaning "
        "and values come from the second. Neither says who deals the next hand."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TRUMPS,
        common.STOCK,
        common.TO_LEAD,
        common.TO_TRUMP,
        Word(
            _("marianna"),
            _("King and Queen of one suit in one hand."),
        ),
    ),
)
