"""The guide of Cinquecento (CIN)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _("The pack has forty cards with Latin suits, Sicilian as a rule. The cards hold 120 points."),
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
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "The King and the Horse of a suit in one hand are a marianna, and to declare it is to "
                "sing it. The first of the hand is worth 40 and makes its suit trumps until the end; "
                "each later one, of either pair, is worth 20 and changes nothing. There is no "
                "mariannino and no mariannone."
            ),
            _(
                "You may sing at any moment, even in the middle of a trick: a first marianna rules "
                "the trick that is being played. A player sings once in a trick at most, and each "
                "suit once in a hand."
            ),
            _(
                "Once the stock is gone nobody sings any more: a house rule taken over from Marianna. "
                "If it happens all the same, the score sheet asks whether it is right."
            ),
            _(
                "Some clubs play “mi copri”. While there are no trumps, the leader of a trick may ask "
                "the partner: “Mi copri a spade?” If the partner holds the other half of that "
                "marianna and says yes, the leader must lead the King or the Horse, and the partner "
                "must play the other one. If the pair takes the trick it scores 20 and the suit is "
                "trumps for the hand, so every later marianna is worth 20. If not, nothing scores and "
                "there are still no trumps."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Each pair adds the cards it has won and what it has sung. The target is 500."),
            common.HIGHER_TOTAL_WINS,
            _(
                "That the totals are looked at when the hand is over is a house rule. With equal "
                "totals another hand is played, by a house rule too. The club may choose instead that "
                "the game ends the moment a pair gets to the target."
            ),
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Before you put an Ace or a Three on your partner’s trick, ask yourself who plays "
                "after you: as long as there are no trumps, a song can still take it."
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
        _("A song in the middle of a trick"),
        _(
            "There are no trumps. Anna leads the Ace of coins, and her partner Carla gives her "
            "the Three. But Dino sings: King and Horse of cups, 40 points, and cups are trumps "
            "from this trick on. His Two takes everything."
        ),
        {"dealer": 3},
        leader=0,
        cards="AD 4D 3D 2C",
        winner=3,
        points=21,
        trumps=(None, "C"),
        hands=(HandCards(3, "KC HC 2C 5B 6S"),),
        declared=({"player": 3, "kind": "marianna", "suit": "C"},),
    ),
    TrickExample(
        _("Mi copri"),
        _(
            "Anna holds the King of swords and asks: “Mi copri a spade?” Carla has the Horse and "
            "says yes. Anna must lead the King, and Carla must play the Horse. Nobody has the Ace "
            "or the Three: the pair takes the trick and scores 20, and swords are trumps."
        ),
        {"dealer": 3},
        leader=0,
        cards="KS 7S HS 4B",
        winner=0,
        points=7,
        trumps=(None,),
        declared=({"player": 0, "kind": "copri", "suit": "S"},),
        profile={"copri": True},
    ),
)

EXAMPLES = (
    Example(
        _(
            "The second pair sings first, 40 and trumps. The first pair sings twice after that, "
            "20 each time: 98 to 102."
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
            "A club that plays “mi copri”. The first pair covers batons and takes the trick: 20, "
            "and batons are trumps. The marianna that follows is worth 20 too."
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
        _("A game to 300, as the club may choose. The first pair gets there in its second hand and wins."),
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
        "Cinquecento is the Marianna of Sicily, for two pairs and Latin cards. The first "
        "marianna that is sung, King and Horse of one suit, fixes trumps for the hand, and "
        "the game goes to five hundred."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE, common.BELLIZZI_RULES),
    history=_(
        "The first source does not say when the totals are looked at, nor who deals the next "
        "hand; the second looks when the hand is over."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TRUMPS,
        common.STOCK,
        common.TO_LEAD,
        Word(
            _("marianna"),
            _("King and Horse of one suit in one hand."),
        ),
        Word(_("to sing"), _("To declare a marianna.")),
    ),
    house_decks=frozenset({"french"}),
)
