"""Pairing of the next round by results, at tables with two sides, as a matching of minimum cost.

The most important rule is that nobody meets an earlier opponent; if rematches are necessary, entrants that
have met least often meet again. By the second rule, the bye goes to an entrant with the fewest byes (a win
without play counts as a bye), and among equal entrants to the lowest in the order. The rules of the format
come last. If no round satisfies the first two rules, the round with the fewest breaches is used. Afterwards
the first seat goes to the side that has had the first seat less often.

With many entrants only pairs of entrants that are close in the order are tried first. More distant pairs are
added if the result has a rematch, a second bye, or a pair near the limit of distance, and finally all pairs
are tried (docs/decisions/0062-large-tournaments.md).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations
from typing import cast

from scoring.game_parts.profile import choice, number
from scoring.types import NoPairing, Sentence, _
from tournaments.competition.format_parts.format import Options
from tournaments.competition.format_parts.matching import Candidates, Cost, Edges, Pair, first_whole
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import Annulled, Bye, EntrantId, Pairing, Points, Result


def present(stage: StageState) -> tuple[EntrantId, ...]:
    """Return the entrants still in the stage, by line; raise NoPairing if they do not fill a table."""
    still_in = tuple(entrant for entrant in stage.entrants if entrant not in stage.out)
    if len(still_in) < stage.seats:
        text = _("Another round needs at least %(fewest)s teams; still in: %(count)s. End the stage.")
        raise NoPairing("too_few_left", Sentence(text, {"fewest": stage.seats, "count": len(still_in)}))
    return still_in


def rounds_played(stage: StageState) -> int:
    """Return the number of the last round that has a finished match, 0 if there is none."""
    return max((meeting.round for meeting in stage.meetings), default=0)


def before(stage: StageState, turn: int) -> StageState:
    """Return the stage as it was when round `turn` was paired, without entrants that left later."""
    return replace(stage, meetings=tuple(meeting for meeting in stage.meetings if meeting.round < turn))


def times_met(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """Return, for each entrant, its opponents and the number of meetings with each."""
    return {entrant: Counter(stage.opponents(entrant)) for entrant in stage.entrants}


def partners_had(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """Return, for each player, the partners and the number of matches played with each."""
    had: dict[EntrantId, Counter[EntrantId]] = {entrant: Counter() for entrant in stage.entrants}
    for meeting in stage.meetings:
        seated = list(stage.seated(meeting)) if isinstance(meeting.outcome, Result) else []
        for (side, entrant), (beside, other) in permutations(seated, 2):
            had[entrant][other] += side == beside
    return had


def byes_had(stage: StageState) -> Counter[EntrantId]:
    """Return the number of byes of each entrant; a win without play counts as a bye."""
    had: Counter[EntrantId] = Counter()
    for meeting in stage.meetings:
        if isinstance(meeting.outcome, Bye):
            had.update(meeting.entrants)
        elif not isinstance(meeting.outcome, Result) and meeting.outcome.winner is not None:
            had.update(entrant for side, entrant in stage.seated(meeting) if side == meeting.outcome.winner)
    return had


def last_floats(stage: StageState) -> Mapping[EntrantId, int]:
    """Return each entrant's float in the last round: -1 for a downfloat, 1 for an upfloat, 0 for neither.

    A bye counts as a downfloat, as in the Swiss rules of FIDE. An entrant without a match in that round, or
    with an annulled match, is not in the mapping.
    """
    last = rounds_played(stage)
    then = before(stage, last)
    floats: dict[EntrantId, int] = {}
    for meeting in stage.meetings:
        if meeting.round < last or isinstance(meeting.outcome, Annulled):
            continue
        scores = [then.match_points(entrant) for entrant in meeting.entrants]
        for entrant, score in zip(meeting.entrants, scores, strict=True):
            floats[entrant] = -1 if isinstance(meeting.outcome, Bye) else _float(score, scores)
    return floats


def _float(score: Points, scores: list[Points]) -> int:
    return int(max(scores) > score) - int(min(scores) < score)


def first_seats(stage: StageState) -> Mapping[EntrantId, tuple[int, int]]:
    """Return, for each entrant, how much more often it sat first than second, and its latest seat.

    The latest seat is 1 for the first seat, -1 for the second seat, and 0 if the entrant has not played.
    """
    seats = dict.fromkeys(stage.entrants, (0, 0))
    for meeting in sorted(stage.meetings, key=lambda meeting: meeting.round):
        if isinstance(meeting.outcome, Result):
            for entrant, seat in zip(meeting.entrants, (1, -1), strict=False):
                seats[entrant] = (seats[entrant][0] + seat, seat)
    return seats


# With more entrants than this, only pairs of near entrants are tried first.
MANY = 200

# The first window, in places of the order. It is enough if all pairs are within half of it and keep the
# rules.
NEAREST = 8

# The next windows, each of which is enough if everybody has a partner.
WINDOWS = (40, 160)


@dataclass(frozen=True, eq=False)
class PairingRules:
    """Functions of a format that rate a possible pair by the positions of its entrants in the order."""

    # Returns the cost of a pair, the better entrant first.
    cost: Callable[[int, int], Cost]
    # Returns the later positions that a position may be paired with, from the size of the window.
    near: Callable[[int, int], Iterable[int]]
    # Returns True if the pair breaks no rule that a more distant partner might have kept.
    keeps: Callable[[int, int], bool] = lambda _first, _second: True


def pair_by(order: Sequence[EntrantId], stage: StageState, rules: PairingRules) -> tuple[Pairing, ...]:
    """Return the pairings of all entrants in `order` (best first), with any bye as the last pairing."""
    seats = len(order) + len(order) % 2
    pairs = first_whole(seats, choices(order, stage, rules))
    tables = [pair for pair in pairs if pair[1] < len(order)]
    alone = [(order[first],) for first, second in pairs if second == len(order)]
    return (*seated([(order[first], order[second]) for first, second in tables], stage), *alone)


def choices(order: Sequence[EntrantId], stage: StageState, rules: PairingRules) -> Iterator[Candidates]:
    """Yield ever larger sets of possible pairs; the last set contains all pairs."""
    places = {entrant: place for place, entrant in enumerate(order)}
    meetings = [
        Counter(places[other] for other in stage.opponents(entrant) if other in places) for entrant in order
    ]
    byes = byes_had(stage)
    resting = _byes(order, byes) if len(order) % 2 else {}
    fewest = min(byes[entrant] for entrant in order)
    first_byes = {pair: cost for pair, cost in resting.items() if byes[order[pair[0]]] == fewest}

    def fresh(pairs: Iterable[Pair]) -> Edges:
        new = {
            (first, second): (0, 0, 0, 0, *rules.cost(first, second))
            for first, second in pairs
            if second not in meetings[first]
        }
        return new | _padded_costs(first_byes, rules)

    if len(order) > MANY:
        nearest = fresh(_within(len(order), NEAREST, rules))
        yield Candidates(nearest, partial(_well_within, len(order), rules))
        for window in WINDOWS:
            yield Candidates(fresh(_within(len(order), window, rules)))
    yield Candidates(fresh(combinations(range(len(order)), 2)))
    times = {(place, other): meetings[place][other] for place, other in combinations(range(len(order)), 2)}
    again = {pair: (int(often > 0), often, 0, 0, *rules.cost(*pair)) for pair, often in times.items()}
    yield Candidates(again | _padded_costs(resting, rules))


def _well_within(count: int, rules: PairingRules, pair: Pair) -> bool:
    first, second = pair
    return second == count or (second in rules.near(first, NEAREST // 2) and rules.keeps(first, second))


def _byes(order: Sequence[EntrantId], byes: Counter[EntrantId]) -> dict[Pair, Cost]:
    last = len(order)
    return {(place, last): (0, 0, byes[entrant], last - 1 - place) for place, entrant in enumerate(order)}


def _padded_costs(byes: Edges, rules: PairingRules) -> dict[Pair, Cost]:
    nothing = (0,) * len(rules.cost(0, 1))
    return {pair: cost + nothing for pair, cost in byes.items()}


def _within(count: int, window: int, rules: PairingRules) -> Iterator[Pair]:
    return ((place, other) for place in range(count) for other in rules.near(place, window))


def seated(pairs: Sequence[Pairing], stage: StageState) -> tuple[Pairing, ...]:
    """Return each pair in seating order: the entrant that has had the first seat less often comes first.

    If both have had it equally often, the entrant that sat second last time comes first; if this is also
    equal, the order alternates between tables.
    """
    seats: Mapping[EntrantId, tuple[int, int]] = first_seats(stage)
    return tuple(
        pair if (seats[pair[0]], table % 2) <= (seats[pair[1]], 0) else pair[::-1]
        for table, pair in enumerate(pairs)
    )


def resting_and_tables(order: Sequence[EntrantId], stage: StageState) -> tuple[Pairing, ...]:
    """Return the tables in order, then the byes; the lowest entrants with the fewest byes get the byes."""
    byes = byes_had(stage)
    lowest_last = sorted(order, key=byes.__getitem__, reverse=True)
    resting = set(lowest_last[len(order) - len(order) % stage.sides :])
    sitting = [entrant for entrant in order if entrant not in resting]
    tables = [tuple(sitting[at : at + stage.sides]) for at in range(0, len(sitting), stage.sides)]
    return (*tables, *((entrant,) for entrant in order if entrant in resting))


LATE = choice(
    "late",
    _("Late entrants"),
    "",
    {
        "nothing": _("No points for the rounds missed"),
        "level": _("The rounds missed count as drawn matches"),
        "bye": _("The rounds missed count as byes"),
    },
    about=_("Match points for each round played before they came."),
)


def late_points(stage: StageState, missed: int) -> Points:
    """Return the match points that a late entrant gets for the missed rounds."""
    worth = {"level": stage.values.level, "bye": stage.values.bye}
    return missed * worth.get(str(stage.options[LATE.key]), Points(0))


ROUNDS = number(
    "rounds", _("Number of rounds"), "", 0, range(31),
    about=_("Left to itself: enough that one is ahead, and that nobody meets the same opponent twice."),
    zero=_("automatic"),
)  # fmt: skip


def rounds(entrants: int, options: Options, _sides: int = 2) -> int:
    """Return the chosen number of rounds, or a default number that ranks the entrants without rematches.

    Each round at least halves the entrants that have won all matches; two more rounds also let entrants with
    one defeat meet, which decides second and third place. A round without rematches always exists up to half
    as many rounds as there are entrants, because everybody has at least half of the others left to meet
    (Dirac).
    """
    enough = min((entrants - 1).bit_length() + 2, (entrants + 1) // 2)
    return cast(int, options[ROUNDS.key]) or enough
