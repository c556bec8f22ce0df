"""The page cache renders a page once for all readers, and never sends an outdated or a private page."""

import asyncio
import re
import tracemalloc
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings

from config.server import page_store
from config.server.page_store import PageCache
from tournaments.web.page_cache import VARY_COOKIES

pytestmark = pytest.mark.timing

HEADERS = [(b"Content-Type", b"text/html"), (b"Cache-Control", b"no-cache, public"), (b"ETag", b'W/"1"')]


@dataclass
class FakeSite:
    """A fake of Django and of the database, with one tournament."""

    version: int | None = 7
    results: int = 3
    headers: list[tuple[bytes, bytes]] = field(default_factory=lambda: list(HEADERS))
    status: int = 200
    words: str = "page"
    scopes: list[Any] = field(default_factory=list)
    query_slugs: list[list[str]] = field(default_factory=list)
    broken: bool = False
    says_304: bool = False

    def versions_of(self, slugs: Collection[str]) -> dict[str, tuple[int, int]]:
        """Record the query, and return the current versions of the tournament."""
        self.query_slugs.append(list(slugs))
        if self.broken:
            raise RuntimeError
        return {} if self.version is None else {"evening": (self.version, self.results)}

    async def make(self, scope: Any, _receive: Any, send: Any) -> None:
        """Send a response in two parts; other requests can arrive during the pause between the parts."""
        self.scopes.append(scope)
        await asyncio.sleep(0.02)
        if self.says_304 and b"if-none-match" in dict(scope["headers"]):
            await send({"type": "http.response.start", "status": 304, "headers": self.headers[1:]})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        body = f"{self.words} {self.version}".encode()
        await send({"type": "http.response.body", "body": body[:3], "more_body": True})
        await send({"type": "http.response.body", "body": body[3:], "more_body": False})


@dataclass
class Answer:
    """The response that one reader receives."""

    status: int = 0
    headers: dict[bytes, bytes] = field(default_factory=dict)
    body: bytes = b""

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], {k.lower(): v for k, v in message["headers"]}
        else:
            self.body += message["body"]


PAIR = "11111111-1111-4111-8111-111111111111"
ANOTHER = "22222222-2222-4222-8222-222222222222"


def a_scope(
    path: str = "/evening/", query: str = "", method: str = "GET", scheme: str = "http", **headers: str
) -> Any:
    header_pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "scheme": scheme, "method": method, "path": path, "headers": header_pairs} | {
        "query_string": query.encode()
    }


def play(scene: Callable[[PageCache], Awaitable[None]], site: FakeSite) -> None:
    """Run a coroutine in a separate thread, because Playwright may run an event loop in the main thread."""

    async def in_time() -> None:
        await asyncio.wait_for(scene(PageCache(site.versions_of, site.make)), 20)

    with ThreadPoolExecutor(1) as stage:
        stage.submit(lambda: asyncio.run(in_time())).result()


async def get(cache: PageCache, scope: Any) -> Answer:
    answer = Answer()
    await cache.answer(scope, None, answer.send)  # type: ignore[arg-type]
    return answer


@pytest.fixture(autouse=True)
def within_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock of the cache, so that no page expires during a test."""
    monkeypatch.setattr(page_store, "clock_part", lambda _seconds: 0)


@pytest.fixture(autouse=True)
def without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(question: Callable[..., Any], *arguments: object) -> Any:
        await asyncio.sleep(0.005)
        return question(*arguments)

    monkeypatch.setattr(page_store, "read", read)


def test_one_hundred_simultaneous_requests_cause_one_rendering_and_two_queries() -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        answers = await asyncio.gather(*(get(cache, a_scope()) for _each in range(100)))
        assert {answer.body for answer in answers} == {b"page 7"}
        assert {answer.headers[b"etag"] for answer in answers} == {b'W/"1"'}
        assert len(site.scopes) == 1
        assert len(site.query_slugs) <= 2

    play(scene, site)


def test_page_is_rendered_again_after_a_change() -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for version in (7, 8, 9):
            site.version = version
            assert [(await get(cache, a_scope())).body for _each in range(2)] == [
                f"page {version}".encode()
            ] * 2
        assert len(site.scopes) == 3

    play(scene, site)


def test_results_page_is_rendered_again_for_a_result_and_not_for_a_hand() -> None:
    site = FakeSite(headers=[*HEADERS, (b"Shows-Results", b"1")])

    async def scene(cache: PageCache) -> None:
        for version in range(7, 60):
            site.version = version
            answer = await get(cache, a_scope())
            assert answer.body == b"page 7"
            assert b"shows-results" not in answer.headers
        assert len(site.scopes) == 1
        site.results = 60
        assert (await get(cache, a_scope())).body == b"page 59"
        assert len(site.scopes) == 2

    play(scene, site)


def test_page_confirmed_with_304_is_kept_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    site, clock = FakeSite(says_304=True), [0]
    monkeypatch.setattr(page_store, "clock_part", lambda _seconds: clock[0])

    async def scene(cache: PageCache) -> None:
        for moment in range(5):
            clock[0] = moment
            for _each in range(3):
                answer = await get(cache, a_scope())
                assert (answer.status, answer.body) == (200, b"page 7")
        assert len(site.scopes) == 5
        assert [dict(each["headers"]).get(b"if-none-match") for each in site.scopes] == [
            None,
            *[b'W/"1"'] * 4,
        ]
        site.says_304, site.version = False, 8
        assert (await get(cache, a_scope())).body == b"page 8"
        assert len(cache.pages) == 1

    play(scene, site)


def test_large_page_is_shared_by_simultaneous_requests_but_not_cached() -> None:
    site = FakeSite(words="x" * 2**20)

    async def scene(cache: PageCache) -> None:
        await asyncio.gather(*(get(cache, a_scope()) for _each in range(3)))
        assert (len(site.scopes), len(cache.pages), cache.size) == (1, 0, 0)

    play(scene, site)


@pytest.mark.parametrize("path", ["/", "/archivio/"])
def test_club_page_is_revalidated_once_for_all_waiting_requests(path: str) -> None:
    site = FakeSite(says_304=True)

    async def scene(cache: PageCache) -> None:
        first = await get(cache, a_scope(path))
        again = asyncio.create_task(get(cache, a_scope(path)))
        await asyncio.sleep(0.01)
        site.says_304, site.version = False, 8
        meanwhile = asyncio.create_task(get(cache, a_scope(path)))
        await asyncio.sleep(0.011)  # Django has answered the first request
        later = await asyncio.gather(*(get(cache, a_scope(path)) for _each in range(50)))
        assert {first.body} == {b"page 7"}
        assert {answer.body for answer in (await meanwhile, *later)} == {b"page 8"}
        await again
        assert len(site.scopes) <= 4
        assert site.query_slugs == []
        assert not cache.asking
        assert not cache.next

    play(scene, site)


def test_change_during_a_version_query_is_included_in_later_responses() -> None:
    """A query that began before a request arrived is not used for this request."""
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        first = asyncio.create_task(get(cache, a_scope()))
        await asyncio.sleep(0.001)
        site.version = 8
        second = await get(cache, a_scope())
        assert second.body == b"page 8"
        await first

    play(scene, site)


def test_matching_etag_returns_304_without_a_body() -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for etags in ('W/"1"', '"1"', '"0", W/"1"'):
            answer = await get(cache, a_scope(if_none_match=etags))
            assert (answer.status, answer.body) == (304, b"")
            assert answer.headers[b"etag"] == b'W/"1"'
            assert b"content-type" not in answer.headers
        assert (await get(cache, a_scope(if_none_match='W/"2"'))).status == 200
        assert b"if-none-match" not in dict(site.scopes[0]["headers"])
        assert len(site.scopes) == 1

    play(scene, site)


@pytest.mark.parametrize(
    ("first_request", "second_request"),
    [
        ({}, {"path": "/evening/tavoli/"}),
        ({}, {"query": "turno=2"}),
        ({"accept_language": "it"}, {"accept_language": "en"}),
        ({}, {"accept_encoding": "gzip, br"}),
        ({"host": "a.example"}, {"host": "b.example"}),
        ({}, {"scheme": "https"}),
        ({}, {"cookie": "theme=dark"}),
        ({"cookie": "django_language=it"}, {"cookie": "django_language=en"}),
        ({"cookie": f"segui={PAIR}"}, {"cookie": f"segui={ANOTHER}"}),
    ],
)
def test_request_with_another_cache_key_gets_another_page(
    first_request: dict[str, str], second_request: dict[str, str]
) -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for each in (first_request, second_request, first_request, second_request):
            assert (await get(cache, a_scope(**each))).status == 200
        assert len(site.scopes) == 2

    play(scene, site)


def test_page_rendered_in_an_earlier_minute_is_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    site, clock = FakeSite(), [0]
    monkeypatch.setattr(page_store, "clock_part", lambda _seconds: clock[0])

    async def scene(cache: PageCache) -> None:
        await get(cache, a_scope())
        clock[0] = 1
        await get(cache, a_scope())
        assert len(site.scopes) == 2

    play(scene, site)


@pytest.mark.parametrize(
    "scope",
    [
        a_scope("/static/css/public.css"),
        a_scope(query="segui=1"),
        a_scope(method="HEAD"),
        a_scope(cookie=f"{settings.SESSION_COOKIE_NAME}=mine"),
        a_scope(cookie="messages=hello"),
    ],
)
def test_response_to_a_private_request_is_not_cached(scope: Any) -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for _each in range(2):
            assert (await get(cache, scope)).body == b"page 7"
        assert len(site.scopes) == 2
        assert site.query_slugs == []
        assert not cache.pages

    play(scene, site)


@pytest.mark.parametrize(
    "site",
    [
        FakeSite(headers=[(b"Cache-Control", b"private, no-cache"), (b"ETag", b'"1"')]),
        FakeSite(headers=[(b"Cache-Control", b"no-store"), (b"ETag", b'"1"')]),
        FakeSite(headers=[*HEADERS, (b"Set-Cookie", b"segui=1")]),
        FakeSite(headers=[(b"Cache-Control", b"public")]),
        FakeSite(status=404),
        FakeSite(version=None),
        FakeSite(broken=True),
    ],
)
def test_private_response_is_rendered_for_each_request(site: FakeSite) -> None:
    async def scene(cache: PageCache) -> None:
        answers = await asyncio.gather(*(get(cache, a_scope()) for _each in range(3)))
        assert {answer.status for answer in answers} == {site.status}
        assert {answer.body for answer in answers} == {f"{site.words} {site.version}".encode()}
        assert len(site.scopes) == 3
        assert not cache.pages
        assert not cache.making

    play(scene, site)


def test_page_of_the_last_known_version_is_served_during_a_database_outage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        before = await get(cache, a_scope())
        monkeypatch.setattr(page_store, "clock_part", lambda _seconds: 1)
        site.broken = True
        assert (await get(cache, a_scope())).body == before.body
        assert len(site.scopes) == 1
        await get(cache, a_scope("/evening/tavoli/"))  # This page is not cached, so Django reports the error.
        await get(cache, a_scope(cookie="theme=dark"))
        assert len(site.scopes) == 3
        site.broken, site.version = False, 8
        await get(cache, a_scope("/evening/tavoli/"))
        site.broken = True
        # an older page might show what is hidden since
        assert (await get(cache, a_scope())).body == b"page 8"
        assert len(site.scopes) == 5

    play(scene, site)


def test_cached_page_is_served_without_waiting_for_a_slow_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_store, "PATIENCE", 0.2)
    monkeypatch.setattr(page_store, "IMPATIENCE", 0.05)
    site, free, read = FakeSite(), asyncio.Event(), vars(page_store)["read"]

    async def hangs(question: Any, *arguments: Any) -> Any:
        await free.wait()
        return await read(question, *arguments)

    async def scene(cache: PageCache) -> None:
        before = await get(cache, a_scope())
        monkeypatch.setattr(page_store, "read", hangs)
        assert (await get(cache, a_scope())).body == before.body
        assert (await get(cache, a_scope())).body == before.body
        assert len(site.scopes) == 1
        site.version = 8
        free.set()
        await asyncio.sleep(0.2)
        assert (await get(cache, a_scope())).body == b"page 8"

    play(scene, site)


def test_requests_that_wait_for_a_failing_page_fail_too() -> None:
    site = FakeSite()

    async def broken(scope: Any, _receive: Any, _send: Any) -> None:
        site.scopes.append(scope)
        await asyncio.sleep(0.02)
        raise ConnectionError

    async def scene(cache: PageCache) -> None:
        cache.application = broken
        results = await asyncio.gather(*(get(cache, a_scope()) for _each in range(3)), return_exceptions=True)
        assert [type(each) for each in results] == [ConnectionError] * 3
        assert not cache.making

    play(scene, site)


def test_full_cache_drops_the_least_recently_used_page(monkeypatch: pytest.MonkeyPatch) -> None:
    site = FakeSite(words="x" * 100_000)
    room = 330_000
    monkeypatch.setattr(page_store, "MAX_SIZE", room)

    async def scene(cache: PageCache) -> None:
        for path in ("/evening/", "/evening/tavoli/", "/evening/coppie/"):
            await get(cache, a_scope(path))
        await get(cache, a_scope("/evening/"))
        await get(cache, a_scope("/evening/classifica/"))
        assert len(site.scopes) == 4
        assert cache.size == sum(page.size_under(key) for key, page in cache.pages.items()) <= room
        assert len(cache.pages) == 3
        await get(cache, a_scope("/evening/"))
        assert len(site.scopes) == 4
        await get(cache, a_scope("/evening/tavoli/"))
        assert len(site.scopes) == 5

    play(scene, site)


@pytest.mark.parametrize(
    "other",
    [
        {"accept_language": "en;q=0.9"},
        {"accept_language": "en-GB, en"},
        {"accept_language": "tlh, en"},
        {"accept_language": "it", "cookie": "django_language=en"},
        {"accept_language": "en", "x_forwarded_host": "elsewhere.example"},
        {"accept_language": "en", "user_agent": "another"},
    ],
)
def test_requests_with_equivalent_headers_get_the_same_page(other: dict[str, str]) -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for each in ({"accept_language": "en"}, other):
            assert (await get(cache, a_scope(**each))).status == 200
        assert len(site.scopes) == 1

    play(scene, site)


def test_repeated_headers_are_joined_as_django_joins_them() -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        twice = a_scope()
        twice["headers"] = [(b"accept-language", b"it"), (b"accept-language", b"en")]
        await get(cache, twice)
        await get(cache, a_scope(accept_language="en"))
        assert len(site.scopes) == 2

    play(scene, site)


@pytest.mark.parametrize(
    "scope",
    [
        a_scope(query="a=1"),
        a_scope(query="turno=1&utm_source=x"),
        a_scope(query=f"cerca={'x' * 200}"),
        a_scope(cookie="theme=purple"),
        a_scope(cookie=f"segui={'x' * 4000}"),
    ],
)
def test_page_with_unknown_parameters_or_cookies_is_not_cached(scope: Any) -> None:
    site = FakeSite()

    async def scene(cache: PageCache) -> None:
        for _each in range(2):
            assert (await get(cache, scope)).body == b"page 7"
        assert len(site.scopes) == 2
        assert not cache.pages

    play(scene, site)


def memory_after(times: int) -> int:
    """Request `times` pages, each at a different URL of 60 kB; return the memory growth in bytes."""
    site, grown = FakeSite(), []
    site.scopes = NoList()

    async def scene(cache: PageCache) -> None:
        tracemalloc.start()
        try:
            before, _peak = tracemalloc.get_traced_memory()
            for number in range(times):
                await get(cache, a_scope(query=f"a={'x' * 60_000}&n={number}"))
            after, _peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        grown.append(after - before)

    play(scene, site)
    return grown[0]


class NoList(list[Any]):
    """A list that ignores appended items."""

    def append(self, _each: Any) -> None:
        """Ignore the appended item."""


def test_pages_with_many_different_query_strings_are_not_kept_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert memory_after(100) < 2**20
    monkeypatch.setattr("tournaments.web.page_cache._is_ordinary", lambda _query, _cookies: True)
    monkeypatch.setattr(page_store, "MAX_SIZE", 2**20)
    assert memory_after(100) < 2 * 2**20  # if they were cached, their addresses would be counted
    monkeypatch.setattr(page_store.CachedPage, "size_under", lambda page, _key: len(page.body))
    assert memory_after(100) > 5 * 2**20  # the control: bodies alone are counted, as once


def test_all_cookies_read_by_templates_are_part_of_the_cache_key() -> None:
    texts = [file.read_text() for file in (settings.BASE_DIR / "templates").rglob("*.html")]
    read_there = {name for text in texts for name in re.findall(r"COOKIES\.(\w+)", text)}
    assert "theme" in read_there
    assert read_there <= set(VARY_COOKIES)
