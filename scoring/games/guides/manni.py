"""The guide of Manni (MNI)."""

from scoring.game_parts.guide import Example, Guide, HandCards, RankOrder, Section, TrickExample, Word
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _(
                "Three people play, each alone, with all fifty-two cards. Deal and play go clockwise, "
                "to the left."
            ),
            _(
                "No card has a value: only tricks count. The Ace is the highest card of its suit, but "
                "the lowest in nullo."
            ),
        ),
    ),
    Section(
        _("The cut and the deal"),
        (
            _(
                "Before the deal the player on the dealer’s right cuts, and the card that shows says "
                "what you play. From Two to Five: nullo, where you avoid tricks and there are no "
                "trumps. From Six to Nine: the suit of that card is trumps. From Ten to Ace: no "
                "trumps. The club may choose other limits."
            ),
            _(
                "The dealer puts four cards aside, the Manni, then gives three to each, four times "
                "over: twelve cards each, and sixteen in the Manni."
            ),
            _(
                "Then you may exchange cards: first the player on the dealer’s left, up to seven; "
                "then the one on the right, up to five; at last the dealer, up to what is left, "
                "twelve at most. Put your cards face down beside the Manni and take as many from its "
                "top. They are out of the game, and the Manni must not be shuffled or put in another "
                "order."
            ),
            _("The deal passes to the left: a house rule."),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s left leads to the first trick: a house rule."),
            _(
                "You may lead any card, a trump too. The others follow suit if they can, and play any "
                "card if they cannot. Nobody has to beat or to trump."
            ),
            common.TRICK_WINNER,
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "Four tricks each would be even. With trumps and without, every trick above four is a "
                "plus, every trick below four is a minus. In nullo it is the other way round."
            ),
            _(
                "Plus and minus are written apart until the end. After a hand in which somebody has "
                "ten plus or more, take the minus away from the plus: the highest result wins, and "
                "that need not be whoever got to ten. The three results always add up to zero."
            ),
            _(
                "If the best are level they share the win; in a final the club may play one more "
                "hand. A club may also play a fixed number of hands, the same for each dealer. These "
                "are house rules."
            ),
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "What you exchange depends on what you play: in nullo put the high cards away, "
                "otherwise the low ones. A suit of which you hold nothing lets you throw away what "
                "you please."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.MISDEAL,
            _(
                "A card that does not follow suit though it could is taken back until the next trick "
                "is led; later the referee decides."
            ),
            common.TIME_BY_THE_LEAD,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("With trumps"),
        _(
            "The Seven of spades was cut: spades are trumps. Anna leads the King of hearts. Bruno "
            "must follow suit, and as he cannot beat the King he plays his lowest heart. Carla "
            "has no hearts: she may play any card, and trumps with the Three."
        ),
        {"dealer": 2, "cut": "7S"},
        leader=0,
        cards="KH 2H 3S",
        winner=2,
        points=0,
        trumps=("S",),
        hands=(HandCards(1, "9H 2H 5S", {"5S": "revoke"}), HandCards(2, "3S KD 10C")),
    ),
    TrickExample(
        _("Nullo"),
        _(
            "A Three was cut: nullo. There are no trumps, the Ace is the lowest card, and nobody "
            "wants the trick. Bruno’s Ace of clubs is below the Two. Carla must follow suit and "
            "takes the trick anyway, so she gets rid of her King."
        ),
        {"dealer": 2, "cut": "3D"},
        leader=0,
        cards="2C AC KC",
        winner=2,
        points=0,
        trumps=(None,),
        hands=(HandCards(1, "AC JC QD", {"QD": "revoke"}), HandCards(2, "KC 5C 2D", {"2D": "revoke"})),
    ),
)

EXAMPLES = (
    Example(
        _(
            "The Seven of spades is cut: spades are trumps. Six tricks are two plus, four are "
            "nothing, two are two minus."
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
            "In the fourth hand the first player gets to ten plus, but has five minus. The second "
            "has nine plus and two minus, and wins."
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
        "Manni is the game of Hornafjörður in Iceland, for three players without partners. A "
        "card that is cut decides each time whether you look for tricks or avoid them."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANNI_PAGE,),
    history=_(
        "The source does not say who leads first, to whom the deal passes, nor what happens "
        "when the best are level. It lets the dealer exchange all that is left; a hand has "
        "only twelve cards."
    ),
    tricks=TRICKS,
    words=(
        common.HAND,
        common.TRICK,
        common.TRUMPS,
        common.TO_LEAD,
        common.TO_FOLLOW,
        common.TO_TRUMP,
        Word(
            _("Manni"),
            _("The sixteen cards laid aside, from which you exchange."),
        ),
        Word(
            _("nullo"),
            _("A hand in which tricks are avoided."),
        ),
    ),
    rank_orders=(
        RankOrder(
            _("With trumps and without"),
            ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
        ),
        RankOrder(
            _("In nullo"),
            ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"),
        ),
    ),
    clockwise=True,
)
