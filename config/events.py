"""One look every half second at the versions of the tournaments somebody watches, for all of them together.

The worker is another process, so nothing in memory can carry its news; the version row does, alike on
both databases. Redis, where there is one, only makes the next look come sooner.
"""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.conf import settings
from django.db import close_old_connections
from django.utils.functional import cached_property
from django.utils.translation import gettext
from redis import RedisError
from redis.asyncio import Redis

from config.routing import club_of, cookies_of
from tournaments.clubs.databases import in_club
from tournaments.clubs.rules import FIRST
from tournaments.errors import RETRY_AFTER, outage_of
from tournaments.lifecycle.services import changes as live
from tournaments.lifecycle.services.changes import CHANGED
from tournaments.permissions import stream_of
from tournaments.web.api.problems import MEDIA_TYPE, outage_words, problem

log = logging.getLogger(__name__)

EVERY = 0.5  # seconds
REST = 0.2  # seconds between two looks at least: what happens meanwhile is told to thousands at once
MANY = live.MOST_TOLD  # changes that are told one by one
AT_ONCE = 50  # watchers who are told in one go
BREATH = 0.015  # seconds until the next fifty: whoever writes does not wait behind thousands

T = TypeVar("T")
readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="watch")


@dataclass(frozen=True)
class News:
    """Something changed: what kind of thing, in which match if in one, and the version that made it so."""

    version: int
    topic: str
    match: UUID | None = None

    @cached_property
    def event(self) -> str:
        """What a stream says of it, written once for all of them."""
        data = {"version": self.version, "match": self.match and str(self.match)}
        return f"event: {self.topic}\nid: {self.version}\ndata: {json.dumps(data)}\n\n"


@dataclass(frozen=True)
class Piece:
    """What one look found, oldest first; never empty."""

    news: tuple[News, ...]

    @property
    def version(self) -> int:
        """Where its reader then stands."""
        return self.news[-1].version

    @cached_property
    def text(self) -> str:
        """All its events, as they are written on a stream."""
        return "".join(each.event for each in self.news)

    def after(self, version: int) -> str:
        """Return what is new in it to a reader who stands at a version."""
        if self.news[0].version > version:
            return self.text
        return "".join(each.event for each in self.news if each.version > version)


async def read(question: Callable[..., T], *arguments: object) -> T:
    """Ask the database in a thread of its own, which keeps its connection as those of requests do."""

    def ask() -> T:
        close_old_connections()
        try:
            return question(*arguments)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(readers, ask)


def news_after(tournament: UUID, version: int) -> Piece:
    """Return what happened after a version; one `reload` when that is too much, or not known any more."""
    now = live.current_versions([tournament]).get(tournament, version)
    changes = live.changes_after(tournament, version, MANY)
    whole = now == version or (changes and changes[0].version == version + 1 and len(changes) < MANY)
    if not whole:
        return Piece((News(now, "reload"),))
    return Piece(tuple(News(change.version, change.topic, change.match_id) for change in changes))


class ChangePoller:
    """The watchers of a club in this process, and the one task that looks for them while there are any."""

    def __init__(self, club: str = FIRST) -> None:
        self.club = club
        self.watchers: dict[UUID, set[asyncio.Queue[Piece]]] = {}
        self.versions: dict[UUID, int] = {}
        self.sooner = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def join(self, tournament: UUID, version: int) -> tuple[asyncio.Queue[Piece], int]:
        """Start to watch a tournament that stood at this version; say also which was handed out last."""
        queue: asyncio.Queue[Piece] = asyncio.Queue(MANY)
        self.watchers.setdefault(tournament, set()).add(queue)
        self.versions.setdefault(tournament, version)
        if not self.tasks:
            self.tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._listen())]
        return queue, self.versions[tournament]

    def leave(self, tournament: UUID, queue: asyncio.Queue[Piece]) -> None:
        """Watch no longer; the last one to leave ends the task."""
        self.watchers[tournament].discard(queue)
        if not self.watchers[tournament]:
            del self.watchers[tournament], self.versions[tournament]
        if not self.watchers:
            for task in self.tasks:
                task.cancel()
            self.tasks = []

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(REST)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.sooner.wait(), EVERY - REST)
            self.sooner.clear()
            try:
                await self._tell()
            except Exception:  # a database that is away for a while must not end every stream
                log.exception("the versions could not be read")

    async def _tell(self) -> None:
        versions = await read(in_club(self.club, live.current_versions), list(self.watchers))
        for tournament, version in versions.items():
            seen = self.versions.get(tournament)
            if seen is None or version == seen:
                continue
            piece = await read(in_club(self.club, news_after), tournament, seen)
            self.versions[tournament] = piece.version
            await self._hand_out(tournament, piece)

    async def _hand_out(self, tournament: UUID, piece: Piece) -> None:
        watchers = list(self.watchers.get(tournament, ()))
        for start in range(0, len(watchers), AT_ONCE):
            for queue in watchers[start : start + AT_ONCE]:
                _put(queue, piece)
            await asyncio.sleep(BREATH)

    async def _listen(self) -> None:
        while settings.REDIS_URL:
            with contextlib.suppress(RedisError, OSError):
                async with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as changes:
                    await changes.subscribe(CHANGED)
                    async for _message in changes.listen():
                        self.sooner.set()
            await asyncio.sleep(EVERY)


def _put(queue: asyncio.Queue[Piece], piece: Piece) -> None:
    if queue.full():  # its browser does not read: let it load the page again
        while not queue.empty():
            queue.get_nowait()
        piece = Piece((News(piece.version, "reload"),))
    queue.put_nowait(piece)


PATH = re.compile(r"/api/v1/tournaments/([-\w]+)/events/")
BEAT = 15  # seconds of silence after which a heartbeat keeps the connection alive
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
pollers: dict[str, ChangePoller] = {}
"""Those of this process, by the slug of the club."""


def poller_of(club: str) -> ChangePoller:
    """Return the one of a club, by its slug."""
    return pollers.setdefault(club, ChangePoller(club))


def streamed_slug(scope: HTTPScope) -> str | None:
    """Return whose stream is asked for, or None when something else is."""
    asked = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
    return asked[1] if asked else None


async def stream(slug: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Answer until the reader goes."""
    club = club_of(scope)
    try:
        found = await read(in_club(club, stream_of), slug, cookies_of(scope))
    except Exception as error:
        status = outage_of(error)
        if status is None:
            raise
        return await _refuse(send, problem(status, "unavailable", outage_words(status)))
    if found is None:
        detail = gettext("There is no such tournament.")
        return await _refuse(send, problem(HTTPStatus.NOT_FOUND, "not_found", detail))
    tournament, version, results = found
    seen = _version_seen(scope, version, results)
    await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": HEADERS})
    tasks = [
        asyncio.create_task(_tell(poller_of(club), tournament, version, seen, send)),
        asyncio.create_task(_wait_until_gone(receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _tell(
    poller: ChangePoller, tournament: UUID, version: int, version_seen: int | None, send: Send
) -> None:
    async with aclosing(_lines(poller, tournament, version, version_seen)) as lines:
        async for line in lines:
            await send({"type": "http.response.body", "body": line.encode(), "more_body": True})


async def _lines(
    poller: ChangePoller, tournament: UUID, version: int, version_seen: int | None
) -> AsyncGenerator[str, None]:
    queue, handed_out = poller.join(tournament, version)
    told = version if version_seen is None else version_seen
    try:
        yield f"retry: 2000\n{_beat()}"
        if told != max(version, handed_out):
            missed = await read(in_club(poller.club, news_after), tournament, told)
            told = missed.version
            yield missed.text
        while True:
            try:
                async with asyncio.timeout(BEAT):
                    heard = [await queue.get()]
            except TimeoutError:
                yield _beat()
                continue
            while not queue.empty():  # what came together goes out together
                heard.append(queue.get_nowait())
            text = "".join(piece.after(told) for piece in heard)
            told = max(told, heard[-1].version)
            if text:
                yield text
    finally:
        poller.leave(tournament, queue)


def _beat() -> str:
    """Return the event that tells a script the longest time until the next event, in seconds."""
    return f"event: beat\ndata: {BEAT}\n\n"


def _version_seen(scope: HTTPScope, version: int, results: int) -> int | None:
    """Return the version the reader has: Last-Event-ID when it comes back, of a new page what it stands at.

    ?since= is a version; ?results= a results version, of a page that misses nothing while that stands.
    """
    query = parse_qs(scope["query_string"].decode("latin-1"))
    came_back = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1")
    if not came_back and query.get("results") == [str(results)]:
        return version
    given = came_back or query.get("since", query.get("results", [""]))[0]
    return int(given) if re.fullmatch(r"[0-9]{1,15}", given) else None


async def _refuse(send: Send, problem: dict[str, Any]) -> None:
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"cache-control", b"no-store")]
    if problem["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
        headers.append((b"retry-after", str(RETRY_AFTER).encode()))
    await send({"type": "http.response.start", "status": problem["status"], "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode(), "more_body": False})
