"""One look every half second at the versions of the tournaments somebody watches, for all of them together.

The worker is another process, so nothing in memory can carry its news; the version row does, alike on
both databases. Redis, where there is one, only makes the next look come sooner.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db import connection
from redis import RedisError
from redis.asyncio import Redis

from tournaments import live
from tournaments.jobs.doorbell import CHANGED

log = logging.getLogger(__name__)

EVERY = 0.5  # seconds
REST = 0.2  # seconds between two looks at least: what happens meanwhile is told to thousands at once
MANY = 100  # changes: whoever is further behind loads the page again

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


async def read(question: Callable[..., T], *arguments: object) -> T:
    """Ask the database in a thread that keeps no connection."""

    def ask() -> T:
        try:
            return question(*arguments)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(readers, ask)


def news_after(tournament: UUID, version: int) -> list[News]:
    """Return what happened after a version; one `reload` when that is too much, or not known any more."""
    now = live.current_versions([tournament]).get(tournament, version)
    changes = live.changes_after(tournament, version, MANY)
    whole = now == version or (changes and changes[0].version == version + 1 and len(changes) < MANY)
    if not whole:
        return [News(now, "reload")]
    return [News(change.version, change.topic, change.match_id) for change in changes]


class Watch:
    """The watchers of this process, and the one task that looks for them while there are any."""

    def __init__(self) -> None:
        self.watchers: dict[UUID, set[asyncio.Queue[News]]] = {}
        self.seen: dict[UUID, int] = {}
        self.sooner = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def join(self, tournament: UUID, version: int) -> asyncio.Queue[News]:
        """Start to watch a tournament that stands at this version."""
        queue: asyncio.Queue[News] = asyncio.Queue(MANY)
        self.watchers.setdefault(tournament, set()).add(queue)
        self.seen.setdefault(tournament, version)
        if not self.tasks:
            self.tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._listen())]
        return queue

    def leave(self, tournament: UUID, queue: asyncio.Queue[News]) -> None:
        """Watch no longer; the last one to leave ends the task."""
        self.watchers[tournament].discard(queue)
        if not self.watchers[tournament]:
            del self.watchers[tournament], self.seen[tournament]
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
        versions = await read(live.current_versions, list(self.watchers))
        for tournament, version in versions.items():
            seen = self.seen.get(tournament)
            if seen is None or version == seen:
                continue
            for news in await read(news_after, tournament, seen):
                self.seen[tournament] = news.version
                self._hand_out(tournament, news)

    def _hand_out(self, tournament: UUID, news: News) -> None:
        for queue in self.watchers.get(tournament, ()):
            full = queue.full()
            while full and not queue.empty():  # its browser does not read: let it load the page again
                queue.get_nowait()
            queue.put_nowait(News(news.version, "reload") if full else news)

    async def _listen(self) -> None:
        while settings.REDIS_URL:
            with contextlib.suppress(RedisError, OSError):
                async with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as changes:
                    await changes.subscribe(CHANGED)
                    async for _message in changes.listen():
                        self.sooner.set()
            await asyncio.sleep(EVERY)
