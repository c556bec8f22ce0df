"""The guide of Briscola 151 (B51)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Two people play, with forty cards and Latin suits. There are 120 points in the cards."),
            _("Every trick has two cards: twenty tricks in a hand."),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "Each of you gets five cards. The next is turned face up and laid across under the "
                "stock: its suit is trumps for the whole hand, and it is the last card to be drawn."
            ),
            _("The two players deal in turn: a house rule."),
            _(
                "Some clubs let the Ace of trumps be exchanged. Whoever holds it and one half of the "
                "marriage in trumps may, in turn to play, take the turned King or Horse that "
                "completes it, leaving the Ace in its place."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("Who did not deal leads to the first trick."),
            common.ANY_CARD,
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            _("In the last five tricks, without a stock, you may play any card as well: a house rule."),
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "A matrimonio is the King and the Horse of a suit in one hand: 40 in trumps, 20 in "
                "another suit, once in each suit."
            ),
            _(
                "It cannot be declared in the first trick, nor once the last cards have been drawn: "
                "only from the second trick to the fifteenth."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "You play to 151, over as many hands as it takes; the totals go on from hand to hand. "
                "Whoever gets there first wins."
            ),
            _(
                "Who got there first? By the house rule the player says so; the club may look at the "
                "totals only at the end of each hand instead."
            ),
            common.TO_CLAIM,
            common.HIGHER_TOTAL_OF_TWO,
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Count as you play. A claim one point short loses the game, and one trick too late "
                "may let the other claim first."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.MISDEAL,
            common.NO_RENUNCIO,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("A marriage, and any card in reply"),
        _(
            "Cups are trumps, and it is the second trick. Anna shows King and Horse of coins: 20 "
            "points. Then she leads the Ace of swords. Bruno has swords but need not follow suit: "
            "his Two of cups is a trump, and takes eleven points."
        ),
        {"dealer": 1, "trump": "C"},
        leader=0,
        cards="AS 2C",
        winner=1,
        points=11,
        trumps=("C",),
        hands=(HandCards(0, "KD HD AS 4D 6B"), HandCards(1, "2C 5S 3S 7B JD")),
        declared=({"side": 0, "suit": "D"},),
        before=({"leader": 0, "cards": ["4B", "2S"]},),
    ),
)

EXAMPLES = (
    Example(
        _("Coins are trumps. The first player declares in coins, 40; the second in swords, 20."),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "D",
                    "card_points": [68, 52],
                    "declarations": [{"side": 0, "suit": "D", "trick": 4}, {"side": 1, "suit": "S"}],
                }
            ],
        },
        ((108, 72),),
    ),
    Example(
        _(
            "In the second hand the first player stops the play: 108 from before, 20 declared and "
            "25 in cards make 153. The claim is right and wins the game."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "D",
                    "card_points": [68, 52],
                    "declarations": [{"side": 0, "suit": "D", "trick": 4}, {"side": 1, "suit": "S"}],
                },
                {
                    "dealer": 1,
                    "trump": "C",
                    "state": "claimed",
                    "declarations": [{"side": 0, "suit": "B"}],
                    "claim": {"side": 0, "card_points": 25},
                },
            ],
        },
        ((108, 72), (153, 72)),
        0,
    ),
)

GUIDE = Guide(
    _(
        "Briscola 151 is briscola for two with marriages, and the Italian pack. You play "
        "several hands, and the first to say rightly that the total has reached 151 wins."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE,),
    history=_(
        "The source does not say how to reply once the stock is gone, who deals the next "
        "hand, nor how one knows who reached 151 first."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TRUMPS,
        common.STOCK,
        common.TO_LEAD,
        Word(
            _("matrimonio"),
            _("King and Horse of one suit in one hand."),
        ),
    ),
    house_decks=frozenset({"french"}),
)
