"""The next round at tables of two, as cheapest pairs: what every format paired by results asks alike.

In order of weight: nobody twice against the same opponent, and if it must be, whom one has met least; the bye
to who has had fewest, byes and wins without play alike; of those, to the lowest. Then the rules of the
format. When no round keeps the first two, the one with fewest breaches is made. Who sits first is settled
last: who has sat first less often.

Of many entrants only those nearest each other are looked at first, farther ones when that gives no round
without a rematch and a second bye or a pair that is not well within, and in the end everybody
(docs/decisions/0062-less-counted-again.md).
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
    """Everybody still in, in the order of their lines; raise NoPairing when they do not fill a table."""
    still_in = tuple(who for who in stage.entrants if who not in stage.out)
    if len(still_in) < stage.seats:
        text = _("Another round needs at least %(fewest)s teams; still in: %(count)s. End the stage.")
        raise NoPairing("too_few_left", Sentence(text, {"fewest": stage.seats, "count": len(still_in)}))
    return still_in


def rounds_played(stage: StageState) -> int:
    """The last round any match of which is over."""
    return max((meeting.round for meeting in stage.meetings), default=0)


def before(stage: StageState, turn: int) -> StageState:
    """The stage as it stood when that round was paired, but for who has left since."""
    return replace(stage, meetings=tuple(meeting for meeting in stage.meetings if meeting.round < turn))


def times_met(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """To each entrant, how often it has met the others at a table."""
    return {who: Counter(stage.opponents(who)) for who in stage.entrants}


def partners_had(stage: StageState) -> Mapping[EntrantId, Counter[EntrantId]]:
    """To each entrant, how often it has had the others as its partner at a table."""
    had: dict[EntrantId, Counter[EntrantId]] = {who: Counter() for who in stage.entrants}
    for meeting in stage.meetings:
        seated = list(stage.seated(meeting)) if isinstance(meeting.outcome, Result) else []
        for (side, who), (beside, other) in permutations(seated, 2):
            had[who][other] += side == beside
    return had


def byes_had(stage: StageState) -> Counter[EntrantId]:
    """How often each had a bye, or a win without play, which counts as one."""
    had: Counter[EntrantId] = Counter()
    for meeting in stage.meetings:
        if isinstance(meeting.outcome, Bye):
            had.update(meeting.entrants)
        elif not isinstance(meeting.outcome, Result) and meeting.outcome.winner is not None:
            had.update(who for side, who in stage.seated(meeting) if side == meeting.outcome.winner)
    return had


def last_floats(stage: StageState) -> Mapping[EntrantId, int]:
    """Who was paired outside its score group in the last round: -1 with a lower one, 1 with a higher.

    A bye is a float down, as in the Swiss rules of FIDE; a match taken out of the standings is none.
    """
    last = rounds_played(stage)
    then = before(stage, last)
    floats: dict[EntrantId, int] = {}
    for meeting in stage.meetings:
        if meeting.round < last or isinstance(meeting.outcome, Annulled):
            continue
        scores = [then.match_points(who) for who in meeting.entrants]
        for who, score in zip(meeting.entrants, scores, strict=True):
            floats[who] = -1 if isinstance(meeting.outcome, Bye) else _float(score, scores)
    return floats


def _float(score: Points, scores: list[Points]) -> int:
    return int(max(scores) > score) - int(min(scores) < score)


def first_seats(stage: StageState) -> Mapping[EntrantId, tuple[int, int]]:
    """How much oftener each sat first than second of two, and where it sat last: 1 first, -1 second."""
    seats = dict.fromkeys(stage.entrants, (0, 0))
    for meeting in sorted(stage.meetings, key=lambda meeting: meeting.round):
        if isinstance(meeting.outcome, Result):
            for who, seat in zip(meeting.entrants, (1, -1), strict=False):
                seats[who] = (seats[who][0] + seat, seat)
    return seats


MANY = 200
"""From more entrants than this only those near each other are looked at first."""

NEAREST = 8
"""How near first, in places of the order; enough where all pairs are within half of it and keep the rules."""

WINDOWS = (40, 160)
"""How near then: so near, then so near, each enough where it has a partner for everybody."""


@dataclass(frozen=True, eq=False)
class PairingRules:
    """What a format asks of two by their places in the order, and which of them are near."""

    cost: Callable[[int, int], Cost]
    """What it costs that these two meet, the better first."""
    near: Callable[[int, int], Iterable[int]]
    """Whom a place should be paired with among those after it, within a window."""
    keeps: Callable[[int, int], bool] = lambda _first, _second: True
    """Whether these two break no rule that a partner farther away might have kept."""


def pair_by(order: Sequence[EntrantId], stage: StageState, rules: PairingRules) -> tuple[Pairing, ...]:
    """Pair everybody of this order, best first: the best table first, the bye last."""
    seats = len(order) + len(order) % 2
    pairs = first_whole(seats, choices(order, stage, rules))
    tables = [pair for pair in pairs if pair[1] < len(order)]
    alone = [(order[first],) for first, second in pairs if second == len(order)]
    return (*seated([(order[first], order[second]) for first, second in tables], stage), *alone)


def choices(order: Sequence[EntrantId], stage: StageState, rules: PairingRules) -> Iterator[Candidates]:
    """Who may be paired with whom: more each time, at last everybody with everybody."""
    places = {who: place for place, who in enumerate(order)}
    met = [Counter(places[other] for other in stage.opponents(who) if other in places) for who in order]
    byes = byes_had(stage)
    resting = _byes(order, byes) if len(order) % 2 else {}
    fewest = min(byes[who] for who in order)
    first_byes = {pair: cost for pair, cost in resting.items() if byes[order[pair[0]]] == fewest}

    def fresh(pairs: Iterable[Pair]) -> Edges:
        new = {
            (first, second): (0, 0, 0, 0, *rules.cost(first, second))
            for first, second in pairs
            if second not in met[first]
        }
        return new | _like(first_byes, rules)

    if len(order) > MANY:
        nearest = fresh(_within(len(order), NEAREST, rules))
        yield Candidates(nearest, partial(_well_within, len(order), rules))
        for window in WINDOWS:
            yield Candidates(fresh(_within(len(order), window, rules)))
    yield Candidates(fresh(combinations(range(len(order)), 2)))
    times = {(place, other): met[place][other] for place, other in combinations(range(len(order)), 2)}
    again = {pair: (int(often > 0), often, 0, 0, *rules.cost(*pair)) for pair, often in times.items()}
    yield Candidates(again | _like(resting, rules))


def _well_within(count: int, rules: PairingRules, pair: Pair) -> bool:
    """Whether nobody farther away need be looked at for a pair; a bye was looked at for everybody."""
    first, second = pair
    return second == count or (second in rules.near(first, NEAREST // 2) and rules.keeps(first, second))


def _byes(order: Sequence[EntrantId], byes: Counter[EntrantId]) -> dict[Pair, Cost]:
    """A chair more, which nobody sits on: who is paired with it has the bye."""
    last = len(order)
    return {(place, last): (0, 0, byes[who], last - 1 - place) for place, who in enumerate(order)}


def _like(byes: Edges, rules: PairingRules) -> dict[Pair, Cost]:
    nothing = (0,) * len(rules.cost(0, 1))
    return {pair: cost + nothing for pair, cost in byes.items()}


def _within(count: int, window: int, rules: PairingRules) -> Iterator[Pair]:
    return ((place, other) for place in range(count) for other in rules.near(place, window))


def seated(pairs: Sequence[Pairing], stage: StageState) -> tuple[Pairing, ...]:
    """Return each pair with the one first who sat first less often, or who sat second in the last round.

    Where neither tells them apart, the order changes from table to table.
    """
    seats: Mapping[EntrantId, tuple[int, int]] = first_seats(stage)
    return tuple(
        pair if (seats[pair[0]], table % 2) <= (seats[pair[1]], 0) else pair[::-1]
        for table, pair in enumerate(pairs)
    )


def resting_and_tables(order: Sequence[EntrantId], stage: StageState) -> tuple[Pairing, ...]:
    """Return the tables in order, then the byes: for the lowest of those who have had the fewest."""
    byes = byes_had(stage)
    lowest_last = sorted(order, key=byes.__getitem__, reverse=True)
    resting = set(lowest_last[len(order) - len(order) % stage.sides :])
    sitting = [who for who in order if who not in resting]
    tables = [tuple(sitting[at : at + stage.sides]) for at in range(0, len(sitting), stage.sides)]
    return (*tables, *((who,) for who in order if who in resting))


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
    """What the rounds missed are worth to who enters now; `stage.late` is to say so from then on."""
    worth = {"level": stage.values.level, "bye": stage.values.bye}
    return missed * worth.get(str(stage.options[LATE.key]), Points(0))


ROUNDS = number(
    "rounds", _("Number of rounds"), "", 0, range(31),
    about=_("Left to itself: enough that one is ahead, and that nobody meets the same opponent twice."),
    zero=_("automatic"),
)  # fmt: skip


def rounds(entrants: int, options: Options, _sides: int = 2) -> int:
    """As many as the club says; with 0 as many as leave one unbeaten and two more, but none with rematches.

    Each round at least halves those who have won all; two more let those beaten once meet too, so that second
    and third place are played for. Up to half as many rounds as there are entrants one without rematches is
    always left, for everybody then has at least half of the others to meet (Dirac); later it may not be.
    """
    enough = min((entrants - 1).bit_length() + 2, (entrants + 1) // 2)
    return cast(int, options[ROUNDS.key]) or enough
