"""Event streams: a reader receives each change after the last version it knows, soon and only once."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import pytest

from config import change_poller, events
from config.events import stream, streamed_slug
from tournaments.lifecycle.services import changes

pytestmark = pytest.mark.timing


@dataclass
class Made:
    """A fake row of the model Change."""

    version: int
    topic: str
    match_id: UUID | None = None


@dataclass
class Evening:
    """A fake database with the changes of one tournament."""

    id: UUID = field(default_factory=uuid4)
    changes: list[Made] = field(default_factory=list)
    version: int = 0
    looks: int = 0

    def note(self, topic: str, match: UUID | None = None) -> None:
        """Add a change and increase the version."""
        self.version += 1
        self.changes.append(Made(self.version, topic, match))

    def stream_of(self, slug: str, _cookies: object) -> tuple[UUID, int, int] | None:
        """Return the id, the version and the results version of the tournament; None for an unknown slug."""
        results = max((each.version for each in self.changes if each.topic != "hand"), default=0)
        return (self.id, self.version, results) if slug == "evening" else None

    def current_versions(self, ids: list[UUID]) -> dict[UUID, int]:
        """Count the query, and return the current version of the tournament."""
        self.looks += 1
        return {self.id: self.version} if self.id in ids else {}

    def changes_after(self, _id: UUID, version: int, limit: int = 100) -> list[Made]:
        """Return the changes after the given version."""
        return [change for change in self.changes if change.version > version][:limit]


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    happening = Evening()
    monkeypatch.setattr(events, "stream_of", happening.stream_of)
    monkeypatch.setattr(changes, "current_versions", happening.current_versions)
    monkeypatch.setattr(changes, "changes_after", happening.changes_after)
    monkeypatch.setattr(change_poller, "EVERY", 0.02)
    monkeypatch.setattr(change_poller, "REST", 0.01)
    monkeypatch.setattr(events, "BEAT", 0.2)
    monkeypatch.setattr(change_poller, "pollers", {"": change_poller.ChangePoller()})
    return happening


class Reader:
    """A fake browser that reads an event stream."""

    def __init__(self, slug: str = "evening", query: str = "", last_event: str = "") -> None:
        self.slug, self.gone = slug, asyncio.Event()
        headers = [(b"last-event-id", last_event.encode())] if last_event else []
        self.scope: Any = {"type": "http", "query_string": query.encode(), "headers": headers}
        self.start: dict[str, Any] = {}
        self.text = ""
        self.parts = 0

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.text += message["body"].decode()
            self.parts += 1

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def begin(self) -> "asyncio.Task[None]":
        return asyncio.create_task(stream(self.slug, self.scope, self.receive, self.send))

    @property
    def beats(self) -> int:
        """The number of heartbeats that the reader received, including the first."""
        return self.text.count("event: beat\n")

    @property
    def told(self) -> list[tuple[str, int]]:
        """The topics and versions of the events that the reader received."""
        blocks = [
            block.splitlines()
            for block in self.text.split("\n\n")
            if block.startswith("event: ") and not block.startswith("event: beat")
        ]
        return [
            (event.removeprefix("event: "), int(number.removeprefix("id: ")))
            for event, number, _data in blocks
        ]


async def all_gone(readers: Iterable[Reader], tasks: Iterable[Awaitable[None]]) -> None:
    """Disconnect all readers, and wait until their streams have ended."""
    for reader in readers:
        reader.gone.set()
    await asyncio.gather(*tasks)


async def until(what: Callable[[], bool]) -> None:
    for _ in range(500):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def play(scene: Callable[[], Awaitable[None]]) -> None:
    """Run a coroutine in a thread, because Playwright may run an event loop in the main thread."""

    async def in_time() -> None:
        await asyncio.wait_for(scene(), 20)

    with ThreadPoolExecutor(1) as stage:
        stage.submit(lambda: asyncio.run(in_time())).result()


def test_all_readers_receive_a_change_after_one_shared_poll(evening: Evening) -> None:
    async def scene() -> None:
        readers = [Reader() for _ in range(50)]
        tasks = [reader.begin() for reader in readers]
        await until(lambda: all(reader.text for reader in readers))
        await until(lambda: evening.looks > 2 * len(readers) + 20)  # each reader has asked twice for itself
        evening.looks, began = 0, time.monotonic()
        match = uuid4()
        evening.note("hand", match)
        await until(lambda: all(reader.told == [("hand", 1)] for reader in readers))
        assert (
            evening.looks <= 2 + (time.monotonic() - began) / change_poller.EVERY
        )  # one poll for all readers
        data = json.loads(readers[0].text.rpartition("data: ")[2])
        assert data == {"version": 1, "match": str(match)}
        await all_gone(readers, tasks)
        assert change_poller.pollers[""].watchers == {}
        assert change_poller.pollers[""].tasks == []

    play(scene)


def test_changes_between_two_polls_are_sent_as_one_message(evening: Evening) -> None:
    async def scene() -> None:
        reader = Reader()
        task = reader.begin()
        await until(lambda: evening.looks > 3)
        before = reader.parts
        for _each in range(5):
            evening.note("hand", uuid4())
        await until(lambda: len(reader.told) == 5)
        assert reader.told == [("hand", version) for version in range(1, 6)]
        assert reader.parts == before + 1
        reader.gone.set()
        await task

    play(scene)


def test_poller_pauses_between_polls_if_wake_up_messages_are_frequent(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_poller, "REST", 0.2)
    monkeypatch.setattr(change_poller, "EVERY", 5.0)

    async def scene() -> None:
        reader = Reader()
        task = reader.begin()
        await until(lambda: bool(reader.text))
        evening.looks, began = 0, time.monotonic()
        while time.monotonic() < began + 0.9:
            change_poller.pollers[""].sooner.set()
            evening.note("hand", uuid4())
            await asyncio.sleep(0.01)
        assert 2 <= evening.looks <= 2 * (2 + (time.monotonic() - began) / change_poller.REST)
        await until(lambda: bool(reader.told) and reader.told[-1][1] == evening.version)
        reader.gone.set()
        await task

    play(scene)


def test_many_readers_are_notified_in_batches(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_poller, "AT_ONCE", 2)
    monkeypatch.setattr(change_poller, "BREATH", 0.2)

    async def scene() -> None:
        readers = [Reader() for _ in range(6)]
        tasks = [reader.begin() for reader in readers]
        await until(lambda: all(reader.text for reader in readers))
        evening.note("hand")
        goes = set()
        while (count := sum(bool(reader.told) for reader in readers)) < len(readers):
            goes.add(count)
            await asyncio.sleep(0.01)
        assert goes == {0, 2, 4}
        await all_gone(readers, tasks)

    play(scene)


def test_change_made_while_a_reader_connects_is_sent_to_that_reader(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        first = Reader()
        tasks = [first.begin()]
        await until(lambda: bool(first.text))
        evening.note("hand")
        await until(lambda: first.told == [("hand", 1)])
        # the version was read before the change
        monkeypatch.setattr(events, "stream_of", lambda _slug, _cookies: (evening.id, 0, 0))
        second = Reader()
        tasks.append(second.begin())
        await until(lambda: second.told == [("hand", 1)])
        evening.note("match")
        await until(lambda: second.told == first.told == [("hand", 1), ("match", 2)])
        await all_gone((first, second), tasks)

    play(scene)


def test_reader_that_knows_a_newer_version_than_the_stream_receives_the_next_change(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        evening.note("hand")
        # the version was read before the change
        monkeypatch.setattr(events, "stream_of", lambda _slug, _cookies: (evening.id, 0, 0))
        reader = Reader(query="since=1")
        task = reader.begin()
        await until(lambda: reader.beats > 1 or task.done())
        evening.note("match")
        await until(lambda: reader.told == [("match", 2)])
        await all_gone([reader], [task])

    play(scene)


def test_reader_receives_no_changes_of_a_tournament_that_was_deleted(evening: Evening) -> None:
    piece = change_poller.news_after(uuid4(), 3)
    assert (piece.version, piece.text, piece.after(2)) == (3, "", "")


def test_reader_with_the_current_version_causes_no_query(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    query_versions: list[int] = []

    def changes_after(_id: UUID, version: int, _limit: int) -> list[Made]:
        query_versions.append(version)
        return []

    monkeypatch.setattr(changes, "changes_after", changes_after)

    async def scene() -> None:
        evening.note("hand")
        reader = Reader(query="since=1")
        task = reader.begin()
        await until(lambda: reader.beats > 1)
        assert (reader.told, query_versions) == ([], [])
        reader.gone.set()
        await task

    play(scene)


def test_event_stream_response_is_not_cached_or_buffered(evening: Evening) -> None:
    async def scene() -> None:
        reader = Reader()
        task = reader.begin()
        await until(lambda: reader.beats > 1)
        assert reader.start["status"] == 200
        assert dict(reader.start["headers"]) == {
            b"content-type": b"text/event-stream; charset=utf-8",
            b"cache-control": b"no-store",
            b"x-accel-buffering": b"no",
        }
        reader.gone.set()
        await task

    play(scene)


def test_event_stream_begins_with_a_heartbeat_and_repeats_the_heartbeat(evening: Evening) -> None:
    async def scene() -> None:
        reader = Reader()
        task = reader.begin()
        await until(lambda: reader.beats > 2)
        assert reader.text.startswith("retry: 2000\nevent: beat\ndata: 0.2\n\n")
        reader.gone.set()
        await task

    play(scene)


@pytest.mark.parametrize(
    ("query", "last_event", "events_expected"),
    [
        ("", "", []),
        ("", "1", [("match", 2), ("bracket", 3)]),
        ("since=2", "", [("bracket", 3)]),
        ("since=0", "2", [("bracket", 3)]),
        ("", "3", []),
        ("", "9", [("reload", 3)]),
        ("", "-1", []),
        ("since=x", "", []),
        ("results=3", "", []),
        ("results=2", "", [("bracket", 3)]),
        ("results=3", "2", [("bracket", 3)]),
    ],
)
def test_reader_receives_the_changes_after_the_given_version(
    query: str, last_event: str, events_expected: list[tuple[str, int]], evening: Evening
) -> None:
    async def scene() -> None:
        for topic in ("hand", "match", "bracket"):
            evening.note(topic)
        reader = Reader(query=query, last_event=last_event)
        task = reader.begin()
        await until(lambda: reader.beats > 1)
        assert reader.told == events_expected
        evening.note("standings")
        await until(lambda: reader.told == [*events_expected, ("standings", 4)])
        reader.gone.set()
        await task

    play(scene)


def test_reader_of_a_results_page_receives_no_events_for_hands_recorded_before_it_connects(
    evening: Evening,
) -> None:
    """An event about an earlier hand would make every reader of a cached page reload the page."""

    async def scene() -> None:
        evening.note("match")
        for _hand in range(2 * change_poller.MANY):
            evening.note("hand")
        reader = Reader(query="results=1")
        task = reader.begin()
        await until(lambda: reader.beats > 1)
        assert reader.told == []
        evening.note("standings")
        await until(lambda: reader.told == [("standings", 2 * change_poller.MANY + 2)])
        reader.gone.set()
        await task

    play(scene)


def test_reader_that_missed_too_many_changes_receives_a_reload_event(evening: Evening) -> None:
    async def scene() -> None:
        for _ in range(change_poller.MANY + 5):
            evening.note("hand")
        late, forgotten = Reader(last_event="1"), Reader(last_event="100")
        evening.changes = evening.changes[-2:]
        tasks = [late.begin(), forgotten.begin()]
        await until(lambda: bool(late.told and forgotten.told))
        assert late.told == forgotten.told == [("reload", change_poller.MANY + 5)]
        await all_gone((late, forgotten), tasks)

    play(scene)


def test_reader_that_stops_reading_does_not_delay_other_readers(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        stuck, quick = Reader(), Reader()
        full = asyncio.Event()
        send = stuck.send

        async def send_slowly(message: Any) -> None:
            if message["type"] == "http.response.body":
                await full.wait()
            await send(message)

        monkeypatch.setattr(stuck, "send", send_slowly)
        tasks = [stuck.begin(), quick.begin()]
        await until(
            lambda: bool(quick.text) and len(change_poller.pollers[""].watchers.get(evening.id, ())) == 2
        )
        for number in range(1, change_poller.MANY + 20):
            evening.note("hand")
            await until(lambda number=number: bool(quick.told) and quick.told[-1][1] == number)  # type: ignore[misc]
        full.set()
        await until(lambda: bool(stuck.told) and stuck.told[-1][1] == evening.version)
        assert stuck.told[0][0] == "reload"
        assert ("reload", evening.version) not in quick.told
        await all_gone((stuck, quick), tasks)

    play(scene)


def test_event_stream_of_an_unknown_tournament_returns_a_problem_document(evening: Evening) -> None:
    async def scene() -> None:
        reader = Reader(slug="nowhere")
        await reader.begin()
        assert reader.start["status"] == 404
        assert dict(reader.start["headers"])[b"content-type"] == b"application/problem+json"
        assert json.loads(reader.text)["code"] == "not_found"

    play(scene)


@pytest.mark.parametrize(
    ("method", "path", "slug"),
    [
        ("GET", "/api/v1/tournaments/christmas-2026/events/", "christmas-2026"),
        ("POST", "/api/v1/tournaments/christmas-2026/events/", None),
        ("GET", "/api/v1/tournaments/christmas-2026/events", None),
        ("GET", "/api/v1/tournaments/a/b/events/", None),
        ("GET", "/christmas-2026/events/", None),
    ],
)
def test_event_stream_request_is_recognised_by_method_and_path(
    method: str, path: str, slug: str | None
) -> None:
    scope: Any = {"type": "http", "method": method, "path": path}
    assert streamed_slug(scope) == slug
