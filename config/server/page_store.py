"""The page cache of a web process, in front of Django: public pages, rendered once for all readers.

A cached page of a tournament is valid for some seconds while the version of the tournament is unchanged (or
its results version, for pages that show only results). A valid page is sent from the cache. The version is
read after the request arrived, by one query at a time for all waiting requests, so that no reader gets an
outdated page. If the page is not valid, it is requested from Django with the ETag of the cached page, and
Django returns a new page or 304.

A page of the club has no version in the cache and is therefore always revalidated. One request to Django
revalidates the page for all readers who arrived before this request.

There is one page for each key (`store_key` in tournaments/web/page_cache.py): the values on which the page
varies, its club and its encoding. A page is not stored if the request has a URL or a cookie that no page of
the site produces. Pages are never invalidated. If the database does not respond, the cache sends the page of
the last known version (docs/decisions/0026-page-cache.md).
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.utils.functional import cached_property
from django.utils.http import parse_etags

from config.change_poller import read
from config.server.routing import club_of, cookies_of, header, language_of
from tournaments.club.services.slugs import page_words
from tournaments.clubs.databases import in_club
from tournaments.errors import outage_of
from tournaments.web.page_cache import SHOWS_RESULTS, RequestFacts, clock_part, is_shared, store_key

log = logging.getLogger(__name__)

TOURNAMENT_PATH = re.compile(r"/([-\w]+)/")
# Files served by WhiteNoise.
NOT_A_PAGE = re.compile(r"/static/")
RESULTS_HEADER = SHOWS_RESULTS.lower().encode()
BODY_HEADERS = (b"content-type", b"content-length", b"content-encoding", b"content-disposition")
CONDITIONAL_HEADERS = (b"if-none-match", b"if-modified-since", b"range")
MAX_SIZE = 8 * 2**20  # bytes, of bodies, headers and keys
MAX_PAGE_SIZE = 2**19  # bytes of one page
TICK = 10  # seconds after which a page is revalidated, because it may depend on the time
PATIENCE = 1.0  # second of waiting for the version of a tournament
IMPATIENCE = 0.2  # seconds of the same after a query that failed

Headers = list[tuple[bytes, bytes]]
ReadVersions = Callable[[Collection[str]], Mapping[str, tuple[int, int]]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
CacheKey = tuple[object, ...]

OBJECT_SIZE = 100  # bytes: the approximate size of an empty Python object


@dataclass(frozen=True)
class Edition:
    """The values on which a cached tournament page depends: version, results version and time interval.

    `tick` is the number of the current interval of TICK seconds.
    """

    version: int
    results: int
    tick: int


@dataclass(frozen=True)
class CachedPage:
    """A complete response from Django: status, headers and body."""

    status: int
    headers: Headers
    body: bytes
    # True if the page depends on the results version only.
    results: bool = False
    # The edition at the time of the request; None for a page of the club.
    edition: Edition | None = None

    @cached_property
    def etag(self) -> str:
        """The ETag without the prefix `W/` of a weak ETag; empty if the response has no ETag."""
        return dict(self.headers).get(b"etag", b"").decode("latin-1").removeprefix("W/")

    def size_under(self, key: CacheKey) -> int:
        """Return the size of the cache entry in bytes: body, headers and `key`."""
        header_texts = [text for pair in self.headers for text in pair]
        named = [each for each in key if isinstance(each, (str, bytes))]
        parts = [self.body, *header_texts, *named]
        return sum(OBJECT_SIZE + len(each) for each in parts) + OBJECT_SIZE * (
            10 + len(key) + len(self.headers)
        )

    def is_of(self, edition: Edition) -> bool:
        """Return True if the page shows this state of the tournament."""
        if self.edition is None or self.edition.tick != edition.tick:
            return False
        if self.results:
            return self.edition.results == edition.results
        return self.edition.version == edition.version

    @property
    def is_public(self) -> bool:
        """True if the page may be sent to every reader with the same key."""
        return is_shared(
            self.status, {name.decode("latin-1"): value.decode("latin-1") for name, value in self.headers}
        )


class VersionsUnavailable(Exception):
    """Raised if the versions cannot be read because the database does not respond."""


class Versions:
    """The versions of tournaments, read by one query for all requests that arrived before the query."""

    def __init__(self, read_versions: ReadVersions) -> None:
        self.read_versions = read_versions
        self.waiting: dict[str, asyncio.Future[tuple[int, int] | None]] = {}
        self.task: asyncio.Task[None] | None = None
        # The versions as last read.
        self.latest: dict[str, tuple[int, int]] = {}
        self.answers = True

    async def of(self, slug: str) -> tuple[int, int] | None:
        """Return the version and the results version of a tournament; None if there is no such tournament.

        Raise VersionsUnavailable if the database does not respond.
        """
        future = self.waiting.setdefault(slug, asyncio.get_running_loop().create_future())
        if self.task is None:
            self.task = asyncio.create_task(self._answer())
        try:
            return await asyncio.wait_for(asyncio.shield(future), PATIENCE if self.answers else IMPATIENCE)
        except TimeoutError as late:
            self.answers = False
            raise VersionsUnavailable from late

    async def _answer(self) -> None:
        while self.waiting:
            waiting, self.waiting = self.waiting, {}
            versions: Mapping[str, tuple[int, int]] | None = None
            try:
                versions = await read(self.read_versions, list(waiting))
                self.latest.update(versions)
            except Exception as error:  # the waiting requests get an error
                if self.answers:
                    log.warning("the versions could not be read", exc_info=not outage_of(error))
            self.answers = versions is not None
            for slug, future in waiting.items():
                if versions is not None:
                    future.set_result(versions.get(slug))
                else:
                    future.set_exception(VersionsUnavailable())
                    future.exception()  # the request may have been cancelled
        self.task = None


class PageCache:
    """The cached pages of this process. Each page is rendered once while other requests for it wait."""

    def __init__(self, read_versions: ReadVersions, application: Application) -> None:
        self.read_versions = read_versions
        # By the slug of the club.
        self.versions: dict[str, Versions] = {}
        self.application = application
        self.pages: OrderedDict[CacheKey, CachedPage] = OrderedDict()
        # Pages of tournaments in the making, by edition and reader.
        self.making: dict[CacheKey, asyncio.Future[CachedPage | None]] = {}
        # Pages of the club being revalidated. Later requests wait for the next revalidation.
        self.asking: dict[CacheKey, asyncio.Task[CachedPage]] = {}
        self.next: dict[CacheKey, asyncio.Task[CachedPage]] = {}
        self.size = 0

    async def answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Send the page from the cache, or request it from Django."""
        reader = reader_key(scope, cookies_of(scope))
        if reader is None:
            await self.application(scope, receive, send)
        elif slug := tournament_of(scope):
            await self._tournament_page(slug, reader, scope, receive, send)
        else:
            page = await self._club_page(reader, scope, receive) if reader in self.pages else None
            page = page if page and page.is_public else await self._make(None, reader, scope, receive)
            await send_page(page, scope, send)

    async def _tournament_page(
        self, slug: str, reader: CacheKey, scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        club = club_of(scope)
        versions = self.versions.setdefault(club, Versions(in_club(club, self.read_versions)))
        try:
            counters = await versions.of(slug)
        except VersionsUnavailable:
            page = self._last_known(versions.latest.get(slug), reader)
            await (send_page(page, scope, send) if page else self.application(scope, receive, send))
            return
        if counters is None:
            await self.application(scope, receive, send)
            return
        edition = Edition(*counters, clock_part(TICK))
        page = self._find(edition, reader) or await self._wait_for(edition, reader)
        await send_page(page or await self._build(edition, reader, scope, receive), scope, send)

    def _find(self, edition: Edition, reader: CacheKey) -> CachedPage | None:
        page = self.pages.get(reader)
        if page is None or not page.is_of(edition):
            return None
        self.pages.move_to_end(reader)
        return page

    def _last_known(self, counters: tuple[int, int] | None, reader: CacheKey) -> CachedPage | None:
        """Return the cached page if it shows the last known version; None if not."""
        page = self.pages.get(reader)
        if page is None or page.edition is None or counters is None:
            return None
        return page if page.is_of(Edition(*counters, page.edition.tick)) else None

    async def _wait_for(self, edition: Edition, reader: CacheKey) -> CachedPage | None:
        """Return the page that another request is loading; None if there is none or it is private."""
        key = (edition, *reader)
        return await asyncio.shield(self.making[key]) if key in self.making else None

    async def _build(
        self, edition: Edition, reader: CacheKey, scope: HTTPScope, receive: Receive
    ) -> CachedPage:
        """Request a page from Django. Concurrent requests share one response if it is public."""
        coming: asyncio.Future[CachedPage | None] = asyncio.get_running_loop().create_future()
        key = (edition, *reader)
        self.making.setdefault(key, coming)
        page = None
        try:
            page = await self._make(edition, reader, scope, receive)
            return page
        finally:
            if self.making.get(key) is coming:
                del self.making[key]
            coming.set_result(page if page and page.is_public else None)

    async def _club_page(self, reader: CacheKey, scope: HTTPScope, receive: Receive) -> CachedPage:
        """Revalidate and return a club page; readers who wait for the same revalidation share the result."""
        if reader not in self.next:
            self.next[reader] = asyncio.create_task(self._ask_next(reader, scope, receive))
        return await asyncio.shield(self.next[reader])

    async def _ask_next(self, reader: CacheKey, scope: HTTPScope, receive: Receive) -> CachedPage:
        if before := self.asking.get(reader):
            await asyncio.wait([before])
        self.asking[reader] = me = self.next.pop(reader)
        try:
            return await self._make(None, reader, scope, receive)
        finally:
            if self.asking.get(reader) is me:
                del self.asking[reader]

    async def _make(
        self, edition: Edition | None, reader: CacheKey, scope: HTTPScope, receive: Receive
    ) -> CachedPage:
        """Request the page from Django, and cache it if it is public. After 304 the cached page is kept."""
        before = self.pages.get(reader)
        page = await full_response(self.application, scope, receive, before.etag if before else "")
        if before and page.status == HTTPStatus.NOT_MODIFIED:
            page = replace(before, edition=edition)
        else:
            page = replace(page, edition=edition)
        if page.is_public and len(page.body) <= MAX_PAGE_SIZE:
            self._store(reader, page)
        else:
            self._drop(reader)
        return page

    def _store(self, reader: CacheKey, page: CachedPage) -> None:
        self._drop(reader)
        self.pages[reader] = page
        self.size += page.size_under(reader)
        while self.size > MAX_SIZE:
            self._drop(next(iter(self.pages)))

    def _drop(self, reader: CacheKey) -> None:
        page = self.pages.pop(reader, None)
        self.size -= page.size_under(reader) if page else 0


def tournament_of(scope: HTTPScope) -> str | None:
    """Return the slug of the tournament whose public page is requested; None for a page of the club."""
    named = TOURNAMENT_PATH.match(scope["path"])
    return named[1] if named and named[1] not in page_words() else None


def reader_key(scope: HTTPScope, cookies: Mapping[str, str]) -> CacheKey | None:
    """Return the cache key of a request; None if its page is not cached."""
    if scope["method"] != "GET" or NOT_A_PAGE.match(scope["path"]):
        return None
    facts = RequestFacts(
        scheme=scope["scheme"],
        host=(header(scope, b"host") or b"").decode("latin-1"),
        path=scope["path"],
        query=scope["query_string"].decode("latin-1"),
        language=language_of(scope),
        cookies=cookies,
    )
    gzip = b"gzip" in (header(scope, b"accept-encoding") or b"")
    return store_key(facts, club=club_of(scope), gzip=gzip)


async def full_response(
    application: Application, scope: HTTPScope, receive: Receive, etag: str
) -> CachedPage:
    """Return Django's complete response to a conditional request with this ETag."""
    headers = [(name, value) for name, value in scope["headers"] if name not in CONDITIONAL_HEADERS]
    if etag:
        headers.append((b"if-none-match", b"W/" + etag.encode("latin-1")))
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await application({**scope, "headers": headers}, receive, send)
    start = messages[0]
    body = b"".join(message.get("body", b"") for message in messages[1:])
    all_headers = [(name.lower(), value) for name, value in start["headers"]]
    headers = [each for each in all_headers if each[0] != RESULTS_HEADER]
    return CachedPage(start["status"], headers, body, results=len(headers) < len(all_headers))


async def send_page(page: CachedPage, scope: HTTPScope, send: Send) -> None:
    """Send a page, or 304 if the reader already has it."""
    etags = parse_etags(dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1"))
    status, headers, body = page.status, page.headers, page.body
    if page.etag in {each.removeprefix("W/") for each in etags}:
        headers = [each for each in headers if each[0] not in BODY_HEADERS]
        status, body = HTTPStatus.NOT_MODIFIED, b""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
