"""The guide of Briscola 151 (B51)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Two people play, with forty cards and Latin suits. There are 120 points in the cards."),
            _("Every trick has two cards: twenty tricks in a deal."),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "Each of you gets five cards. The next is turned face up and laid across under the stock: "
                "its suit is trumps for the whole deal, and it is the last card to be drawn."
            ),
            _("The deal passes to the other player every time."),
            _(
                "Some clubs let the holder of the Ace of trumps take a King or a Horse that was turned, "
                "leaving the Ace in its place. It does not change any sum."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("Who did not deal leads to the first trick."),
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            _(
                "While the stock lasts any card may be played. How to reply in the last five tricks stood in "
                "a text that is lost: agree on it before you begin."
            ),
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "A matrimonio is the King and the Horse of a suit in one hand: 40 in trumps, 20 in another "
                "suit, once in each suit."
            ),
            _(
                "It cannot be declared in the first trick, nor once the last cards have been drawn: only "
                "from the second trick to the fifteenth."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("You play to 151, over as many deals as it takes; the totals go on from deal to deal."),
            _(
                "The account does not say how somebody is known to have got there. The house rule is that "
                "you claim it; the club may look at the totals only at the end of each deal instead."
            ),
            common.TO_CLAIM,
            common.HIGHER_TOTAL_WINS,
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.DISPUTES,
        (common.MISDEAL, common.TIME_BY_THE_LEAD, common.TIME_DECIDES),
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
            "In the second deal the first player stops the play: 108 from before, 20 declared and 25 in "
            "cards make 153. The claim is right and wins the game."
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
        "Briscola 151 is briscola for two with marriages, and the Italian pack. You play several deals, and "
        "the first to say rightly that the total has reached 151 wins."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE,),
)
