"""The guide of Maniglia for two pairs (MAN)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _(
                "The pack is the Neapolitan one, forty cards with Latin suits. The Seven of each suit "
                "is its highest card and is called maniglia; the lowest court card is the Maid."
            ),
            _("Each trick is worth one point beside its cards: seventy card points in a hand."),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "The first dealer is drawn. The player on the dealer’s left cuts. Everybody gets ten "
                "cards, all of them covered."
            ),
            common.DEAL_TO_THE_RIGHT,
        ),
    ),
    Section(
        common.TRUMP_CARD,
        (
            _("The dealer’s last card is turned face up and its suit is trumps."),
            _(
                "Its value goes to the dealer’s pair at once, but only if that pair had 29 points or "
                "fewer before the deal; otherwise it scores nothing at all, never a part. In a game "
                "to another target the limit is six points below it. So the turned card never ends a "
                "game."
            ),
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
            _("Partners do not talk about their cards."),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "Each pair adds up the values of its cards and one point for each trick. The pair "
                "above thirty-five scores what it has above; at thirty-five all nobody scores."
            ),
            _("The first pair to reach or pass 35 wins the game."),
            _("A match is the best of three games to 35: a house rule. The club may choose otherwise."),
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "As nobody talks, watch what falls: whoever does not beat a card cannot, and whoever "
                "does not follow has no more of that suit."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.MISDEAL,
            common.RENUNCIO,
            common.TIME_BY_THE_TRIONFO,
            common.TIME_DECIDES,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("Follow suit and beat"),
        _(
            "Anna leads the Horse of coins, and each of the others must beat an opponent in turn: "
            "Bruno with the King, Carla with the Ace, Dino with the Seven. Nobody may keep the "
            "high card back."
        ),
        {"dealer": 3, "trionfo": "5C"},
        leader=0,
        cards="HD KD AD 7D",
        winner=3,
        points=15,
        trumps=("C",),
        hands=(
            HandCards(1, "KD MD 4D", {"MD": "must_beat", "4D": "must_beat"}),
            HandCards(2, "AD 6D 3B", {"6D": "must_beat", "3B": "revoke"}),
            HandCards(3, "7D 2D 5C", {"2D": "must_beat", "5C": "revoke"}),
        ),
    ),
    TrickExample(
        _("Trump, or any card"),
        _(
            "Cups are trumps. Anna leads the King of swords. Bruno has no swords and must trump: "
            "the Maid is his only trump. Carla has no swords either, but cannot beat the Maid: "
            "she may play any card, and keeps her trumps. Dino follows suit."
        ),
        {"dealer": 3, "trionfo": "6C"},
        leader=0,
        cards="KS MC 5D 4S",
        winner=1,
        points=5,
        trumps=("C",),
        hands=(
            HandCards(1, "MC 7B 2D", {"7B": "must_trump", "2D": "must_trump"}),
            HandCards(2, "4C 3C AB 5D"),
        ),
    ),
    TrickExample(
        _("Your partner is winning: give points"),
        _(
            "Carla leads the Seven of batons. Anna has no batons, but her partner is winning: she "
            "need not trump, and gives the Ace of coins, four points more."
        ),
        {"dealer": 1, "trionfo": "2C"},
        leader=2,
        cards="7B 2B AD 3B",
        winner=2,
        points=10,
        trumps=("C",),
        hands=(HandCards(2, "AD 6C 4S"),),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The first pair has 29 when it deals its second hand and turns the Seven: it still "
            "scores, five points. The play is level, so the game goes on at 34."
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
            "With 30 the Seven scores nothing: what counts is the score before the deal, not the "
            "sum. The first pair wins all the same, by play."
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
        "Maniglia is Mariglia as it was played around Gaeta, on the mainland: Neapolitan "
        "cards and no talking. The turned card scores only for a pair that is still far from "
        "the target."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANILLE_PAGE,),
    history=_(
        "The source describes Maniglia on its page about Mariglia, with Neapolitan cards "
        "only, and says nothing about matches."
    ),
    tricks=TRICKS,
    words=(*common.BEATING_WORDS, common.TRIONFO),
    house_decks=frozenset({"french", "latin"}),
)
