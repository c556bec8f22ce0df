"""Benchmark of one and eight clients that record hands at the same time, on SQLite and on PostgreSQL.

The baseline inserts a row and updates it in one transaction (`bench.bare_urls`), behind the same
middleware and with the same number of clients. Each client sends its next write as soon as it has the
response.
"""

import http.client
import itertools
import json
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from bench.figures import Figure
from bench.in_play import knockout
from tests.servers.postgres import running_postgres
from tests.servers.site import Site, embedded_site, scaled_site

# The numbers of clients that are measured.
CLIENTS = (1, 8)
ROUNDS = 6
# The number of writes of each client in each round.
WRITES = 10
# The number of hands that a match takes before it could be over.
HANDS = 5
PAIRS = 256
# The goals: the slowest hand as a multiple of the median, the 95th percentile as a multiple of the floor's.
SLOWEST, TIMES_FLOOR = 4.0, 2.5

# The path and the body of a PUT.
Write = tuple[str, str]


def run() -> list[Figure]:
    """Measure a site with SQLite and a site with PostgreSQL and Valkey."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded_site(Path(folder), DJANGO_SETTINGS_MODULE="bench.bare") as site,
    ):
        figures = measured("SQLite", site)
    with (
        running_postgres(fsync=True) as postgres,
        tempfile.TemporaryDirectory() as folder,
        scaled_site(Path(folder), postgres, DJANGO_SETTINGS_MODULE="bench.bare") as site,
    ):
        return figures + measured("PostgreSQL", site)


def measured(database: str, site: Site) -> list[Figure]:
    """Measure hands and baseline requests in alternate rounds, for each number of clients."""
    begun = knockout(site, PAIRS)
    matches, floor = iter(begun.ready), itertools.repeat(("/bare/write/", ""))
    Times(site, begun.token).measure([hands(matches)])
    figures: list[Figure] = []
    for clients in CLIENTS:
        of_hands, of_floor = Times(site, begun.token), Times(site, begun.token)
        writes = [hands(matches) for _client in range(clients)]
        for _round in range(ROUNDS):
            of_hands.measure(writes)
            of_floor.measure([floor] * clients)
        figures += compared(f"{database}, {clients} at once", of_hands, of_floor)
    return figures


def compared(name: str, of_hands: "Times", of_floor: "Times") -> list[Figure]:
    """Return the times of recording a hand, each with the time of the baseline for comparison."""
    middle, slowest = median(of_hands.seconds), max(of_hands.seconds)
    return [
        Figure(f"{name}: hands", len(of_hands.seconds)),
        Figure(f"{name}: p50 of a hand, ms", 1000 * middle, 1000 * median(of_floor.seconds)),
        Figure(f"{name}: p95 of a hand, ms", 1000 * of_hands.p95, 1000 * of_floor.p95, TIMES_FLOOR),
        Figure(f"{name}: the slowest hand, ms; the median", 1000 * slowest, 1000 * middle, SLOWEST),
        Figure(f"{name}: CPU of a hand, ms", of_hands.processor_of_one, of_floor.processor_of_one),
    ]


def hands(matches: Iterator[str]) -> Iterator[Write]:
    """Yield requests that record a few hands in each match; no two clients share a match."""
    for match in matches:
        for hand in range(1, HANDS + 1):
            body = {"dealer": (hand - 1) % 4, "trionfo": "2C", "card_points": [36, 34]}
            yield f"/api/v1/matches/{match}/games/1/hands/{hand}/", json.dumps(body)


class Times:
    """The seconds of each measured request, and the CPU time used by all processes of the site."""

    def __init__(self, site: Site, token: str) -> None:
        self.site = site
        self.headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        self.clear()

    def clear(self) -> None:
        """Delete all measurements."""
        self.seconds: list[float] = []
        self.processor = 0.0

    def measure(self, clients: list[Iterator[Write]]) -> None:
        """Let all clients send their requests at the same time, and record the response times."""
        before = self._processor()
        with ThreadPoolExecutor(len(clients)) as pool:
            for seconds in pool.map(self._write, clients):
                self.seconds += seconds
        self.processor += self._processor() - before

    def _write(self, writes: Iterator[Write]) -> list[float]:
        seconds = []
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)) as connection:
            for path, body in itertools.islice(writes, WRITES):
                started = time.perf_counter()
                connection.request("PUT", path, body, self.headers)
                answer = connection.getresponse()
                answer.read()
                seconds.append(time.perf_counter() - started)
                assert answer.status == 201, (path, answer.status, self.site.output()[-4000:])
        return seconds

    def _processor(self) -> float:
        times = [process.cpu_times() for process in self.site.family()]
        return float(sum(each.user + each.system for each in times))

    @property
    def p95(self) -> float:
        """The 95th percentile of the response times, in seconds."""
        return quantiles(self.seconds, n=20)[-1]

    @property
    def processor_of_one(self) -> float:
        """The CPU time per request, in milliseconds."""
        return 1000 * self.processor / len(self.seconds)
