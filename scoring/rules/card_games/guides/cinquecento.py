"""The guide of Cinquecento (CIN)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Four people play in two pairs, partners facing each other. Everything goes anticlockwise."),
            _("The pack has forty cards with Latin suits, Sicilian as a rule. The cards hold 120 points."),
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
            _("The player on the dealer’s right leads. At the beginning there are no trumps."),
            common.ANY_CARD,
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "The King and the Horse of a suit in one hand are a marianna, and to declare it is to sing "
                "it. The first of the hand is worth 40 and makes its suit trumps until the end; each later "
                "one, of either pair, is worth 20 and changes nothing. There is no mariannino and no "
                "mariannone."
            ),
            _(
                "You may sing at any moment, even in the middle of a trick: a first marianna rules the trick "
                "that is being played. We take over from Marianna that nobody sings once the stock is gone, "
                "though the account does not say so; a later one is asked about, not refused."
            ),
            _(
                "Where the club plays “mi copri”: while there are no trumps, the leader may ask the partner "
                "to cover a King or a Horse with its other half. If the pair takes that trick it scores 20, "
                "the suit is trumps, and this counts as the first marianna unless the club says otherwise. "
                "If not, nothing scores, and that suit gives no marianna any more."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Each pair adds the cards it has won and what it has sung. The target is 500."),
            common.HIGHER_TOTAL_WINS,
            _("The club may choose instead that the game ends the moment a pair gets to the target."),
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
            "The second side sings first, 40 and trumps. The first side sings twice after that, 20 each "
            "time: 98 to 102."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "card_points": [58, 62],
                    "declarations": [
                        {"side": 1, "kind": "marianna", "suit": "D", "trick": 1},
                        {"side": 0, "kind": "marianna", "suit": "C", "trick": 3},
                        {"side": 0, "kind": "marianna", "suit": "S", "trick": 4},
                    ],
                }
            ],
        },
        ((98, 102),),
    ),
    Example(
        _(
            "A club that plays “mi copri”. The first side covers batons and takes the trick: 20, and batons "
            "are trumps. It was the first, so the marianna that follows is worth 20."
        ),
        {
            "profile": {"copri": True},
            "hands": [
                {
                    "dealer": 3,
                    "card_points": [71, 49],
                    "declarations": [
                        {"side": 0, "kind": "copri", "suit": "B", "trick": 1},
                        {"side": 1, "kind": "marianna", "suit": "D", "trick": 4},
                    ],
                }
            ],
        },
        ((91, 69),),
    ),
    Example(
        _("A game to 300, as the club may choose. The first side gets there in its second hand and wins."),
        {
            "profile": {"targets": [300]},
            "hands": [
                {
                    "dealer": 0,
                    "card_points": [90, 30],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "S"},
                        {"side": 0, "kind": "marianna", "suit": "B"},
                        {"side": 1, "kind": "marianna", "suit": "D"},
                    ],
                },
                {
                    "dealer": 1,
                    "card_points": [95, 25],
                    "declarations": [
                        {"side": 0, "kind": "marianna", "suit": "C"},
                        {"side": 0, "kind": "marianna", "suit": "D"},
                    ],
                },
            ],
        },
        ((150, 50), (305, 75)),
        0,
    ),
)

GUIDE = Guide(
    _(
        "Cinquecento is the Marianna of Sicily, for two pairs and Latin cards. The first King and Horse that "
        "are sung fix trumps for the hand, and the game goes to five hundred."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE, "Bellizzi 2010, 500"),
)
