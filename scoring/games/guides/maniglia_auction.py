"""The guide of Maniglia with an auction, each alone (MAU)."""

from scoring.game_parts.guide import Example, Guide, HandCards, Section, TrickExample
from scoring.games.guides import common
from scoring.types import _

SECTIONS = (
    Section(
        common.PLAYERS_AND_CARDS,
        (
            _("Three, four or five people play, each alone. Deal and play go anticlockwise, to the right."),
            _(
                "The pack is the Neapolitan one. Three players leave the Twos out and get twelve "
                "cards each; four get ten, five get eight. No card is turned."
            ),
            _(
                "Each trick is worth one point beside its cards. A hand has 72 card points with three "
                "players, 70 with four, 68 with five."
            ),
        ),
    ),
    Section(
        _("The auction"),
        (
            _(
                "The player on the dealer’s right speaks first, then the others in turn: you pass, or "
                "you bid how many card points you will take. Each bid must be higher than the one "
                "before. The lowest is 20, the highest is all the card points."
            ),
            _(
                "The highest bidder names trumps and plays alone against all the others, who are "
                "partners for this hand."
            ),
            _(
                "Whoever has passed speaks no more. Whether the auction goes round again until one "
                "player is left is the club’s choice: a house rule."
            ),
            _("If all pass, nobody scores and the deal passes to the right. This is a house rule."),
        ),
    ),
    Section(
        common.THE_PLAY,
        (
            _("The player on the dealer’s right leads to the first trick, whoever won the auction."),
            common.FOLLOWING,
            common.BEATING,
            common.FREE_CARD,
            common.TRICK_WINNER,
        ),
    ),
    Section(
        common.COUNTING,
        (
            _(
                "The bidder counts cards and tricks. With as many card points as the bid, or more, "
                "the bidder gets the stake from each of the others; with fewer, the bidder pays it to "
                "each of them."
            ),
            _(
                "Everybody’s gains and losses are added up: the sum of the table is always zero. The "
                "stake is the club’s choice, one unless it says otherwise."
            ),
            _(
                "You play a number of hands fixed beforehand, the same for each dealer; then the "
                "highest total wins, and equal totals share the place. This is a house rule."
            ),
        ),
    ),
    Section(
        common.ADVICE,
        (
            _(
                "Bid on long suits with a Seven or an Ace at their head: half of the card points is "
                "about 35, and alone you have nobody to give you any."
            ),
        ),
    ),
    Section(
        common.DISPUTES,
        (
            common.HOUSE_DISPUTES,
            common.MISDEAL,
            _(
                "A renuncio, a card that was not allowed, is put right until the next trick is led. "
                "Found later, it gives all card points of the hand to the side that did not commit "
                "it; the club may leave this to the referee."
            ),
            common.TIME_BY_THE_LEAD,
        ),
    ),
)

TRICKS = (
    TrickExample(
        _("Trump, and trump higher"),
        _(
            "Bruno has bid and named coins. Anna leads the King of cups. Bruno has no cups and "
            "must trump. Carla has none either: Bruno is her opponent, so she must beat his Two "
            "of coins. Dino’s partner Carla is winning: he follows suit and gives her the Ace."
        ),
        {"dealer": 3, "bidder": 1, "bid": 30, "trump": "D"},
        leader=0,
        cards="KC 2D 5D AC",
        winner=2,
        points=8,
        trumps=("D",),
        hands=(
            HandCards(1, "2D 7S HB", {"7S": "must_trump", "HB": "must_trump"}),
            HandCards(2, "HD 5D AS", {"AS": "must_trump"}),
            HandCards(3, "AC 3C 4D", {"4D": "revoke"}),
        ),
    ),
    TrickExample(
        _("A partner is winning: give points"),
        _(
            "Bruno plays alone, and coins are trumps. Carla leads the Seven of swords. Dino has "
            "no swords, but Carla is his partner for this hand: he need not trump, and gives her "
            "the Ace of batons. Bruno has to follow suit."
        ),
        {"dealer": 1, "bidder": 1, "bid": 35, "trump": "D"},
        leader=2,
        cards="7S AB 4S 6S",
        winner=2,
        points=10,
        trumps=("D",),
        hands=(HandCards(1, "3D AB 2C"), HandCards(3, "6S 7D KB", {"7D": "revoke", "KB": "revoke"})),
    ),
)

EXAMPLES = (
    Example(
        _(
            "Four players. The second bids 30 and takes 34: one from each of the others, three in "
            "all. Then the fourth bids 42 and takes only 40, and pays one to each."
        ),
        {
            "profile": {"players": 4},
            "hands": [
                {"dealer": 0, "bidder": 1, "bid": 30, "trump": "D", "card_points": [34, 36]},
                {"dealer": 1, "bidder": 3, "bid": 42, "trump": "S", "card_points": [40, 30]},
            ],
        },
        ((-1, 3, -1, -1), (0, 4, 0, -4)),
    ),
    Example(
        _("Three players. A bid of 25 is made with 25 exactly: the others have the other 47."),
        {
            "profile": {"players": 3},
            "hands": [{"dealer": 2, "bidder": 0, "bid": 25, "trump": "C", "card_points": [25, 47]}],
        },
        ((2, -1, -1),),
    ),
    Example(
        _(
            "Five players, for a stake of two. The fifth bids 20, takes 19 and pays two to each "
            "of the others."
        ),
        {
            "profile": {"players": 5, "stake": 2},
            "hands": [{"dealer": 0, "bidder": 4, "bid": 20, "trump": "B", "card_points": [19, 49]}],
        },
        ((2, 2, 2, 2, -8),),
    ),
    Example(
        _(
            "An evening of three hands for three players. In the first all pass, in the second "
            "and the third the second player bids too high: the other two end level and share the "
            "first place."
        ),
        {
            "profile": {"players": 3, "deals": 3},
            "hands": [
                {"dealer": 0, "state": "void"},
                {"dealer": 1, "bidder": 1, "bid": 40, "trump": "B", "card_points": [36, 36]},
                {"dealer": 2, "bidder": 1, "bid": 20, "trump": "C", "card_points": [19, 53]},
            ],
        },
        ((0, 0, 0), (1, -2, 1), (2, -4, 2)),
    ),
)

GUIDE = Guide(
    _(
        "Maniglia for three, four or five players without partners. The highest bidder names "
        "trumps and plays alone against the table, for a fixed stake."
    ),
    SECTIONS,
    EXAMPLES,
    (common.MANILLE_PAGE,),
    history=_(
        "The source does not say what happens when all pass, nor when an evening ends, and "
        "knows Neapolitan cards only."
    ),
    tricks=TRICKS,
    words=common.BEATING_WORDS,
    house_decks=frozenset({"french", "latin"}),
)
