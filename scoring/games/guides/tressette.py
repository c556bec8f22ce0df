"""The guide of Tressette (TRE)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, Source, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _(
                "The pack has forty cards, Neapolitan, Latin or French. In each suit the Three is the "
                "highest card, then come Two and Ace, then the court cards, then Seven to Four. No suit "
                "is trumps."
            ),
            _(
                "An Ace is worth one point; Threes, Twos and court cards are worth a third of a point; "
                "the cards from Seven to Four nothing."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "The first dealer is drawn. Everybody gets ten cards, five at a time, first the player on "
                "the dealer’s right."
            ),
            common.DEAL_TO_THE_RIGHT,
            _(
                "Whoever holds cards worth less than one point may ask for another deal before the first "
                "card is led: write the hand as annulled."
            ),
        ),
    ),
    Section(
        _("Declared combinations"),
        (
            _(
                "In the first trick you may declare what you hold: a napoletana, the Three, Two and Ace "
                "of one suit, for three points; a bongioco, three Aces, three Twos or three Threes, for "
                "three points, and all four for four."
            ),
            _(
                "For a napoletana say its suit, for three of a rank the suit that is missing. You need "
                "not show the cards. On the sheet touch what was declared, under the pair that declared."
            ),
            _("At many tournaments nothing is declared, or napoletane alone: the club chooses."),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s right leads any card to the first trick."),
            common.FOLLOWING,
            _(
                "You need not beat the card that is winning. Without the suit you may play any card, and it "
                "takes nothing."
            ),
            _(
                "The highest card of the suit that was led takes the trick. Whoever takes it leads to the "
                "next."
            ),
            _(
                "Who leads may tell the partner how to play by the club’s own words, busso, volo, striscio; "
                "nothing else is said about the cards."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "After ten tricks each pair counts its cards, three thirds to a point, and who took the "
                "last trick adds one point. Thirds left over count nothing, so both pairs together always "
                "have eleven points."
            ),
            _(
                "You play to 31, or to 21 or 41 if the club prefers. The totals are looked at when the hand "
                "is over: if both pairs have reached the target the higher total wins, and with equal totals "
                "you play another hand. This is a house rule: some play on only until a pair says that it "
                "has enough."
            ),
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Aces are worth most and are taken by Threes and Twos: bring them home when your partner is "
                "winning, and keep a card for the last trick."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.FALSE_DECLARATION,
            common.MISDEAL,
            common.RENUNCIO_OF_PAIRS,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("Follow suit, and no more"),
        _(
            "Anna leads the King of cups. Bruno must follow suit, but he need not beat it: he keeps the "
            "Three and plays the Four. Carla takes the trick with the Two. Dino’s Ace would be lost, so he "
            "plays the Five."
        ),
        {"dealer": 3},
        leader=0,
        cards="KC 4C 2C 5C",
        winner=2,
        points=2,
        trumps=(None,),
        hands=(
            HandCards(1, "3C 4C AD", {"AD": "revoke"}),
            HandCards(2, "2C 7C 3S", {"3S": "revoke"}),
            HandCards(3, "AC 5C 3D", {"3D": "revoke"}),
        ),
    ),
    TrickExample(
        _("No card of the suit"),
        _(
            "Nothing beats the Three of swords that Anna leads. Bruno has no swords: he may play any card, "
            "and throws a Six away. Carla gives her partner the Ace, a whole point."
        ),
        {"dealer": 3},
        leader=0,
        cards="3S 6D AS 4S",
        winner=0,
        points=4,
        trumps=(None,),
        hands=(
            HandCards(1, "2D 6D AB"),
            HandCards(2, "AS 5S 7C", {"7C": "revoke"}),
        ),
    ),
    TrickExample(
        _("A napoletana is declared"),
        _(
            "In the first trick Bruno declares a napoletana of coins: he holds Three, Two and Ace. It is "
            "three points for his pair. Then he plays the Three, and Dino gives him the King."
        ),
        {"dealer": 3},
        leader=0,
        cards="5D 3D 4D KD",
        winner=1,
        points=2,
        trumps=(None,),
        hands=(
            HandCards(1, "3D 2D AD 7B", {"7B": "revoke"}),
            HandCards(3, "KD 6S 2C", {"6S": "revoke", "2C": "revoke"}),
        ),
        declared=({"side": 1, "player": 1, "kind": "napoletana", "suit": "D"},),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The first pair declares a napoletana, three points, and makes six with its cards. The other "
            "pair makes five, the last trick among them."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "declarations": [{"side": 0, "kind": "napoletana", "suit": "D"}],
                    "last_trick": 1,
                    "card_points": [6, 5],
                }
            ],
        },
        ((9, 5),),
    ),
    Example(
        _(
            "A game to 21. In the third hand both pairs pass the target; the first has more and wins, though "
            "the other declared more in all."
        ),
        {
            "profile": {"targets": [21]},
            "hands": [
                {
                    "dealer": 0,
                    "declarations": [
                        {"side": 0, "kind": "napoletana", "suit": "D"},
                        {"side": 1, "kind": "three_aces", "suit": "D"},
                        {"side": 1, "kind": "three_twos", "suit": "D"},
                    ],
                    "last_trick": 0,
                    "card_points": [8, 3],
                },
                {
                    "dealer": 1,
                    "declarations": [{"side": 1, "kind": "four_threes"}],
                    "last_trick": 0,
                    "card_points": [8, 3],
                },
                {"dealer": 2, "declarations": [], "last_trick": 1, "card_points": [5, 6]},
            ],
        },
        ((11, 9), (19, 16), (24, 22)),
        0,
    ),
)

GUIDE = Guide(
    _(
        "Tressette is played all over Italy, by two pairs with forty cards and no trumps. Aces, Threes, Twos "
        "and court cards make eleven points a hand, and what is declared at the start counts beside them."
    ),
    SECTIONS,
    EXAMPLES,
    (
        Source("adamoli.org", "Piccola enciclopedia di giuochi e passatempi: il tresette"),
        Source("sapere.it", "Tressètte"),
        Source("viniciocoletti.it", "Tressette, regole"),
        Source("doczz.it", "Regolamento per torneo di tressette senza buongioco"),
    ),
    history=_(
        "The sources agree on cards, play and count. They differ on the target, on when a game ends that is "
        "won during a hand, and on whether one declares at all."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TO_LEAD,
        common.TO_FOLLOW,
        Word(_("accusa"), _("What you declare in the first trick.")),
        Word(_("napoletana"), _("Three, Two and Ace of one suit in one hand.")),
        Word(_("bongioco"), _("Three or four Aces, Twos or Threes in one hand.")),
    ),
)
