"""The guide of Mariagio (MGO)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Two people play, with the forty Genoese cards. There are 120 points in the cards."),
            _(
                "The account lost its table of values. This one comes from another account: the Seven stands "
                "second, as high as the Three in briscola. The club may put the Three there instead."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "The first dealer is drawn; after that you deal in turn. The other player cuts. Each of you "
                "gets seven cards, one at a time."
            ),
            _(
                "The next card is turned face up, half under the stock: its suit is trumps, and it is the "
                "last card to be drawn."
            ),
            _(
                "When you lead and hold the Two of trumps you may exchange it for the turned card, as long "
                "as the stock lasts."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _(
                "Who did not deal leads. There are thirteen tricks with drawing and seven without. While the "
                "stock lasts any card may be played."
            ),
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            common.STRICT_REPLIES,
            _(
                "The account lost how to reply in those last seven tricks: this is taken over from its "
                "sister game for two."
            ),
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "When you lead, before you play, you may show the King and the Queen of a suit: 20, or 40 in "
                "trumps. You need two cards for it, so it is too late in the last trick."
            ),
            _(
                "Some clubs also count a marriage that is captured: taking a Queen with the King of its suit "
                "scores the same. A suit gives one or the other, once."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Whoever takes the last trick scores 20. To that you add your cards and your marriages."),
            _(
                "The account speaks of winning a hand and of playing to 200. Our rule is that the totals go "
                "on from hand to hand until 200; the club may set another target."
            ),
            common.HIGHER_TOTAL_WINS,
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
            "Hearts are trumps. The first player declares in hearts, 40; the second in clubs, 20, and also "
            "takes the last trick, 20 more."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "H",
                    "card_points": [70, 50],
                    "last_trick": 1,
                    "declarations": [{"side": 0, "suit": "H", "trick": 3}, {"side": 1, "suit": "C"}],
                }
            ],
        },
        ((110, 90),),
    ),
    Example(
        _(
            "Three hands. In the third both pass 200; the first player has more, though the second took the "
            "last trick."
        ),
        {
            "profile": {},
            "hands": [
                {
                    "dealer": 0,
                    "trump": "H",
                    "card_points": [70, 50],
                    "last_trick": 1,
                    "declarations": [{"side": 0, "suit": "H"}, {"side": 1, "suit": "C"}],
                },
                {
                    "dealer": 1,
                    "trump": "S",
                    "card_points": [43, 77],
                    "last_trick": 0,
                    "declarations": [],
                },
                {
                    "dealer": 0,
                    "trump": "C",
                    "card_points": [66, 54],
                    "last_trick": 1,
                    "declarations": [{"side": 0, "suit": "D"}],
                },
            ],
        },
        ((110, 90), (173, 167), (259, 241)),
        0,
    ),
    Example(
        _("A club that counts captured marriages: a King of trumps takes the Queen of trumps, 40."),
        {
            "profile": {"captured": True},
            "hands": [
                {
                    "dealer": 1,
                    "trump": "D",
                    "card_points": [58, 62],
                    "last_trick": 0,
                    "declarations": [{"side": 1, "suit": "D", "captured": True}],
                }
            ],
        },
        ((78, 102),),
    ),
)

GUIDE = Guide(
    _(
        "Mariagio is the Ligurian game of marriages for two, with seven cards in hand. It rewards who keeps "
        "a King and a Queen together, and who takes the last trick."
    ),
    SECTIONS,
    EXAMPLES,
    (common.LIGURIAN_PAGE, "Mariagio · sbiro.eu"),
)
