"""The guide of Mariagio (MGO)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _(
                "Two people play, with the forty Genoese cards, which have French suits. There are "
                "120 points in the cards."
            ),
            _(
                "The Seven stands second, as high as the Three in briscola. The club may put the "
                "Three there instead: a house rule."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "The first dealer is drawn; after that you deal in turn. The other player cuts. Each "
                "of you gets seven cards, one at a time."
            ),
            _(
                "The next card is turned face up, half under the stock: its suit is trumps, and it is "
                "the last card to be drawn."
            ),
            _(
                "When you lead and hold the Two of trumps you may exchange it for the turned card, as "
                "long as the stock lasts."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _(
                "Who did not deal leads. There are thirteen tricks with drawing and seven without. "
                "While the stock lasts any card may be played."
            ),
            common.TRICK_WINNER,
            common.DRAWING_IN_TURN,
            common.STRICT_REPLIES,
            _("These replies in the last seven tricks are a house rule, taken over from Mariaggia."),
        ),
    ),
    Section(
        common.DECLARATIONS,
        (
            _(
                "When you lead, before you play, you may show the King and the Queen of a suit: 20, "
                "or 40 in trumps. You need two cards for it, so it is too late in the last trick."
            ),
            _(
                "Some clubs also count a marriage that is captured: taking a Queen with the King of "
                "its suit is worth as much. A suit gives one or the other, once."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _("Whoever takes the last trick scores 20. To that you add your cards and your marriages."),
            _(
                "The totals go on from hand to hand until somebody has reached 200 or passed it; the "
                "club may set another target. They are looked at when the hand is over, and the "
                "higher total wins; with equal totals you play another hand. This is a house rule."
            ),
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Try to win the lead: only the leader declares and exchanges. And keep a trump for "
                "the last trick: it alone is worth as much as a marriage."
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
        _("The Two for the turned King, and a marriage"),
        _(
            "The King of hearts was turned: hearts are trumps. Anna leads, holding the Two and "
            "the Queen of hearts. First she exchanges the Two for the King. Now she shows King "
            "and Queen, the marriage in trumps: 40 points. Then she leads a Three; Bruno may play "
            "any card, and takes it with the Five."
        ),
        {"dealer": 1, "trump": "H"},
        leader=0,
        cards="3C 5C",
        winner=1,
        points=0,
        trumps=("H",),
        hands=(HandCards(0, "KH QH 3C AS 6D JS 4D"), HandCards(1, "5C 7S QD 6S 2D JD 4C")),
        declared=({"side": 0, "suit": "H"},),
        exchanged=("2H", "KH"),
    ),
    TrickExample(
        _("The stock is gone: follow suit and beat"),
        _(
            "In the last seven tricks the second player is no longer free, by the house rule. "
            "Anna leads the Jack of spades. Bruno holds spades, so he must follow suit, and he "
            "can beat the Jack, so he must: only the Ace is allowed."
        ),
        {"dealer": 1, "trump": "H"},
        leader=0,
        cards="JS AS",
        winner=1,
        points=13,
        trumps=("H",),
        hands=(HandCards(1, "AS 4S 7H 2D", {"4S": "must_beat", "7H": "revoke", "2D": "revoke"}),),
        stock_gone=True,
    ),
)

EXAMPLES = (
    Example(
        _(
            "Hearts are trumps. The first player declares in hearts, 40; the second in clubs, 20, "
            "and also takes the last trick, 20 more."
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
            "Three hands. In the third both pass 200; the first player has more, though the "
            "second took the last trick."
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
        "Mariagio is the Ligurian game of marriages for two, with seven cards in hand. It "
        "rewards whoever keeps a King and a Queen together, and whoever takes the last trick."
    ),
    SECTIONS,
    EXAMPLES,
    (common.LIGURIAN_PAGE, common.SBIRO_PAGE),
    history=_(
        "The first source gives no values of the cards, which come from the second, and does "
        "not say how to reply once the stock is gone. It speaks both of winning a hand and of "
        "playing to 200."
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
    house_decks=frozenset({"latin", "neapolitan", "three"}),
)
