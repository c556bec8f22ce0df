"""Benchmark of the public pages of a knockout of 1,024 pairs: page size, and CPU time per request.

All times are CPU times of this process, which acts as a web process. They are measured for pages rendered by
Django and for pages served from the page cache by the same ASGI application. The baseline of a cached page is
a view that returns one word from Django's cache, behind the same middleware.
"""

import asyncio
import gzip
import os
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any

from bench.figures import Figure
from bench.hand_put import set_up
from config.server.processes import collect_garbage_rarely

PAIRS, TABLES = 1_024, 512
COLD, KEPT_READS, ROUNDS = 7, 200, 9
MOST_KB, MOST_MS, MOST_TIMES = 100, 100, 1.5
HAND = {"dealer": 0, "trionfo": "2C", "card_points": [36, 34]}
BARE = "/bare/cached/"
PAGES = {
    "bracket": "",
    "standings": "classifica/",
    "tables": "tavoli/",
    "wall": "parete/",
    "calendar": "calendario.ics",
}


def run(pairs: int = PAIRS, tables: int = TABLES) -> list[Figure]:
    """Time the rendering of each page; then time the page cache and a minimal view alternately."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.bare"
    set_up()
    from django.test import Client

    tournament = in_play(pairs, tables)
    reader, desk = (Client(headers={"accept-language": "it"}) for _each in range(2))
    desk.force_login(tournament.owner)
    addresses = {name: f"/{tournament.slug}/{path}" for name, path in PAGES.items()}
    collect_garbage_rarely()  # as in a web process (config/asgi.py)
    figures = []
    for name, address in addresses.items():
        figures += cold(name, lambda address=address: reader.get(address))  # type: ignore[misc]
    figures += cold("desk", lambda: desk.get(f"/regia/{tournament.slug}/"))
    return figures + handed_out(addresses)


def in_play(pairs: int, tables: int) -> Any:
    """Return a knockout in its first round, with one hand recorded at every table."""
    from django.utils import timezone

    from scoring.sheet.services.log import Author
    from tests.builders import drawn_tournament
    from tournaments.matches.services.results import write_hand

    tournament = drawn_tournament(pairs, tables=tables)
    author = Author(tournament.owner_id)
    for match in tournament.matches.filter(state="ready"):
        write_hand(match.pk, (1, 1), HAND, author=author, at=timezone.now())
    return tournament


def cold(name: str, ask: Callable[[], Any]) -> list[Figure]:
    """Render a page without the cache; return its size and its CPU time."""
    answer, times = ask(), []
    assert answer.status_code == 200, (name, answer.status_code)
    for _run in range(COLD):
        started = time.process_time()
        ask()
        times.append(1000 * (time.process_time() - started))
    body = answer.getvalue()
    return [
        Figure(f"{name}: kB", len(body) / 1000, goal=MOST_KB),
        Figure(f"{name}: kB compressed", len(gzip.compress(body)) / 1000),
        Figure(f"{name}: rendered, CPU ms", median(times), goal=MOST_MS),
    ]


def handed_out(addresses: dict[str, str]) -> list[Figure]:
    """Return the CPU time to serve each page from the page cache, compared with a minimal view."""
    from config.asgi import dispatch, page_pool

    spent: dict[str, list[float]] = {name: [] for name in addresses}
    floor = []

    async def measure() -> None:
        for _round in range(ROUNDS):
            await seconds(page_pool, BARE, 1)
            floor.append(await seconds(page_pool, BARE))
            for name, address in addresses.items():
                await seconds(dispatch, address, 1)
                spent[name].append(await seconds(dispatch, address))

    asyncio.run(measure())
    bare = 1000 * median(floor)
    return [
        Figure(f"{name}: from the page cache, CPU ms", 1000 * median(times), bare, MOST_TIMES)
        for name, times in spent.items()
    ]


async def seconds(application: Callable[..., Awaitable[None]], path: str, times: int = KEPT_READS) -> float:
    """Send `times` requests one after another; return the average CPU seconds per request."""
    headers = [(b"host", b"localhost"), (b"accept-language", b"it"), (b"accept-encoding", b"gzip")]
    scope = {"type": "http", "scheme": "http", "method": "GET", "path": path, "raw_path": path.encode()}
    scope |= {"query_string": b"", "headers": headers, "http_version": "1.1", "root_path": ""}
    scope |= {"client": ("127.0.0.1", 1), "server": ("localhost", 80)}
    started = time.process_time()
    for _ask in range(times):
        status: list[int] = []

        async def send(message: Any, status: list[int] = status) -> None:
            status += [message["status"]] if message["type"] == "http.response.start" else []

        await application(dict(scope), nothing_more, send)
        assert status == [200], (path, status)
    return (time.process_time() - started) / times


async def nothing_more() -> dict[str, Any]:
    """Return the ASGI message that ends an empty request body."""
    return {"type": "http.request", "body": b"", "more_body": False}
