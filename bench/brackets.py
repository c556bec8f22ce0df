"""Benchmark of brackets: brackets of every size are played to the end; the largest is timed.

The baseline is the minimum work for 1,024 entrants: one access to each match.
"""

import time
from collections.abc import Callable
from statistics import median

from bench.figures import Figure
from tournaments.competition.format_parts.advancement import Progress
from tournaments.competition.format_parts.brackets import advance
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import standings
from tournaments.competition.types import EntrantId, KnownEntrant, Label, Outcome, Plan, Result

REPEATS = 9
KNOCKOUT = FORMATS["knockout"]


def plan_for(entrants: int) -> Plan:
    """Return the structure of a bracket for `entrants` entrants."""
    lines = [EntrantId(f"t{line}") for line in range(1, entrants + 1)]
    return KNOCKOUT.plan(lines, KNOCKOUT.read_options({}))


def every_outcome(plan: Plan) -> dict[Label, Outcome]:
    """Return an outcome for each match that is not a bye; the first side wins every match."""
    undecided = advance(plan, {}).matches.values()
    played = [match.label for match in undecided if match.progress is not Progress.BYE]
    return dict.fromkeys(played, Result(0, ((35, 20), (35, 30))))


def run() -> list[Figure]:
    """Play one bracket of each size from 2 to 1,024 entrants, then time the largest bracket."""
    started = time.perf_counter()
    matches = sum(played_out(entrants) for entrants in range(2, 1025))
    total_seconds = time.perf_counter() - started
    return [
        Figure("sizes played to the end", 1023),
        Figure("matches", matches),
        Figure("seconds for all", total_seconds),
        *largest(),
    ]


def played_out(entrants: int) -> int:
    """Play a bracket of `entrants` entrants to the end; return the number of matches."""
    plan = plan_for(entrants)
    outcomes = every_outcome(plan)
    assert advance(plan, outcomes).champion == KnownEntrant(plan.entrants[0])
    assert len(outcomes) == entrants - 1
    return len(outcomes)


def largest() -> list[Figure]:
    """Time the structure, outcomes and standings of a bracket of 1,024 entrants, and a baseline."""
    plan = plan_for(1024)
    outcomes = every_outcome(plan)
    stage = StageState(plan.entrants, meetings_of(advance(plan, outcomes)))
    floor = seconds(lambda: {match.label: match.sources for match in plan.matches})
    works: dict[str, Callable[[], object]] = {
        "structure of 1,024": lambda: plan_for(1024),
        "fold of 1,024": lambda: advance(plan, outcomes),
        "standings of 1,024": lambda: standings(StageState(stage.entrants, stage.meetings)),
    }
    return [Figure(f"{name}, ms", 1000 * seconds(work), 1000 * floor) for name, work in works.items()]


def seconds(work: Callable[[], object]) -> float:
    """Call `work` several times and return the median time in seconds."""
    times = []
    for _run in range(REPEATS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return median(times)
