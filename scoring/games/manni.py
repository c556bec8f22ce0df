"""Manni: three players without partners; a cut card decides the contract of each hand (MNI).

The rules are in games.md, section 9. Independent of sheets, matches and other card games.
"""

from collections.abc import Mapping
from enum import Enum
from itertools import combinations

from scoring.cards.packs import FRENCH_52, Card
from scoring.cards.tricks import FOLLOW, Trick, TrickPlay
from scoring.field_kinds.base import Field, NotAsked
from scoring.game_parts import card_game, fields
from scoring.game_parts.profile import Option, Profile, choice
from scoring.referee.play import card_by_card, play_field
from scoring.referee.referee import Case, case_of
from scoring.strict_json import whole_number
from scoring.types import Finding, Scores, Step, Unreadable, _, sentence

SEATS, TRICKS = 3, 12
EVEN = TRICKS // SEATS
BEST_HAND = TRICKS - EVEN
PLUS_TO_END = 10
FROM_THE_MANNI = 16
FIRST_MAY, SECOND_MAY = 7, 5

UPWARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# The strength of each rank in nullo.
ACE_LOW: Mapping[str, int] = {rank: place for place, rank in enumerate(("A", *UPWARDS[:-1]))}


class Contract(Enum):
    """The contracts, in the order of the ranks of the cut card that determine them (MNI-CUT-1)."""

    NULLO = "nullo"
    TRUMPS = "trumps"
    NO_TRUMP = "no_trump"


def _by_rank(nullo: int, trumps: int) -> Mapping[str, Contract]:
    """Return the contract of each rank: nullo for the lowest ranks, then trumps, then no trump.

    The `nullo` lowest ranks have the contract nullo. The next ranks, up to rank number `trumps` from the
    lowest, have the contract trumps.
    """
    counts = (nullo, trumps - nullo, len(UPWARDS) - trumps)
    kinds = [kind for kind, count in zip(Contract, counts, strict=True) for _rank in range(count)]
    return dict(zip(UPWARDS, kinds, strict=True))


# MNI-CUT-1: every division of the ranks into three bands without a gap.
ALL_BANDS: Mapping[str, Mapping[str, Contract]] = {
    f"2-{UPWARDS[low - 1]}/{UPWARDS[low]}-{UPWARDS[high - 1]}/{UPWARDS[high]}-A": _by_rank(low, high)
    for low, high in combinations(range(1, len(UPWARDS)), 2)
}


def contract(cut: Card, profile: Profile) -> Contract:
    """Return the contract that the cut card determines (MNI-CUT-1)."""
    return ALL_BANDS[str(profile.options["bands"])][cut.rank]


def what_the_cut_means(rank: str, profile: Profile) -> str:
    """Return the name, to be translated, of the contract for a cut card of this rank (MNI-CUT-1)."""
    return _CONTRACT_WORDS[ALL_BANDS[str(profile.options["bands"])][rank]]


_CONTRACT_WORDS: Mapping[Contract, str] = {
    Contract.NULLO: _("nullo"),
    Contract.TRUMPS: _("trumps %(suit)s"),
    Contract.NO_TRUMP: _("no trump"),
}

DEALER = fields.dealer_field("MNI-LEAD-1", SEATS)
CUT = fields.card_field("cut", _("Cut card"), Step.BEFORE, "MNI-CUT-1")
TRICKS_WON = fields.shared_field("tricks", _("Tricks"), "MNI-DEAL-1", TRICKS, sides=SEATS)
PLAY = play_field("MNI-PLAY-1", seats=SEATS)


def _read_exchanges(raw: object, _profile: Profile) -> Scores:
    """Return how many cards each player exchanged: at most 7, then 5, then the rest (MNI-EXCH-1)."""
    if type(raw) is not list or len(raw) != SEATS:
        raise Unreadable("exchanges_range", "MNI-EXCH-1", sentence(_EXCHANGES))
    rest = FROM_THE_MANNI
    for place, (cards, may) in enumerate(zip(raw, (FIRST_MAY, SECOND_MAY, TRICKS), strict=True)):
        if not whole_number(cards, 0, min(may, rest)):
            text = sentence(_("This player may exchange at most %(most)d cards."), most=min(may, rest))
            raise Unreadable("exchanges_range", "MNI-EXCH-1", text, f"/{place}")
        rest -= cards
    return tuple(raw)


_EXCHANGES = _("Write three numbers of cards, in the order in which the players exchanged.")
_NUMBER_OF_CARDS = {"type": "integer", "minimum": 0, "maximum": TRICKS}
EXCHANGES = Field(
    "exchanges",
    _("Cards exchanged"),
    Step.BEFORE,
    "MNI-EXCH-1",
    NotAsked(
        _read_exchanges,
        {"type": "array", "items": _NUMBER_OF_CARDS, "minItems": SEATS, "maxItems": SEATS},
    ),
    required=False,
)


def score(hand: fields.Hand, moment: card_game.Moment) -> Mapping[str, Scores]:
    """Return plus points for tricks above four and minus points below; reversed in nullo (MNI-SCORE-1)."""
    sign = -1 if contract(hand[CUT], moment.profile) is Contract.NULLO else 1
    ahead = [sign * (tricks - EVEN) for tricks in hand[TRICKS_WON]]
    return {
        "plus": tuple(max(0, points) for points in ahead),
        "minus": tuple(min(0, points) for points in ahead),
    }


def ending(
    _hand: fields.Hand, moment: card_game.Moment, reached: card_game.Reached
) -> card_game.Ended | None:
    """End the game at ten plus points or after the last deal, except in some ties (MNI-GAME-1, -2)."""
    options, best = moment.profile.options, card_game.highest(reached.running)
    if isinstance(length := options["length"], int):
        over = reached.dealt >= length
    else:
        over = max(reached.parts["plus"]) >= PLUS_TO_END
    if not over or (best is None and options["tie"] == "one_more"):
        return None
    return card_game.Ended(best)


def shown_to_the_referee(hand: fields.Hand, profile: Profile, play: tuple[Trick, ...]) -> Case:
    """Return the hand in the form that the referee checks; in nullo the Ace is low (MNI-CUT-1)."""
    kind = contract(hand[CUT], profile)
    trumps = hand[CUT].suit if kind is Contract.TRUMPS else None
    case = case_of(profile, TRICK_PLAY, play, hand.dealer, trumps=trumps)
    return case._replace(strength=ACE_LOW) if kind is Contract.NULLO else case


# MNI-PLAY-1: the referee checks the play and compares the written tricks with it.
FOLLOWED = card_by_card(PLAY, shown_to_the_referee, tricks=TRICKS_WON)


def enough_hands(final: card_game.FinalScore, profile: Profile) -> Finding | None:
    """Check that the plus points are possible in the number of hands (MNI-VAL-1).

    One hand adds at most eight plus points.
    """
    length = profile.options["length"]
    fixed = length if isinstance(length, int) and profile.options["tie"] == "shared" else None
    hands = final.hand_count or fixed
    most = max(sum(max(0, net) for net in final.score), PLUS_TO_END if length == "plus10" else 0)
    if hands is None or most <= BEST_HAND * hands:
        return None
    text = sentence(_("A hand brings at most %(best)d plus. Count the hands again."), best=BEST_HAND)
    return Finding("too_few_hands", "MNI-VAL-1", text, "/hand_count" if final.hand_count else "/final")


def plus_at_the_end(final: card_game.FinalScore, profile: Profile) -> Finding | None:
    """Check that nobody had ten plus points before the last hand (MNI-GAME-1).

    The check applies only if players may share first place.
    """
    most = PLUS_TO_END - 1 + BEST_HAND
    if (
        profile.options["length"] != "plus10"
        or profile.options["tie"] != "shared"
        or max(final.score) <= most
    ):
        return None
    text = sentence(_("A game to ten plus ends with %(most)d plus at most. Add up again."), most=most)
    return Finding("final_score", "MNI-GAME-1", text, "/final")


def separated(final: card_game.FinalScore, profile: Profile) -> Finding | None:
    """Check that first place is not tied, unless the profile allows players to share it (MNI-GAME-2)."""
    if profile.options["tie"] == "shared" or card_game.highest(final.score) is not None:
        return None
    text = sentence(_("The best are level: here one more hand is played. Write the result after it."))
    return Finding("final_score", "MNI-GAME-2", text, "/final")


TRICK_PLAY = TrickPlay(
    tricks=TRICKS,
    leads_after_dealer=1,
    trick_point=0,
    duties=(FOLLOW,),
    articles={
        "deal": "MNI-DEAL-1",
        "pack": "MNI-DEAL-1",
        "lead": "MNI-LEAD-1",
        "play": "MNI-PLAY-1",
        "count": "MNI-SCORE-1",
    },
)

# MNI-GAME-2: possible numbers of deals, the same for each player.
DEALS = range(SEATS, 61, SEATS)


def read_length(raw: object) -> int | str:
    """Return the length of a game: "plus10" or a number of deals; raise Unreadable for other values."""
    if (type(raw) is str and raw == "plus10") or (type(raw) is int and raw in DEALS):
        return raw
    text = _("Write plus10, or a multiple of %(step)d from %(lowest)d to %(highest)d.")
    message = sentence(text, step=DEALS.step, lowest=DEALS[0], highest=DEALS[-1])
    raise Unreadable("bad_option", "MNI-GAME-2", message)


def read_bands(raw: object) -> str:
    """Return the three bands of ranks, such as 2-5/6-9/10-A; raise Unreadable if ranks are left out."""
    if type(raw) is not str or raw not in ALL_BANDS:
        text = _("Write three bands from Two to Ace without a gap, as in 2-5/6-9/10-A.")
        raise Unreadable("bad_option", "MNI-CUT-1", sentence(text))
    return raw


BANDS = Option(
    "bands",
    _("Contract by the cut card"),
    "MNI-CUT-1",
    "2-5/6-9/10-A",
    read_bands,
    {"type": "string", "enum": list(ALL_BANDS)},
    {
        "2-5/6-9/10-A": _("Nullo from Two to Five, trumps from Six to Nine, no trump from Ten to Ace"),
        "2-6/7-10/J-A": _("Nullo from Two to Six, trumps from Seven to Ten, no trump from Jack to Ace"),
    },
)
LENGTH = Option(
    "length",
    _("Length of a game"),
    "MNI-GAME-2",
    "plus10",
    read_length,
    {
        "anyOf": [
            {"const": "plus10"},
            {"type": "integer", "minimum": DEALS[0], "maximum": DEALS[-1], "multipleOf": DEALS.step},
        ]
    },
    {"plus10": _("Until somebody has ten plus")},
)
TIE = choice(
    "tie",
    _("Level at the end"),
    "MNI-GAME-2",
    {"shared": _("The best share the first place"), "one_more": _("One more hand")},
)

CARD_GAME = MANNI = card_game.CardGame(
    key="manni",
    pace=card_game.Pace(hand_seconds=312, game_hands=7, counted_by="length"),
    name=_("Manni"),
    seats=SEATS,
    players_a_side=1,
    by_net=True,
    rules={"deal": "MNI-LEAD-1", "misdeal": "COM-IRR-1", "courts": "MNI-CUT-1", "nets": "MNI-VAL-1"},
    pack=FRENCH_52,
    court_orders={("french52", "ace_high"): UPWARDS[::-1]},
    order_names={"ace_high": _("Ace high")},
    card_values=(0,) * len(UPWARDS),
    fixed_total=TRICKS,
    presets=(
        card_game.Preset("plus10", _("Until somebody has ten plus"), {}),
        card_game.Preset("final", _("A final: level at the top, one more hand"), {"tie": "one_more"}),
        card_game.Preset("9", _("Nine deals"), {"length": 9}),
        card_game.Preset("12", _("Twelve deals"), {"length": 12}),
    ),
    options=(BANDS, LENGTH, TIE),
    fields=(DEALER, CUT, EXCHANGES, TRICKS_WON, PLAY),
    states=fields.COMMON_STATES,
    entry_steps=(
        card_game.EntryStep("cut", _("The cut"), ("dealer", "cut")),
        card_game.EntryStep("tricks", _("The tricks"), ("tricks",)),
    ),
    range_checks=(FOLLOWED.fault,),
    net_checks=(enough_hands, plus_at_the_end, separated),
    card_by_card=FOLLOWED,
    card_means=what_the_cut_means,
    parts={"plus": _("Plus"), "minus": _("Minus")},
    score=score,
    ending=ending,
)
