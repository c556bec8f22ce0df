"""The guide of Maniglia for two pairs (MAN)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Four people play in two pairs, partners facing each other. Everything goes anticlockwise."),
            _(
                "The pack is the Neapolitan one, forty cards with Latin suits. The Seven of each suit is its "
                "highest card and is called maniglia; the lowest court card is the Maid."
            ),
            _("Each trick is worth one point beside its cards: seventy card points in a hand."),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            common.FIRST_DEALER,
            _("The player on the dealer’s left cuts. Everybody gets ten cards, all of them covered."),
            common.DEAL_TO_THE_RIGHT,
        ),
    ),
    Section(
        common.TRUMP_CARD,
        (
            _("The dealer’s last card is turned face up and its suit is trumps."),
            _(
                "Its value goes to the dealer’s pair at once, but only if that pair had 29 points or fewer "
                "before the deal; otherwise it scores nothing at all, never a part. In a game to another "
                "target the limit is six points below it. So the turned card never ends a game."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s right leads to the first trick."),
            common.BEATING,
            common.TRICK_WINNER,
            _("Partners do not talk about their cards."),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "Each pair adds up the values of its cards and one point for each trick. The pair above "
                "thirty-five scores what it has above; at thirty-five all nobody scores."
            ),
            _("The first pair to reach or pass 35 wins the game."),
            _(
                "The account says nothing of matches: the best of three games to 35 is a house rule, and the "
                "club may choose another."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (common.MISDEAL, common.RENUNCIO, common.TIME_BY_THE_TRIONFO, common.TIME_DECIDES),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The first side has 29 when it deals its second hand and turns the Seven: it still scores, five "
            "points. The play is level, so the game goes on at 34."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "trionfo": "2D", "card_points": [64, 6]},
                {"dealer": 1, "trionfo": "4C", "card_points": [35, 35]},
                {"dealer": 2, "trionfo": "7B", "card_points": [35, 35]},
            ],
        },
        ((29, 0), (29, 0), (34, 0)),
    ),
    Example(
        _(
            "With 30 the Seven scores nothing: what counts is the score before the deal, not the sum. The "
            "first side wins all the same, by play."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "trionfo": "2D", "card_points": [65, 5]},
                {"dealer": 1, "trionfo": "MC", "card_points": [33, 37]},
                {"dealer": 2, "trionfo": "7S", "card_points": [40, 30]},
            ],
        },
        ((30, 0), (30, 3), (35, 3)),
        0,
    ),
)

GUIDE = Guide(
    _(
        "Maniglia is Mariglia as it was played around Gaeta, on the mainland: Neapolitan cards and no "
        "talking. The turned card scores only for a pair that is still far from home."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANILLE_PAGE,),
)
