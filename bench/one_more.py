"""Benchmark of the cost of one more result in a stage of 16, 128 and 1,024 entrants.

The result, its bracket job and the standings are measured. The result and the job read only the match and the
later matches that depend on it. The standings are computed from the whole stage on request, so their cost
grows with the stage. The stage sizes are measured alternately in one run.
"""

import time
from collections.abc import Callable
from statistics import median, mode

from bench.figures import Figure
from bench.hand_put import set_up

ROUNDS = 20
SIZES = (16, 128, 1_024)
FORMATS = ("knockout", "swiss")


def run() -> list[Figure]:
    """Measure queries and milliseconds for each format and stage size, and how they grow with the size."""
    set_up()
    return [figure for form in FORMATS for figure in _of_format(form)]


def _of_format(form: str) -> list[Figure]:
    stages = {size: _Stage(form, size) for size in SIZES}
    parts: dict[str, Callable[[_Stage], None]] = {
        "the result": _Stage.decide,
        "its bracket job": _Stage.run_job,
        "standings asked for": _Stage.ask,
    }
    measures = {part: {size: _Seen() for size in SIZES} for part in parts}
    for _round in range(ROUNDS):
        for size, stage in stages.items():
            if stage.left:
                for part, work in parts.items():
                    measures[part][size].measure(stage, work)
    figures: list[Figure] = []
    for part, by_size in measures.items():
        queries = {size: by_size[size].usual_queries() for size in SIZES}
        small, *larger = SIZES
        figures += [
            Figure(f"{form}: {part}, queries at {small:,}", queries[small]),
            Figure(f"{form}: {part}, ms at {small:,}", by_size[small].ms()),
        ]
        for size in larger:
            few, quick = queries[small], by_size[small].ms()
            figures += [
                Figure(f"{form}: {part}, queries at {size:,}", queries[size], goal=few),
                Figure(f"{form}: {part}, ms at {size:,}; at {small:,}", by_size[size].ms(), quick),
            ]
    return figures


class _Seen:
    """The query counts and the durations, in seconds, of one operation, measured for one stage size."""

    def __init__(self) -> None:
        self.queries: list[int] = []
        self.seconds: list[float] = []

    def measure(self, stage: "_Stage", work: Callable[["_Stage"], None]) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as captured:
            started = time.perf_counter()
            work(stage)
            self.seconds.append(time.perf_counter() - started)
        self.queries.append(len(captured))

    def usual_queries(self) -> int:
        """Return the most frequent number of queries; runs that include another due job are outliers."""
        return mode(self.queries)

    def ms(self) -> float:
        return median(self.seconds) * 1000


class _Stage:
    """A drawn stage in its first round; half of its matches get results before the measurement."""

    def __init__(self, form: str, size: int) -> None:
        from scoring.sheet.services.log import Author
        from tests.builders import drawn_tournament
        from tournaments.models import Match
        from tournaments.queue import runner

        self.tournament = drawn_tournament(size, form=form, name=f"{form} {size}", tables=512)
        runner.drain()
        self.author = Author(self.tournament.owner_id)
        ready = Match.objects.filter(tournament=self.tournament, state="ready").order_by("number")
        self.left = [match.pk for match in ready]
        for _match in range(max(0, len(self.left) - ROUNDS, len(self.left) // 2)):
            self.decide()
        runner.drain()

    def decide(self) -> None:
        """Award the next match to its first side by walkover, the simplest result that counts."""
        from django.utils import timezone

        from tournaments.matches.services import results

        results.award_walkover(self.left.pop(), 0, "assente", author=self.author, at=timezone.now())

    def run_job(self) -> None:
        from tournaments.queue import runner

        runner.drain()

    def ask(self) -> None:
        from tests.builders import first_stage
        from tournaments.standings.selectors import standings_now

        standings_now(first_stage(self.tournament))
