"""The guide of Mariaggia (MGG)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Two people play, with forty cards and Latin suits. There are 120 points in the cards."),
            _(
                "The account of this game lost its heading and says that it is also called Mariaggia or "
                "Mariaccia; elsewhere Mariaccia is Marianna. Here it is Mariaggia."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "Each of you gets five cards. The eleventh is turned face up and laid under the stock: its "
                "suit is trumps for the deal, and it is the last card to be drawn. Nobody may exchange it."
            ),
            _("The deal passes to the other player every time."),
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
                "Right after taking a trick you may declare the King and the Horse of a suit, if you hold "
                "both: 40 in trumps, 20 in another suit, once in each suit."
            ),
            _("The account sets no other limit, so you may declare after the stock is gone as well."),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "You play to 200, or to 250 if the club prefers, over as many deals as it takes. The totals "
                "go on from deal to deal."
            ),
            common.TO_CLAIM,
            _(
                "If nobody claims, the totals are looked at when the deal is over: if one of you has reached "
                "the target, or both have, the higher total wins, and equal totals play another deal. The "
                "account does not say so: it is a house rule."
            ),
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.DISPUTES,
        (common.MISDEAL, common.LATE_RENUNCIO, common.TIME_BY_THE_LEAD, common.TIME_DECIDES),
    ),
)

EXAMPLES = (
    Example(
        _(
            "Nobody claims. After the second deal both have passed 200, and the second player has more: the "
            "game is won 212 to 228."
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
            "The first player has 151 and claims with 29 in cards and 20 declared: 200, just enough. With "
            "one point less before, the claim would have lost."
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
            "The same claim with 150 before it comes to 199: it is wrong, so the second player wins with "
            "only 30 points."
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
        "Mariaggia is a game of marriages for two with Latin cards. You may stop the play when you think "
        "that you have reached the target, and you lose if you have not."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MARRIAGE_PAGE,),
)
