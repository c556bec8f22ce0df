"""The guide of Manni (MNI)."""

from scoring.rules.card_games.guides import common
from scoring.rules.guide import Example, Guide, Section
from scoring.rules.words import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Three people play, each alone, with all fifty-two cards. Everything goes clockwise."),
            _(
                "No card has a value: only tricks count. The Ace is the highest card of its suit, but the "
                "lowest in nullo."
            ),
        ),
    ),
    Section(
        _("The cut and the deal"),
        (
            _(
                "Before the deal the player on the dealer’s right cuts, and the card that shows says what "
                "you play. From Two to Five: nullo, where you avoid tricks and there are no trumps. From Six "
                "to Nine: the suit of that card is trumps. From Ten to Ace: no trumps. A club may draw these "
                "lines elsewhere."
            ),
            _(
                "The dealer puts four cards aside, the Manni, then gives three to each, four times over: "
                "twelve cards each, and sixteen in the Manni."
            ),
            _(
                "Then you may exchange cards for the top ones of the Manni: first the player on the dealer’s "
                "left, up to seven; then the one on the right, up to five; at last the dealer, up to what is "
                "left. What you put away is out of the deal."
            ),
            _("The deal passes to the left. The account does not say so: it is a house rule."),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s left leads to the first trick: this too is a house rule."),
            _("You may lead any card. The others follow suit if they can, and play any card if they cannot."),
            common.TRICK_WINNER,
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "Four tricks each would be even. With trumps and without, every trick above four is a plus, "
                "every trick below four is a minus. In nullo it is the other way round."
            ),
            _(
                "Plus and minus are written apart until the end. After a hand in which somebody has ten plus "
                "or more, take the minus away from the plus: the highest result wins, and that need not be "
                "who got to ten. The three results always add up to zero."
            ),
            _(
                "If two are level at the top they share the win; in a final the club may play one more hand. "
                "A club may also play a fixed number of deals, the same for each dealer. The account does "
                "not speak of either."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.MISDEAL,
            _(
                "A card that does not follow suit though it could is taken back until the next trick is led; "
                "later the referee decides. This is a house rule."
            ),
            common.TIME_BY_THE_LEAD,
        ),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The Seven of spades is cut: spades are trumps. Six tricks are two plus, four are nothing, two "
            "are two minus."
        ),
        {"profile": {}, "hands": [{"dealer": 0, "cut": "7S", "tricks": [6, 4, 2]}]},
        ((2, 0, -2),),
    ),
    Example(
        _("A Three is cut: nullo. Whoever took one trick has three plus, whoever took seven three minus."),
        {"profile": {}, "hands": [{"dealer": 1, "cut": "3D", "tricks": [1, 4, 7]}]},
        ((3, 0, -3),),
    ),
    Example(
        _(
            "In the fourth hand the first player gets to ten plus, but has five minus. The second has nine "
            "plus and two minus, and wins."
        ),
        {
            "profile": {},
            "hands": [
                {"dealer": 0, "cut": "KS", "tricks": [8, 4, 0]},
                {"dealer": 1, "cut": "QD", "tricks": [3, 9, 0]},
                {"dealer": 2, "cut": "6C", "tricks": [0, 8, 4]},
                {"dealer": 0, "cut": "9H", "tricks": [10, 2, 0]},
            ],
        },
        ((4, 0, -4), (3, 5, -8), (-1, 9, -8), (5, 7, -12)),
        1,
    ),
)

GUIDE = Guide(
    _(
        "Manni is the game of Hornafjörður in Iceland, for three players without partners. A card that is "
        "cut decides each time whether you look for tricks or run from them."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANNI_PAGE,),
)
