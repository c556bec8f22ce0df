"""Phones that send incomplete requests: unfinished bodies or headers, idle connections, unread responses.

A separate process holds these connections for some seconds and reopens closed connections. At the same time a
normal phone writes hands and a normal reader opens pages, each on a new connection.
"""

import asyncio
import contextlib
import json
import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles
from typing import Any

from bench.in_play import InPlay
from tests.servers.site import Site

PATIENCE = 20.0  # seconds until an honest phone or reader gives up
PAUSE = 1.0  # second before a closed connection is reopened
HOST = "Host: 127.0.0.1\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\nCookie: csrftoken=" + "x" * 32 + "\r\n"
JSON = "Content-Type: application/json\r\n"
ENTRANCES = {
    "API": f"POST /api/v1/sheets/check/ HTTP/1.1\r\n{HOST}{JSON}",
    "log-in": f"POST /accounts/login/ HTTP/1.1\r\n{HOST}{FORM}",
    "table code": f"POST /t/ HTTP/1.1\r\n{HOST}{FORM}",
    "theme": f"POST /tema/ HTTP/1.1\r\n{HOST}{FORM}",
}
LARGE_FILE = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"


@dataclass
class Kind:
    """A kind of faulty phone, and the number of such phones.

    Each phone sends the text `first` when it connects, then the character `drip` every second. If `reads` is
    False, the phone does not read the responses.
    """

    first: str
    drip: str = ""
    phones: int = 20
    reads: bool = True


@dataclass
class Endings:
    """Statuses and durations in seconds of requests; the status is 0 if the site sent no response."""

    status: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def unfinished(entrance: str, phones: int) -> Kind:
    """Return a kind of phone that announces a body of a hundred bytes but sends one byte."""
    return Kind(f"{ENTRANCES[entrance]}Content-Length: 100\r\n\r\n{{", phones=phones)


def dripping_body(phones: int) -> Kind:
    """Return a kind of phone that sends one byte of its request body per second."""
    return Kind(f"{ENTRANCES['theme']}Content-Length: 100000\r\n\r\n", drip="a", phones=phones)


def dripping_head(phones: int) -> Kind:
    """Return a kind of phone that sends one byte of a request header per second."""
    return Kind(f"GET / HTTP/1.1\r\n{HOST}X-Long: ", drip="a", phones=phones)


def vanished(phones: int) -> Kind:
    """Return a kind of phone that stops in the middle of an upload of 2 MB."""
    head = f"POST /regia/porta-qui/ HTTP/1.1\r\n{HOST}{FORM}Content-Length: 2000000\r\n\r\n"
    return Kind(head + "a" * 200_000, phones=phones)


def silent(phones: int) -> Kind:
    """Return a kind of phone that connects and sends nothing."""
    return Kind("", phones=phones)


def not_reading(phones: int) -> Kind:
    """Return a kind of phone that repeatedly requests a large file and does not read the responses.

    The buffers of the operating system hold two or three megabytes per connection, so one request is not
    enough.
    """
    return Kind(f"GET {LARGE_FILE} HTTP/1.1\r\n{HOST}\r\n" * 8, phones=phones, reads=False)


async def _hold(port: int, kind: Kind, seconds: float) -> Endings:
    endings, until = Endings(), time.monotonic() + seconds
    tasks = [asyncio.create_task(_one(port, kind, until, endings)) for _phone in range(kind.phones)]
    await asyncio.gather(*tasks)
    return endings


async def _one(port: int, kind: Kind, until: float, endings: Endings) -> None:
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            await asyncio.wait_for(_begin(port, kind, endings), until - time.monotonic() + 0.01)
        await asyncio.sleep(PAUSE)


async def _begin(port: int, kind: Kind, endings: Endings) -> None:
    if not kind.reads:
        return await _ask_and_stop(port, kind)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began, drip = time.monotonic(), None
    try:
        writer.write(kind.first.encode())
        if kind.drip:
            drip = asyncio.create_task(_drip(writer, kind.drip))
        try:
            line = await reader.readline()
        except ConnectionResetError:
            line = b""
        endings.status.append(int(line.split()[1]) if line else 0)
        endings.seconds.append(time.monotonic() - began)
    finally:
        if drip:
            drip.cancel()
        writer.close()


async def _drip(writer: asyncio.StreamWriter, text: str) -> None:
    while True:
        await asyncio.sleep(1.0)
        writer.write(text.encode())


async def _ask_and_stop(port: int, kind: Kind) -> None:
    """Send the requests and read no response; a small receive buffer simulates a slow connection."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(phone, ("127.0.0.1", port))
        await loop.sock_sendall(phone, kind.first.encode())
        await asyncio.sleep(3600)


def hold(port: int, kind: Kind, seconds: float) -> Endings:
    """Hold the connections of one kind of phone for some seconds, in the calling process."""
    return asyncio.run(_hold(port, kind, seconds))


@dataclass
class Honest:
    """Measurements of a normal phone and a normal reader: durations of requests in seconds, and faults."""

    hands: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Evening:
    """A tournament in play on a running site, with a normal phone and a normal reader."""

    def __init__(self, site: Site, begun: InPlay) -> None:
        self.site, self.begun = site, begun
        self._hands = self._next_hands()

    def _next_hands(self) -> Iterator[str]:
        for number in range(1, 30):
            for match in self.begun.ready:
                yield f"/api/v1/matches/{match}/games/1/hands/{number}/ {number}"

    def ask(self, path: str, head: str = "", body: str = "", method: str = "GET") -> tuple[int, float]:
        """Send a request on a new connection; return the status and the duration in seconds.

        The status is 0 if no response came.
        """
        began = time.monotonic()
        lines = f"{method} {path} HTTP/1.1\r\n{HOST}{head}Connection: close\r\n"
        lines += f"Content-Length: {len(body)}\r\n\r\n{body}" if body else "\r\n"
        try:
            with socket.create_connection(("127.0.0.1", self.site.port), PATIENCE) as phone:
                phone.settimeout(PATIENCE)
                phone.sendall(lines.encode())
                answer = b""
                while part := phone.recv(65536):
                    answer += part
            return int(answer.split()[1]), time.monotonic() - began
        except (OSError, IndexError):
            return 0, time.monotonic() - began

    def hand(self) -> tuple[int, float]:
        """Send the next hand; return the status and the duration in seconds of the request."""
        path, number = next(self._hands).split()
        body = json.dumps({"dealer": (int(number) - 1) % 4, "trionfo": "2C", "card_points": [36, 34]})
        return self.ask(path, f"Authorization: Token {self.begun.token}\r\n{JSON}", body, "PUT")

    def go_on(self, pace: float, over: threading.Event) -> Honest:
        """Send hands and read uncached pages until the event `over` is set."""
        honest = Honest()
        for number in count():
            if over.wait(pace):
                return honest
            for name, good, (status, seconds) in (
                ("hand", 201, self.hand()),
                ("page", 200, self.ask(f"/{self.begun.slug}/tavoli/?pagina={number % 2}")),
            ):
                if status != good:
                    honest.faults.append(f"{name}: {status} after {seconds:.1f} s")
                (honest.hands if name == "hand" else honest.pages).append(seconds)
        raise AssertionError

    def meanwhile(self, act: Callable[[], Any], pace: float) -> tuple[Any, Honest]:
        """Run `act` while normal requests are sent; return its result and the durations of the requests."""
        over, results = threading.Event(), []
        people = threading.Thread(target=lambda: results.append(self.go_on(pace, over)))
        people.start()
        try:
            result = act()
        finally:
            over.set()
            people.join()
        return result, results[0]


@dataclass
class Figures:
    """The measurements of one kind of faulty phone and of the simultaneous normal requests."""

    name: str
    endings: Endings
    honest: Honest
    # Bytes by which the log grew.
    log: int

    @property
    def line(self) -> str:
        """The measurements in one line of text."""
        late = f"{max(self.endings.seconds):.1f}" if self.endings.seconds else "-"
        statuses = {each: self.endings.status.count(each) for each in sorted(set(self.endings.status))}
        return (
            f"{self.name:28} hand {_p50_p95(self.honest.hands)}  page {_p50_p95(self.honest.pages)}  "
            f"faults {len(self.honest.faults)}  endings {statuses} at most {late} s  log +{self.log} B"
        )


def measured(evening: Evening, name: str, kind: Kind, seconds: float, *, pace: float = 0.5) -> Figures:
    """Measure normal requests during some seconds in which faulty phones of one kind hold connections."""
    log = evening.site.log
    before = log.stat().st_size
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as crowd:
        crowd.submit(hold, evening.site.port, Kind("", phones=0), 0).result()  # start the process
        endings, honest = evening.meanwhile(
            lambda: crowd.submit(hold, evening.site.port, kind, seconds).result(), pace
        )
    return Figures(name, endings, honest, log.stat().st_size - before)


def alone(evening: Evening, seconds: float, *, pace: float = 0.5) -> Figures:
    """Measure the normal requests while no faulty phone is connected."""
    _none, honest = evening.meanwhile(lambda: time.sleep(seconds), pace)
    return Figures("nobody", Endings(), honest, 0)


def _p50_p95(times: list[float]) -> str:
    if len(times) < 2:
        return "-"
    return f"p50 {median(times):.3f} p95 {quantiles(times, n=20)[-1]:.3f}"
