"""Benchmark of draws: SQL statements for 16 and 1,024 entrants, and the separation of club mates.

The SQL statements of the request and of its job are counted. The separation of club mates is compared with
the result of a simple algorithm, which tries every swap of two lines of the draw.
"""

import time
from collections.abc import Callable
from random import Random
from typing import TypeVar

from bench.figures import Figure
from bench.hand_put import set_up
from tests.format_parts.plain_separation import plainly_apart
from tournaments.competition.format_parts.matching import bracket_parts, kept_apart
from tournaments.competition.types import EntrantId

SIZES = (16, 1_024)
# The allowed difference in statements between the two sizes.
SPREAD = 10
FORMATS = ("knockout", "swiss")
ENTRANTS, CLUBS, GOAL = 1_024, 40, 0.25
CASES, SMALL = 50, 256
SEED = 20261125

WorkResult = TypeVar("WorkResult")


def run() -> list[Figure]:
    """Measure draws of 16 and of 1,024 entrants; then measure how well club mates are separated."""
    set_up()
    figures: list[Figure] = []
    for form in FORMATS:
        (few, little), (many, much) = (_cost_of_draw(form, size) for size in SIZES)
        figures += [
            Figure(f"{form}: statements for 16", few),
            Figure(f"{form}: statements for 1,024", many, goal=few + SPREAD),
            Figure(f"{form}: CPU ms for 1,024; for 16", much, little),
        ]
    return [*figures, *_clubs()]


def _cost_of_draw(form: str, size: int) -> tuple[int, float]:
    """Return the number of SQL statements and the CPU milliseconds of a draw, including its job."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from scoring.sheet.services.log import Author
    from tests.builders import a_tournament, first_stage
    from tournaments.draws.services.draws import draw_stage
    from tournaments.queue import runner

    tournament = a_tournament(teams=size, form=form, tables=512, name=f"{form} {size}")
    runner.drain()
    stage, author = first_stage(tournament), Author(tournament.owner_id)
    with CaptureQueriesContext(connection) as captured:
        started = time.process_time()
        draw_stage(stage, by="lots", lot="7D KC 4S AH QD", author=author, at=timezone.now())
        job = runner.claim()
        assert job is not None
        assert job.kind == "draw"
        runner.run(job)
        spent = time.process_time() - started
    runner.drain()
    return len(captured), 1000 * spent


def _clubs() -> list[Figure]:
    chance = Random(SEED)
    lines, clubs = _entered(ENTRANTS, CLUBS, chance)
    levels = bracket_parts(ENTRANTS)
    quick, own_seconds = _timed(lambda: kept_apart(lines, clubs, levels))
    plain, before = _timed(lambda: plainly_apart(lines, clubs, levels))
    differences = int(quick != plain)
    for _case in range(CASES):
        entrants = chance.randint(2, SMALL)
        lines, clubs = _entered(entrants, chance.randint(1, CLUBS), chance)
        levels = bracket_parts(entrants)
        differences += kept_apart(lines, clubs, levels) != plainly_apart(lines, clubs, levels)
    title = f"{ENTRANTS:,} of {CLUBS} clubs"
    return [
        Figure(f"{title}: CPU ms", 1000 * own_seconds, goal=1000 * GOAL),
        Figure(f"{title}: CPU ms of the simple algorithm", 1000 * before),
        Figure(f"draws that differ from the simple algorithm, of {CASES + 1}", differences, goal=0),
    ]


def _entered(entrants: int, clubs: int, chance: Random) -> tuple[tuple[EntrantId, ...], dict[EntrantId, str]]:
    lines = tuple(EntrantId(f"t{line}") for line in range(1, entrants + 1))
    return lines, {entrant: f"C{chance.randrange(clubs)}" for entrant in lines}


def _timed(work: Callable[[], WorkResult]) -> tuple[WorkResult, float]:
    started = time.process_time()
    result = work()
    return result, time.process_time() - started
