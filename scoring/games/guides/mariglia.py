"""The guide of Mariglia (MAR)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            common.TWO_PAIRS,
            _(
                "The pack has forty cards, French or Sardinian. The Seven of each suit is its highest "
                "card and is called mariglia; the cards worth nothing are the frilli."
            ),
            _(
                "Whether the Jack or the Queen stands higher is the club’s choice: the higher of the "
                "two is worth 2, the other 1. With Sardinian cards the Horse stands above the Jack."
            ),
            _(
                "Each trick is worth one point beside its cards, the punto di fase. So there are "
                "always seventy card points in a hand."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            _(
                "For the first deal and for the seats each of you draws a card. The lowest deals; who "
                "has the next lowest sits on the dealer’s right, and so on round the table. Equal "
                "cards draw again. Some clubs let the highest deal: a house rule."
            ),
            _(
                "The dealer shuffles, and the player on the left cuts, leaving five cards or more in "
                "each part. Everybody gets five cards and then five more, first the player on the "
                "right."
            ),
            common.DEAL_TO_THE_RIGHT,
            _(
                "In tournaments the cards are dealt covered. Where the club plays scoperto, the "
                "dealer first shows everybody the bottom card of the pack. Then, once for each "
                "player, the first card of a packet may be dealt face up: if to an opponent, then "
                "also to the dealer’s side next in turn. As long as the card shown is a trump, the "
                "next one of that packet is shown too."
            ),
        ),
    ),
    Section(
        common.TRUMP_CARD,
        (
            _(
                "The last card, which is the dealer’s, is turned face up: it is the trionfo, and its "
                "suit is trumps. Its value goes to the dealer’s pair at once, before any card is "
                "played."
            ),
            _(
                "If that takes the dealer’s pair to the target, the game is over without play. First "
                "all four count ten cards: a wrong deal annuls the hand and its trump card. This "
                "check is a house rule."
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
        ),
    ),
    Section(
        _("Talking"),
        (
            _(
                "Partners may ask each other, inform and direct. Every answer must be true, and all "
                "four must understand what is said: secret signs are forbidden."
            ),
            _(
                "Usual questions: how many cards of a suit do you hold? How many Sevens, how many "
                "Aces? How many points are in your hand?"
            ),
            _(
                "As a rule the pair that led to the trick may speak, each partner at their own turn, "
                "before playing. The other partner only answers."
            ),
            _(
                "The club may give the word to the pair that is winning instead. Anna leads: before "
                "that, Anna and Carla may speak. Bruno may not, as Anna is winning. If Bruno beats "
                "her card, Carla may not speak, and Dino may if Carla does not beat Bruno’s. If Bruno "
                "does not beat it, Carla may speak, and Dino may not."
            ),
            _(
                "The club may also allow only questions that are answered by yes, no or a number. And "
                "it may let you keep silent about the Seven of trumps: with it and another Seven you "
                "may answer “one”."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "After ten tricks each pair adds up the values of its cards and one point for each "
                "trick. The pair above thirty-five scores what it has above; at thirty-five all "
                "nobody scores, but a trump card that has scored stays."
            ),
            _("The most a pair can score in one hand is forty: the Seven turned, and every trick."),
            _(
                "The first pair to reach or pass the target wins the game. A match is the best of "
                "three: two games to thirty-five and, at one all, a decider to forty-five. Other "
                "targets, and a match of one long game, are the club’s choice; so is whether in the "
                "next game the deal goes on in turn or is drawn again."
            ),
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Let one of the two lead the conversation, usually whoever has the stronger hand: "
                "asking questions, telling little and directing the play. Every word helps the "
                "opponents too."
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
            "Anna leads the Jack of hearts. Bruno must beat it: only the Ace does. Carla cannot "
            "beat the Ace, so she follows with her lowest heart and keeps the King. Dino’s "
            "partner is winning: he need not beat, and gives him the Queen."
        ),
        {"dealer": 3, "trionfo": "4C"},
        leader=0,
        cards="JH AH 6H QH",
        winner=1,
        points=8,
        trumps=("C",),
        hands=(
            HandCards(1, "AH 5H 3H 5S", {"5H": "must_beat", "3H": "must_beat", "5S": "revoke"}),
            HandCards(2, "KH 6H 2D", {"2D": "revoke"}),
            HandCards(3, "QH 2H KS", {"KS": "revoke"}),
        ),
    ),
    TrickExample(
        _("No card of the suit: trump"),
        _(
            "Clubs are trumps. Anna leads the Ace of spades and Bruno has no spades. As an "
            "opponent is winning he must trump: the Five is enough. Carla follows suit, and Dino "
            "gives his partner the King."
        ),
        {"dealer": 3, "trionfo": "4C"},
        leader=0,
        cards="AS 5C 2S KS",
        winner=1,
        points=8,
        trumps=("C",),
        hands=(
            HandCards(1, "5C QC KD 2H", {"KD": "must_trump", "2H": "must_trump"}),
            HandCards(2, "JS 2S 7C", {"7C": "revoke"}),
        ),
    ),
    TrickExample(
        _("A trump you cannot beat"),
        _(
            "Bruno leads a Three and Carla trumps with the Ace of clubs. Dino has no diamonds "
            "either, but his trumps are lower than the Ace: he may play any card, and throws away "
            "a Five. Anna gives her partner the Ace of diamonds."
        ),
        {"dealer": 0, "trionfo": "6C"},
        leader=1,
        cards="3D AC 5H AD",
        winner=2,
        points=9,
        trumps=("C",),
        hands=(HandCards(2, "KC 4C 5H JH"),),
    ),
    TrickExample(
        _("Your partner is winning: give points"),
        _(
            "Carla leads the Seven of hearts, the mariglia: nobody beats it without a trump. Anna "
            "has no hearts. She need not trump her partner, and gives her the King of diamonds, "
            "three points more for the pair."
        ),
        {"dealer": 1, "trionfo": "5C"},
        leader=2,
        cards="7H 2H KD 4H",
        winner=2,
        points=9,
        trumps=("C",),
        hands=(HandCards(2, "KD 3C 2S"),),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The first pair deals and turns a King: three points at once. It takes 41 card "
            "points, six above thirty-five: nine in all. Then the second pair turns a frillo, "
            "which is worth nothing, and scores five with 40 card points."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "trionfo": "KC", "card_points": [41, 29], "tricks": [6, 4]},
                {"dealer": 1, "trionfo": "5H", "card_points": [30, 40]},
            ],
        },
        ((9, 0), (9, 5)),
    ),
    Example(
        _("The card points are level. Nobody scores from play, but the Seven that was turned stays scored."),
        {"profile": {}, "hands": [{"dealer": 2, "trionfo": "7D", "card_points": [35, 35]}]},
        ((5, 0),),
    ),
    Example(
        _(
            "At 31 to 6 the first pair deals and turns an Ace: four points take it to the target, "
            "and the game ends before the play."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "trionfo": "6S", "card_points": [66, 4]},
                {"dealer": 1, "trionfo": "QH", "card_points": [30, 40]},
                {"dealer": 2, "trionfo": "AD", "state": "ended_on_trionfo"},
            ],
        },
        ((31, 0), (31, 6), (35, 6)),
        0,
    ),
    Example(
        _("The best hand there is does not win a decider to 45 alone: the Seven turned and all ten tricks."),
        {
            "profile": {"targets": [45]},
            "hands": [{"dealer": 1, "trionfo": "7C", "card_points": [0, 70], "tricks": [0, 10]}],
        },
        ((0, 40),),
    ),
)

GUIDE = Guide(
    _(
        "Mariglia is the trick-taking game of northern Sardinia, for two pairs and forty "
        "cards. A turned card makes trumps and scores at once; then the pair with more than "
        "half of the seventy card points scores what it has above thirty-five."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANILLE_PAGE, common.MARIGLIA_POST),
    history=_(
        "The two sources differ in details; we follow the first. The target is won by "
        "reaching it exactly. The first source gives 42 as the most a hand can score; with "
        "its own values it is 40."
    ),
    tricks=TRICKS,
    words=(*common.BEATING_WORDS, common.TRIONFO, common.FRILLO),
    house_decks=frozenset({"neapolitan"}),
)
