"""Benchmark of standings in stages of growing size, with the usual tie-breaks and with all tie-breaks.

Each measurement starts from a stage without cached values. The baseline is the minimum work: count the
matches won and sort the entrants by them. The stages have nine rounds. In one stage, entrants with similar
numbers of wins meet, so that many entrants are tied and few of the tied entrants have met. In the other
stage, the entrants of each group of ten all meet, so that tied entrants have met. The winners are computed
without random numbers.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from bench.figures import Figure
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tables import group_tables, standings
from tournaments.competition.standings.tiebreaks import TIE_BREAKS
from tournaments.competition.types import EntrantId, Group, Result

SIZES = (125, 250, 500, 1000, 2000, 4000)
ROUNDS = 9
REPEATS = 7
TARGETS = (35, 35, 45)
# A prime, for results that look random and are the same on every machine.
STEP = 7_919


def run(sizes: Sequence[int] = SIZES, repeats: int = REPEATS) -> list[Figure]:
    """Time the standings for every stage size; compare the smallest and largest size by time per entrant."""
    figures: list[Figure] = []
    for name, work in WORKS.items():
        times = {size: time_of(size, work, repeats) for size in sizes}
        figures += [Figure(f"{size:,} × {ROUNDS}, {name}, ms", *of_size) for size, of_size in times.items()]
        of_the_most, of_the_fewest = (1000 * times[size][0] / size for size in (sizes[-1], sizes[0]))
        title = f"{name}: µs an entrant of {sizes[-1]:,}; of {sizes[0]:,}"
        figures.append(Figure(title, of_the_most, of_the_fewest))
    return figures


class Work(NamedTuple):
    """A function to time, and the function that creates a stage for it."""

    stage_of: Callable[[int], StageState]
    standings_of: Callable[[StageState], object]


def time_of(entrants: int, work: Work, repeats: int) -> tuple[float, float]:
    """Return the times, in milliseconds, of the standings of `entrants` entrants and of the baseline."""
    stage = work.stage_of(entrants)
    floor = milliseconds(lambda: floor_of(stage), repeats)
    return milliseconds(lambda: work.standings_of(replace(stage)), repeats), floor


def floor_of(stage: StageState) -> list[EntrantId]:
    """Sort the entrants by matches won: the minimum work to compute standings (the baseline)."""
    won = dict.fromkeys(stage.entrants, 0)
    for meeting in stage.meetings:
        if meeting.outcome.winner is not None:
            won[meeting.entrants[meeting.outcome.winner]] += 1
    return sorted(stage.entrants, key=won.__getitem__)


def a_stage(entrants: int) -> StageState:
    """Return a stage of nine rounds in which entrants with similar numbers of wins meet."""
    lines = tuple(EntrantId(f"t{line}") for line in range(1, entrants + 1))
    won = dict.fromkeys(lines, 0)
    meetings: list[Meeting] = []
    for turn in range(1, ROUNDS + 1):
        order = sorted(lines, key=lambda each: (-won[each], int(each[1:]) * STEP * turn % entrants))
        for number, (first, second) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            result = a_result(turn * STEP + number * number)
            won[(first, second)[result.winner or 0]] += 1
            meetings.append(Meeting(f"R{turn}.{number}", (first, second), result, turn))
    return StageState(lines, tuple(meetings), targets=TARGETS)


def in_groups(entrants: int) -> StageState:
    """Return a stage with groups of ten entrants, in which all entrants of a group have met."""
    lines = tuple(EntrantId(f"t{line}") for line in range(1, entrants + 1))
    tens = [lines[start : start + ROUNDS + 1] for start in range(0, entrants, ROUNDS + 1)]
    meetings = []
    for number, ten in enumerate(tens):
        for turn in range(1, len(ten)):
            ring = (ten[0], *ten[turn:], *ten[1:turn])
            for place, pair in enumerate(zip(ring[: len(ten) // 2], ring[::-1], strict=False), start=1):
                result = a_result(turn * STEP + number * place)
                meetings.append(Meeting(f"G{number}T{turn}.{place}", pair, result, turn))
    groups = tuple(Group(f"G{number}", ten) for number, ten in enumerate(tens))
    return StageState(lines, tuple(meetings), targets=TARGETS, groups=groups)


WORKS: Mapping[str, Work] = {
    "the usual chain": Work(a_stage, standings),
    "the usual chain, groups of ten": Work(in_groups, group_tables),
    "every tie-break": Work(a_stage, lambda stage: standings(stage, tuple(TIE_BREAKS))),
}


def a_result(seed: int) -> Result:
    """Return a result of two or three games; each game's winner has the target or slightly more."""
    games = tuple(_games(seed))
    ahead = sum(points > opponent_points for points, opponent_points in games) * 2 > len(games)
    return Result(0 if ahead else 1, games)


def _games(seed: int) -> Iterator[tuple[int, int]]:
    won = [0, 0]
    for number, target in enumerate(TARGETS):
        chance = (seed + number) * STEP % 1_009
        winner = chance % 2
        scores = [target + chance % 5, chance % target]
        yield (scores[winner], scores[1 - winner])
        won[winner] += 1
        if 2 in won:
            return


def milliseconds(work: Callable[[], object], repeats: int) -> float:
    """Call the function several times and return the median CPU milliseconds."""
    times = []
    for _run in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return 1000 * median(times)
