"""The guide of Mariaggia (MGG)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample
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
                "Each of you gets five cards. The eleventh is turned face up and laid under the "
                "stock: its suit is trumps for the hand, and it is the last card to be drawn. Nobody "
                "may exchange it."
            ),
            common.DEAL_IN_TURN,
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("Who did not deal leads to the first trick. While the stock lasts any card may be played."),
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            common.STRICT_REPLIES,
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "Right after taking a trick you may declare the King and the Horse of a suit, if you "
                "hold both: 40 in trumps, 20 in another suit, once in each suit."
            ),
            _("You may declare after the stock is gone as well, as long as you hold both cards."),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "You play to 200, or to 250 if the club prefers, over as many hands as it takes. The "
                "totals go on from hand to hand."
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
                "Keep a King and a Horse of one suit together and make sure of a trick: without one "
                "you cannot declare. Remember what you have won, or you cannot claim in time."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.MISDEAL,
            common.LATE_RENUNCIO,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("First the trick, then the declaration"),
        _(
            "Cups are trumps. Anna leads the Three of swords and takes the trick. Now she may "
            "declare: King and Horse of cups, the marriage in trumps, 40 points. Had Bruno taken "
            "it, she would have had to wait."
        ),
        {"dealer": 1, "trump": "C"},
        leader=0,
        cards="3S 7S",
        winner=0,
        points=10,
        trumps=("C",),
        hands=(HandCards(0, "3S KC HC 5B 2D"),),
        declared=({"side": 0, "suit": "C"},),
    ),
    TrickExample(
        _("The stock is gone: follow suit and beat"),
        _(
            "In the last five tricks the second player is no longer free. Anna leads the Horse of "
            "coins. Bruno holds coins, so he must follow suit, and he can beat the Horse, so he "
            "must: only the King is allowed."
        ),
        {"dealer": 1, "trump": "C"},
        leader=0,
        cards="HD KD",
        winner=1,
        points=7,
        trumps=("C",),
        hands=(HandCards(1, "KD 4D 2C", {"4D": "must_beat", "2C": "revoke"}),),
        stock_gone=True,
    ),
    TrickExample(
        _("The stock is gone: trump"),
        _(
            "Anna leads the King of batons. Bruno has no batons, but he has a trump: he must play "
            "it, and cannot keep it for later."
        ),
        {"dealer": 1, "trump": "C"},
        leader=0,
        cards="KB 2C",
        winner=1,
        points=4,
        trumps=("C",),
        hands=(HandCards(1, "2C 6D AS", {"6D": "must_trump", "AS": "must_trump"}),),
        stock_gone=True,
    ),
)

EXAMPLES = (
    Example(
        _(
            "Nobody claims. After the second hand both have passed 200, and the second player has "
            "more: the game is won 212 to 228."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "S",
                    "card_points": [60, 60],
                    "declarations": [
                        {"side": 0, "suit": "S"},
                        {"side": 0, "suit": "B"},
                        {"side": 1, "suit": "C"},
                        {"side": 1, "suit": "D"},
                    ],
                },
                {
                    "dealer": 1,
                    "trump": "D",
                    "card_points": [52, 68],
                    "declarations": [
                        {"side": 1, "suit": "D"},
                        {"side": 0, "suit": "C"},
                        {"side": 0, "suit": "S"},
                        {"side": 1, "suit": "B"},
                    ],
                },
            ],
        },
        ((120, 100), (212, 228)),
        1,
    ),
    Example(
        _(
            "The first player has 151 and claims with 29 in cards and 20 declared: 200, just "
            "enough. With one point less before, the claim would have lost."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "B",
                    "card_points": [91, 29],
                    "declarations": [{"side": 0, "suit": "B"}, {"side": 0, "suit": "S"}],
                },
                {
                    "dealer": 1,
                    "trump": "C",
                    "state": "claimed",
                    "declarations": [{"side": 0, "suit": "D"}],
                    "claim": {"side": 0, "card_points": 29},
                },
            ],
        },
        ((151, 29), (200, 29)),
        0,
    ),
    Example(
        _(
            "The same claim with 150 before it comes to 199: it is wrong, so the second player "
            "wins with only 30 points."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "B",
                    "card_points": [90, 30],
                    "declarations": [{"side": 0, "suit": "B"}, {"side": 0, "suit": "S"}],
                },
                {
                    "dealer": 1,
                    "trump": "C",
                    "state": "claimed",
                    "declarations": [{"side": 0, "suit": "D"}],
                    "claim": {"side": 0, "card_points": 29},
                },
            ],
        },
        ((150, 30), (199, 30)),
        1,
    ),
)

GUIDE = Guide(
    _(
        "Mariaggia is a game of marriages for two with Latin cards. You may stop the play "
        "when you think that you have reached the target, and you lose if you have not."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE,),
    history=_(
        "The source also calls this game Mariaccia, a name that elsewhere means Marianna. It "
        "does not say what happens when nobody claims."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TRUMPS,
        common.STOCK,
        common.TO_LEAD,
        common.TO_FOLLOW,
        common.TO_BEAT,
        common.TO_TRUMP,
    ),
    house_decks=frozenset({"french"}),
)
