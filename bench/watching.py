"""Benchmark of the time until a watched page shows a new hand, while 32 simulated tables send hands.

A site with SQLite ("embedded") and a site with PostgreSQL ("scaled") are measured. A simulated viewer works
like the script of a page (`static/js/trionfo.js`): it keeps an event stream open, waits a quarter of a second
after an event and a second after its last request, and requests its page with the stored ETag. Hands and
pages have version numbers. A page shows a hand if the version of the page is at least the version of the
hand. Further event streams are kept open and their events are counted. The tables run in a separate process,
so that their response times do not depend on the loop that reads thousands of events.
"""

import asyncio
import json
import multiprocessing
import random
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Coroutine
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.figures import Figure
from bench.in_play import knockout
from tests.servers.postgres import running_postgres
from tests.servers.site import Site, embedded_site, scaled_site

TABLES = 32
WATCHERS = (50, 200, 800)
# Goals: seconds from a hand to the pages, and the slowdown of hands compared with no watchers.
PAGE_SECONDS, SLOWER = 1.5, 2.0
PACE = 10.0  # seconds between two hands of a table, faster than people play
SOON, SPACE = 0.25, 1.0
SINCE = re.compile(rb"since=(\d+)")


@dataclass
class Tables:
    """The simulated tables: hands sent per match, time of each hand, and response times in seconds."""

    port: int
    token: str
    matches: list[str]
    hands: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)

    async def write(self, seconds: float) -> None:
        """Send hands in every match, with a pause of PACE seconds after each hand."""
        end = time.perf_counter() + seconds
        await asyncio.gather(*[self._write(match, end) for match in self.matches])

    async def _write(self, match: str, end: float) -> None:
        await asyncio.sleep(random.uniform(0, PACE))  # so that the tables do not start at the same time
        connection = Connection(self.port)
        while time.perf_counter() < end:
            number = self.hands[match] = self.hands[match] + 1
            body = json.dumps({"dealer": (number - 1) % 4, "trionfo": "2C", "card_points": [36, 34]})
            lines = [
                f"PUT /api/v1/matches/{match}/games/1/hands/{number}/ HTTP/1.1",
                "Host: 127.0.0.1",
                f"Authorization: Token {self.token}",
                "Content-Type: application/json",
                f"Content-Length: {len(body)}",
            ]
            started = self.sent[match, number] = time.perf_counter()
            status, _headers, answer = await connection.ask(lines, body)
            assert status == 201, answer
            self.took.append(time.perf_counter() - started)
            connection.close()  # the site would close it before the next hand
            await asyncio.sleep(max(0, started + PACE - time.perf_counter()))


@dataclass
class Readers:
    """Simulated viewers of a tournament, and the times at which they received each version."""

    port: int
    slug: str
    # The versions of each match in the order of one stream: the k-th belongs to the k-th hand.
    events: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    # For each watcher, the versions of the pages and the times of their arrival.
    pages: list[list[tuple[int, float]]] = field(default_factory=list)
    # The number of hand events of each stream.
    streams: list[int] = field(default_factory=list)

    async def hold(self, number: int, heard: asyncio.Event | None = None) -> None:
        """Keep an event stream open and count its events about hands; stream 0 also stores the versions."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            f"GET /api/v1/tournaments/{self.slug}/events/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        )
        try:
            topic = b""
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    topic = line[7:].strip()
                    if topic == b"beat":
                        self.streams[number] = max(self.streams[number], 0)
                    elif heard:
                        heard.set()
                elif line.startswith(b"data: ") and topic == b"hand":
                    self.streams[number] += 1
                    if number == 0:
                        event = json.loads(line[6:])
                        self.events[event["match"]].append(event["version"])
        finally:
            writer.close()

    async def watch(self, number: int) -> None:
        """Follow the event stream and reload the bracket page, as the script of the page does."""
        heard, etag, versions = asyncio.Event(), "", self.pages[number]
        connection = Connection(self.port)
        stream = asyncio.create_task(self.hold(number, heard))
        try:
            while True:
                requested_at = time.perf_counter()
                lines = [f"GET /{self.slug}/ HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: it"]
                lines += [f"If-None-Match: {etag}"] if etag else []
                status, headers, body = await connection.ask(lines)
                assert status in (200, 304), status
                if status == 200:
                    etag, version = headers["etag"], int(SINCE.findall(body)[0])
                    versions.append((version, time.perf_counter()))
                await heard.wait()
                pause = max(SOON, requested_at + SPACE - time.perf_counter())
                await asyncio.sleep(pause * random.uniform(1, 1.5))
                heard.clear()
        finally:
            stream.cancel()
            connection.close()

    async def all_seen(self, patience: float = 60.0) -> None:
        """Wait, up to `patience` seconds, until every page and event stream has received the last hand."""
        end = time.perf_counter() + patience
        while time.perf_counter() < end:
            counts, last = set(self.streams), max(each[-1] for each in self.events.values())
            if len(counts) == 1 and all(versions[-1][0] >= last for versions in self.pages):
                return
            await asyncio.sleep(0.2)

    def seconds_until_seen(self, tables: Tables) -> list[float]:
        """Return the seconds from each hand until each page shows the hand; fail if a page never shows it."""
        delays = []
        for match, versions in self.events.items():
            before = tables.hands[match] - len(versions)
            for number, version in enumerate(versions, before + 1):
                for page_versions in self.pages:
                    when = next((at for page_version, at in page_versions if page_version >= version), None)
                    assert when is not None, f"hand {number} of {match} reached no page of a watcher"
                    delays.append(when - tables.sent[match, number])
        return delays


class Connection:
    """A connection that stays open, as in a browser; it is reopened if the site closes it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, lines: list[str], body: str = "") -> tuple[int, dict[str, str], bytes]:
        """Send a request; return the status, the headers and the body."""
        if self.reader is not None:
            try:
                return await self._ask(lines, body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return await self._ask(lines, body)

    async def _ask(self, lines: list[str], body: str) -> tuple[int, dict[str, str], bytes]:
        reader, writer = self.reader, self.writer
        assert reader is not None
        assert writer is not None
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        content = await reader.readexactly(int(headers.get("content-length", 0)))
        return int(head[0].split()[1]), headers, content

    def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def run(seconds: float = 40.0) -> list[Figure]:
    """Measure the SQLite site with each number of viewers, and the PostgreSQL site with 2,000 streams."""
    figures: list[Figure] = []
    for watchers in WATCHERS:
        with tempfile.TemporaryDirectory() as folder, embedded_site(Path(folder)) as site:
            figures += measured("embedded", site, streams=watchers, watchers=watchers, seconds=seconds)
    with (
        running_postgres(fsync=True) as postgres,
        tempfile.TemporaryDirectory() as folder,
        scaled_site(Path(folder), postgres, readers=True) as site,
    ):
        figures += measured("scaled", site, streams=2_000, watchers=50, seconds=seconds)
    return figures


def measured(name: str, site: Site, *, streams: int, watchers: int, seconds: float) -> list[Figure]:
    """Measure the simulated tables, first without viewers and then with viewers; return the results."""
    begun = knockout(site, 2 * TABLES)
    tables = Tables(site.port, begun.token, begun.ready)
    readers = Readers(site.readers_port, begun.slug)
    return asyncio.run(_measured(name, tables, readers, streams, watchers, seconds))


async def _measured(
    name: str, tables: Tables, readers: Readers, streams: int, watchers: int, seconds: float
) -> list[Figure]:
    hall = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    loop = asyncio.get_running_loop()
    alone = await loop.run_in_executor(hall, played, tables, seconds)
    readers.streams = [-1] * streams
    readers.pages = [[] for _each in range(watchers)]
    following: list[Coroutine[Any, Any, None]] = [readers.watch(number) for number in range(watchers)]
    following += [readers.hold(number) for number in range(watchers, streams)]
    tasks = [asyncio.create_task(each) for each in following]
    while -1 in readers.streams:
        await asyncio.sleep(0.2)
    stream_count = len(readers.streams)
    watched = await loop.run_in_executor(hall, played, replace(alone, took=[]), seconds)
    hall.shutdown()
    await readers.all_seen()
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    event_counts = set(readers.streams)
    delays = readers.seconds_until_seen(watched)
    (middle, slow), (quiet, slowest_quiet) = _p50_p95(watched.took), _p50_p95(alone.took)
    title = f"{name}, {watchers} watchers"
    return [
        Figure(f"{title}: streams held", stream_count),
        Figure(f"{title}: hands written", len(watched.took)),
        Figure(
            f"{title}: events of hands that a stream missed", max(event_counts) - min(event_counts), goal=0
        ),
        Figure(f"{title}: from PUT to the page, p50, s", _p50_p95(delays)[0]),
        Figure(f"{title}: from PUT to the page, p95, s", _p50_p95(delays)[1], goal=PAGE_SECONDS),
        Figure(f"{title}: a PUT, p50, ms; without watchers", 1000 * middle, 1000 * quiet),
        Figure(f"{title}: a PUT, p95, ms; without watchers", 1000 * slow, 1000 * slowest_quiet, SLOWER),
    ]


def played(tables: Tables, seconds: float) -> Tables:
    """Let the simulated tables send hands for some seconds; return the tables with their measurements."""
    asyncio.run(tables.write(seconds))
    return tables


def _p50_p95(times: list[float]) -> tuple[float, float]:
    return median(times), quantiles(times, n=20)[-1]
