"""The guide of Botifarra (BOT)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, Source, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _(
                "The pack has forty-eight cards with Latin suits, Eights and Nines among them. The Nine "
                "of each suit is its highest card and is called manilla; then come Ace, King, Horse and "
                "Jack. The cards from Eight to Two are worth nothing."
            ),
            _(
                "Each trick is worth one point beside its cards: with twelve tricks there are "
                "seventy-two card points in a hand."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "The first dealer is drawn. Everybody gets twelve cards, four at a time, first the player "
                "on the dealer’s right."
            ),
            common.DEAL_TO_THE_RIGHT,
        ),
    ),
    Section(
        _("Naming trumps"),
        (
            _(
                "The dealer looks at his cards and names a suit as trumps, or says botifarra: no suit is "
                "trumps, and the hand counts double. He may also leave the choice to his partner, who "
                "must make it."
            ),
            _(
                "Then an opponent may say contro, and the points count twice. One of the pair that named "
                "trumps may answer recontro, four times; and an opponent Sant Vicenç, eight times. In a "
                "botifarra all of it is doubled once more. At some tournaments one doubles no further "
                "than recontro."
            ),
            _("On the sheet write what was trumps, and what was said last."),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s right leads any card to the first trick."),
            common.FOLLOWING,
            common.BEATING,
            common.FREE_CARD,
            common.TRICK_WINNER,
            _(
                "This is the free way of playing. In the strict way who cannot beat must play a low card; "
                "as it changes no score, the sheet does not ask for it."
            ),
            _("Partners do not talk about their cards."),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "Each pair adds up the values of its cards and one point for each trick. The pair above "
                "thirty-six scores what it has above, as many times as the hand counts; at thirty-six all "
                "nobody scores."
            ),
            _("The first pair to reach or pass 101 wins the game."),
            common.CLUB_CHOOSES_MATCH,
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Say contro only when you are sure of more than half of the points: if the other pair "
                "makes them after all, it is they who score double."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            _(
                "The tournaments that we know give all points of the hand to the opponents of who did not "
                "follow suit, beat or trump as he should. The rest under this heading is a house rule."
            ),
            common.MISDEAL,
            common.RENUNCIO_OF_PAIRS,
            common.TIME_BY_THE_LEAD,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("Follow suit and beat"),
        _(
            "Coins are trumps. Anna leads the Horse of batons. Bruno can beat it with the King, so he "
            "must; Carla’s partner is no longer winning, and she must beat the King with her Ace. Dino "
            "cannot beat the Ace: he follows suit with the Four."
        ),
        {"dealer": 3, "trump": "D", "doubling": "plain"},
        leader=0,
        cards="HB KB AB 4B",
        winner=2,
        points=10,
        trumps=("D",),
        hands=(
            HandCards(1, "KB 5B 3C", {"5B": "must_beat", "3C": "revoke"}),
            HandCards(2, "AB 2B 6S", {"2B": "must_beat", "6S": "revoke"}),
            HandCards(3, "7B 4B 9D", {"9D": "revoke"}),
        ),
    ),
    TrickExample(
        _("No card of the suit: trump"),
        _(
            "Cups are trumps. Anna leads the manilla of swords, and Bruno has no swords: he must trump, "
            "and the Four is enough. Carla follows suit. Dino’s partner is winning, so he gives him the "
            "Ace."
        ),
        {"dealer": 3, "trump": "C", "doubling": "contro"},
        leader=0,
        cards="9S 4C 3S AS",
        winner=1,
        points=10,
        trumps=("C",),
        hands=(
            HandCards(1, "4C JC 8D", {"8D": "must_trump"}),
            HandCards(2, "KS 3S 2C", {"2C": "revoke"}),
            HandCards(3, "AS 5S 9B", {"9B": "revoke"}),
        ),
    ),
    TrickExample(
        _("Botifarra: no suit is trumps"),
        _(
            "Nothing beats the manilla of coins that Anna leads. Bruno has no coins and may play any "
            "card: he throws a Three away and keeps his own manilla. Carla gives her partner the King."
        ),
        {"dealer": 3, "trump": "none", "doubling": "plain"},
        leader=0,
        cards="9D 3S KD 5D",
        winner=0,
        points=9,
        trumps=(None,),
        hands=(
            HandCards(1, "9B 3S 6C"),
            HandCards(2, "KD 2D AS", {"AS": "revoke"}),
        ),
    ),
)

EXAMPLES = (
    Example(
        _(
            "With coins as trumps the first pair makes 45, nine above thirty-six. Then it plays a "
            "botifarra, the other pair says contro and makes 42: six points above, counted four times."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "trump": "D", "doubling": "plain", "card_points": [45, 27], "tricks": [7, 5]},
                {"dealer": 1, "trump": "none", "doubling": "contro", "card_points": [30, 42]},
            ],
        },
        ((9, 0), (9, 24)),
    ),
    Example(
        _("Thirty-six all: nobody scores, however often the hand was doubled."),
        {
            "profile": {},
            "hands": [{"dealer": 2, "trump": "S", "doubling": "recontro", "card_points": [36, 36]}],
        },
        ((0, 0),),
    ),
    Example(
        _(
            "A recontro can win a game in one hand: 62 card points are 26 above thirty-six, and four times "
            "26 are 104."
        ),
        {
            "profile": {},
            "hands": [{"dealer": 3, "trump": "B", "doubling": "recontro", "card_points": [62, 10]}],
        },
        ((104, 0),),
        0,
    ),
)

GUIDE = Guide(
    _(
        "Botifarra is the trick-taking game of Catalonia, for two pairs and forty-eight cards. Who deals "
        "names trumps or plays without; then the pair with more than half of the seventy-two card points "
        "scores what it has above thirty-six."
    ),
    SECTIONS,
    EXAMPLES,
    (
        Source("pagat.com", "Botifarra"),
        Source("cartescatalanes.com", "Botifarra"),
        Source("Torrefarrera", "Campionat de botifarra, normes"),
    ),
    history=_(
        "The sources agree on cards, count and doubling. They differ on the Sant Vicenç, which some "
        "tournaments leave out, and on what one must play who cannot take the trick."
    ),
    tricks=TRICKS,
    words=(
        *common.BEATING_WORDS,
        Word(_("manilla"), _("The Nine, the highest card of each suit.")),
        Word(_("botifarra"), _("A hand without trumps, which counts double.")),
    ),
)
