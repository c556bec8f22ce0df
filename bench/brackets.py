"""How long brackets take: a whole fold, and one match passing its winner on, beside a floor of the same run.

The floor is the least any fold of 1,024 entrants must do: touch every match once. `python bench/brackets.py`
prints the figures.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from tournaments.rules.brackets import advance
from tournaments.rules.formats import FORMATS
from tournaments.rules.plan import Plan
from tournaments.rules.seeding import bracket_size
from tournaments.rules.stage import StageState, meetings_of
from tournaments.rules.standings import standings
from tournaments.rules.types import EntrantId, Label, Line, Outcome, Result

REPEATS = 9


def seconds(work: Callable[[], object]) -> float:
    """The median time of some runs."""
    times = []
    for _run in range(REPEATS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def plan_for(entrants: int) -> Plan:
    """A bracket of so many."""
    form = FORMATS["knockout"]
    lines = [EntrantId(f"t{line}") for line in range(1, entrants + 1)]
    return form.plan(lines, form.read_options({}))


def every_outcome(plan: Plan) -> dict[Label, Outcome]:
    """Outcomes of all matches: the better line wins, which is always the first side."""
    byes = bracket_size(len(plan.entrants)) - len(plan.entrants)
    return {
        match.label: Result(0, ((35, 20), (35, 30)))
        for match in plan.matches
        if not (isinstance(match.sources[0], Line) and min(line_numbers(match.sources)) <= byes)
    }


def line_numbers(sources: tuple[object, ...]) -> list[int]:
    """The lines among some sources."""
    return [source.number for source in sources if isinstance(source, Line)]


def figures() -> dict[str, float]:
    """Seconds by what was measured."""
    plan = plan_for(1024)
    outcomes = every_outcome(plan)
    bracket = advance(plan, outcomes)
    stage_of = lambda: StageState(plan.entrants, meetings_of(bracket))
    return {
        "floor": seconds(lambda: {match.label: match.sources for match in plan.matches}),
        "plan of 1024": seconds(lambda: plan_for(1024)),
        "fold of 1024": seconds(lambda: advance(plan, outcomes)),
        "standings of 1024": seconds(lambda: standings(stage_of())),
    }


if __name__ == "__main__":
    measured = figures()
    for name, time in measured.items():
        print(f"{name:24} {time * 1000:8.2f} ms {time / measured['floor']:8.1f} x floor")
