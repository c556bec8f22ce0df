"""The guide of Mariglia (MAR)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Four people play in two pairs, partners facing each other. Everything goes anticlockwise."),
            _(
                "The pack has forty cards, French or Sardinian. The Seven of each suit is its highest card "
                "and is called mariglia; the cards worth nothing are the frilli."
            ),
            _(
                "Whether the Jack or the Queen stands higher is the club’s choice. With Sardinian cards the "
                "Horse stands above the Jack."
            ),
            _(
                "Each trick is worth one point beside its cards, the punto di fase. So there are always "
                "seventy card points in a hand."
            ),
        ),
    ),
    Section(
        common.THE_DEAL,
        (
            common.FIRST_DEALER,
            _(
                "The dealer shuffles and the player on the left cuts, leaving five cards or more in each "
                "part. Everybody gets five cards and then five more, first the player on the right."
            ),
            common.DEAL_TO_THE_RIGHT,
            _(
                "In tournaments the cards are dealt covered. Where the club plays scoperto, the dealer may "
                "expose some cards while dealing, to both pairs alike; the score does not change."
            ),
        ),
    ),
    Section(
        common.TRUMP_CARD,
        (
            _(
                "The last card, which is the dealer’s, is turned face up: it is the trionfo, and its suit is "
                "trumps. Its value goes to the dealer’s pair at once, before any card is played."
            ),
            _(
                "If that takes the dealer’s pair to the target, the game is over without play. First all "
                "four count ten cards: a wrong deal annuls the hand and its trump card. This check is a "
                "house rule."
            ),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s right leads to the first trick."),
            common.BEATING,
            common.TRICK_WINNER,
        ),
    ),
    Section(
        _("Talking"),
        (
            _(
                "Partners may ask, inform and direct each other. Every answer must be true, and all four "
                "must understand what is said: secret signs are forbidden."
            ),
            _(
                "Who may speak is the club’s choice: the pair that led to the trick, or the pair that is "
                "winning it. The club may also allow only questions that are answered by yes, no or a "
                "number, and may let you keep silent about the Seven of trumps."
            ),
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "After ten tricks each pair adds up the values of its cards and one point for each trick. "
                "The pair above thirty-five scores what it has above; at thirty-five all nobody scores, but "
                "a trump card that has scored stays."
            ),
            _("The most a pair can score in one hand is forty: the Seven turned, and every trick."),
            _(
                "The first pair to reach or pass the target wins the game. A match is the best of three: two "
                "games to thirty-five and, at one all, a decider to forty-five. Other targets, and a match "
                "of one long game, are the club’s choice; so is whether the first dealer of a new game is "
                "the next in turn or is drawn again."
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
            "The first side deals and turns a King: three points at once. It takes 41 card points, six above "
            "thirty-five: nine in all. Then the second side turns a frillo, which is worth nothing, and "
            "scores five with 40 card points."
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
            "At 31 to 6 the first side deals and turns an Ace: four points take it to the target, and the "
            "game ends before the play."
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
        "Mariglia is the trick-taking game of northern Sardinia, for two pairs and forty cards. A turned "
        "card makes trumps and scores at once; then the pair with more than half of the seventy card points "
        "scores what it has above thirty-five."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANILLE_PAGE, common.MARIGLIA_POST),
)
