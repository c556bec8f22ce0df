"""A poller of the versions of all watched tournaments, with one query every half second.

The worker is another process, so changes are found in the database. A Redis message only triggers the next
query earlier.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections
from django.utils.functional import cached_property
from redis import RedisError
from redis.asyncio import Redis

from tournaments.clubs.databases import in_club
from tournaments.clubs.rules import FIRST
from tournaments.lifecycle.services import changes
from tournaments.lifecycle.services.changes import CHANGED

log = logging.getLogger(__name__)

EVERY = 0.5  # seconds
REST = (
    0.2  # seconds between two queries at least: changes in between are sent to thousands of readers at once
)
MANY = changes.MOST_TOLD  # the maximum number of changes sent one by one
AT_ONCE = 50  # the number of watchers served in a batch
BREATH = 0.015  # seconds between two batches, so that writing requests do not wait for thousands of watchers

T = TypeVar("T")
readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="watch")


@dataclass(frozen=True)
class News:
    """A change in a tournament: topic, match (or None) and version."""

    version: int
    topic: str
    match: UUID | None = None

    @cached_property
    def event(self) -> str:
        """The change as a server-sent event, formatted once for all readers."""
        data = {"version": self.version, "match": self.match and str(self.match)}
        return f"event: {self.topic}\nid: {self.version}\ndata: {json.dumps(data)}\n\n"


@dataclass(frozen=True)
class Piece:
    """The changes that one query has found, oldest first, and the version of the last change.

    If the query has found no changes, `version` is the version from which it started.
    """

    version: int
    news: tuple[News, ...]

    @cached_property
    def text(self) -> str:
        """All events of the changes, in the format of the event stream."""
        return "".join(each.event for each in self.news)

    def after(self, version: int) -> str:
        """Return the events after `version` in the format of the event stream."""
        if self.news and self.news[0].version > version:
            return self.text
        return "".join(each.event for each in self.news if each.version > version)


async def read(question: Callable[..., T], *arguments: object) -> T:
    """Run a query in one of two threads, which keep their database connections open."""

    def ask() -> T:
        close_old_connections()
        try:
            return question(*arguments)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(readers, ask)


def news_after(tournament: UUID, version: int) -> Piece:
    """Return the changes after `version`, or a single `reload` if there are too many or some were deleted.

    The result is empty if `version` is the current version, or if the tournament does not exist.
    """
    now = changes.current_versions([tournament]).get(tournament, version)
    rows = changes.changes_after(tournament, version, MANY)
    is_complete = now == version or (rows and rows[0].version == version + 1 and len(rows) < MANY)
    if not is_complete:
        return Piece(now, (News(now, "reload"),))
    news = tuple(News(change.version, change.topic, change.match_id) for change in rows)
    return Piece(news[-1].version if news else version, news)


class ChangePoller:
    """A poller that finds changes in the tournaments of one club and sends each change to the readers.

    A reader is an event stream in this process. The poller has a queue of changes for each reader, and polls
    the database as long as there are readers.
    """

    def __init__(self, club: str = FIRST) -> None:
        self.club = club
        self.watchers: dict[UUID, set[asyncio.Queue[Piece]]] = {}
        self.versions: dict[UUID, int] = {}
        self.sooner = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def join(self, tournament: UUID, version: int) -> tuple[asyncio.Queue[Piece], int]:
        """Add a reader of a tournament; return its queue and the version last sent to readers."""
        queue: asyncio.Queue[Piece] = asyncio.Queue(MANY)
        self.watchers.setdefault(tournament, set()).add(queue)
        self.versions.setdefault(tournament, version)
        if not self.tasks:
            self.tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._listen())]
        return queue, self.versions[tournament]

    def leave(self, tournament: UUID, queue: asyncio.Queue[Piece]) -> None:
        """Remove a reader. The tasks end when the last reader is removed."""
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
            except Exception:  # an unavailable database must not end the streams
                log.exception("the versions could not be read")

    async def _tell(self) -> None:
        versions = await read(in_club(self.club, changes.current_versions), list(self.watchers))
        for tournament, version in versions.items():
            sent_version = self.versions.get(tournament)
            if sent_version is None or version == sent_version:
                continue
            piece = await read(in_club(self.club, news_after), tournament, sent_version)
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
                async with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as messages:
                    await messages.subscribe(CHANGED)
                    async for _message in messages.listen():
                        self.sooner.set()
            await asyncio.sleep(EVERY)


def _put(queue: asyncio.Queue[Piece], piece: Piece) -> None:
    if queue.full():  # the browser does not read: it has to load the page again
        while not queue.empty():
            queue.get_nowait()
        piece = Piece(piece.version, (News(piece.version, "reload"),))
    queue.put_nowait(piece)


# The pollers of this process, by the slug of the club.
pollers: dict[str, ChangePoller] = {}


def poller_of(club: str) -> ChangePoller:
    """Return the poller of a club, by its slug."""
    return pollers.setdefault(club, ChangePoller(club))
