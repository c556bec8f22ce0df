"""The page cache of a web process, in front of Django: public pages, made once for everybody.

What such a page shows follows from its tournament's version, the minute, its address and who reads: the
language, the theme, the followed team (docs/decisions/0026-pages-for-everybody.md). These are its key, in the
few values that Django makes of what a browser sends; a request with an address or a cookie that none of our
pages writes has no key. Nothing in the cache is ever invalidated: an old key is asked for no more, and its
page falls out. The version is read from the database after the request came, by one query at a time for all
who wait for it, so nobody gets an older page. Only while the database does not answer, the page of the last
known version is sent once more.
"""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from django.conf import settings
from django.utils.http import parse_etags

from config.events import read
from config.routing import cookies_of, header, language_of
from tournaments.club.services.new_tournament import RESERVED
from tournaments.errors import outage_of
from tournaments.web.frame import FOLLOW_COOKIE as FOLLOWED, PARAMETER as FOLLOW
from tournaments.web.page_cache import PRIVATE_COOKIES, is_ordinary, this_minute

log = logging.getLogger(__name__)

TOURNAMENT_PATH = re.compile(r"/([-\w]+)/")
VARY_COOKIES = {
    settings.LANGUAGE_COOKIE_NAME: re.compile(r".*"),  # only the language counts that it leads to
    "theme": re.compile(r"|light|dark"),
    FOLLOWED: re.compile(r"|[0-9a-f-]{36}"),
}
"""The cookies by which a page is another, and the values that we write into them."""
BODY_HEADERS = (b"content-type", b"content-length", b"content-encoding", b"content-disposition")
CONDITIONAL_HEADERS = (b"if-none-match", b"if-modified-since", b"range")
MAX_SIZE = 8 * 2**20  # bytes, of bodies and all that lies with them
MAX_PAGE_SIZE = 2**19  # bytes of one page
PATIENCE = 1.0  # second for the database to say at which version a tournament stands
IMPATIENCE = 0.2  # seconds for the same when it did not answer the last time

Headers = list[tuple[bytes, bytes]]
ReadVersions = Callable[[Collection[str]], Mapping[str, int]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
CacheKey = tuple[object, ...]

OBJECT_SIZE = 100  # bytes: about what Python takes for an object before anything is in it


@dataclass(frozen=True)
class CachedPage:
    """A response of Django as it was sent."""

    status: int
    headers: Headers
    body: bytes

    @cached_property
    def etag(self) -> str:
        """Its ETag without the mark of a weak one; empty where it has none."""
        return dict(self.headers).get(b"etag", b"").decode("latin-1").removeprefix("W/")

    def size_under(self, key: CacheKey) -> int:
        """Return how many bytes the page takes under a key: body, headers and key."""
        said = [text for pair in self.headers for text in pair]
        named = [each for each in key if isinstance(each, (str, bytes))]
        parts = [self.body, *said, *named]
        return sum(OBJECT_SIZE + len(each) for each in parts) + OBJECT_SIZE * (
            10 + len(key) + len(self.headers)
        )

    @property
    def is_public(self) -> bool:
        """Whether it may be sent to every reader with the same key."""
        said = dict(self.headers)
        cache_control = said.get(b"cache-control", b"")
        shared = b"private" not in cache_control and b"no-store" not in cache_control
        return bool(self.status == HTTPStatus.OK and self.etag and shared and b"set-cookie" not in said)


class VersionsUnavailable(Exception):
    """The database does not answer at which version a tournament stands."""


class Versions:
    """The versions of tournaments, read by one query at a time for all requests that came before it."""

    def __init__(self, read_versions: ReadVersions) -> None:
        self.read_versions = read_versions
        self.waiting: dict[str, asyncio.Future[int | None]] = {}
        self.task: asyncio.Task[None] | None = None
        self.latest: dict[str, int] = {}
        """The versions as they were last read."""
        self.answers = True

    async def of(self, slug: str) -> int | None:
        """Return the version; None without such a tournament. VersionsUnavailable without a database."""
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
            versions: Mapping[str, int] | None = None
            try:
                versions = await read(self.read_versions, list(waiting))
                self.latest.update(versions)
            except Exception as error:  # nobody is left waiting
                if self.answers:
                    log.warning("the versions could not be read", exc_info=not outage_of(error))
            self.answers = versions is not None
            for slug, future in waiting.items():
                if versions is not None:
                    future.set_result(versions.get(slug))
                else:
                    future.set_exception(VersionsUnavailable())
                    future.exception()  # who asked may have gone
        self.task = None


class PageCache:
    """The pages of this process, the last read at the end; each is made once while others wait for it."""

    def __init__(self, read_versions: ReadVersions, application: Application) -> None:
        self.versions = Versions(read_versions)
        self.application = application
        self.pages: OrderedDict[CacheKey, CachedPage] = OrderedDict()
        self.making: dict[CacheKey, asyncio.Future[CachedPage | None]] = {}
        self.latest: dict[CacheKey, CacheKey] = {}
        """The key of the latest page, by the key without version and minute."""
        self.size = 0

    async def answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Send the page from the cache, or let Django answer."""
        cookies = cookies_of(scope)
        reader = reader_key(scope, cookies)
        slug = tournament_of(scope, cookies) if reader else None
        try:
            version = await self.versions.of(slug) if slug else None
        except VersionsUnavailable:
            page = self._last_known(self.versions.latest.get(slug or ""), reader) if reader else None
            await (send_page(page, scope, send) if page else self.application(scope, receive, send))
            return
        if version is None or reader is None:
            await self.application(scope, receive, send)
            return
        key = (version, this_minute(), *reader)
        page = self._find(key) or await self._wait_for(key) or await self._build(key, scope, receive)
        await send_page(page, scope, send)

    def _find(self, key: CacheKey) -> CachedPage | None:
        if key not in self.pages:
            return None
        self.pages.move_to_end(key)
        return self.pages[key]

    def _last_known(self, version: int | None, reader: CacheKey) -> CachedPage | None:
        """Return the latest page for a reader, if it shows the last version that was read; else None."""
        key = self.latest.get(reader)
        return self.pages[key] if key and key[0] == version else None

    async def _wait_for(self, key: CacheKey) -> CachedPage | None:
        """Return the page that is being made for another request, once it is; None where it is not public."""
        return await asyncio.shield(self.making[key]) if key in self.making else None

    async def _build(self, key: CacheKey, scope: HTTPScope, receive: Receive) -> CachedPage:
        """Return the page as Django makes it, and put it into the cache if it is public."""
        coming: asyncio.Future[CachedPage | None] = asyncio.get_running_loop().create_future()
        self.making.setdefault(key, coming)
        cached = None
        try:
            page = await full_response(self.application, scope, receive)
            if page.is_public and len(page.body) <= MAX_PAGE_SIZE:
                cached = self._store(key, page)
            return page
        finally:
            if self.making.get(key) is coming:
                del self.making[key]
            coming.set_result(cached)

    def _store(self, key: CacheKey, page: CachedPage) -> CachedPage:
        before = self.pages.pop(key, None)
        self.pages[key] = page
        self.latest[key[2:]] = key
        self.size += page.size_under(key) - (before.size_under(key) if before else 0)
        while self.size > MAX_SIZE:
            at, oldest = self.pages.popitem(last=False)
            if self.latest.get(at[2:]) == at:
                del self.latest[at[2:]]
            self.size -= oldest.size_under(at)
        return page


def tournament_of(scope: HTTPScope, cookies: Mapping[str, str]) -> str | None:
    """Return the slug of the tournament whose public page is requested; None for any other request."""
    named = TOURNAMENT_PATH.match(scope["path"]) if scope["method"] == "GET" else None
    if named is None or named[1] in RESERVED or FOLLOW.encode() in scope["query_string"]:
        return None
    return None if any(name in cookies for name in PRIVATE_COOKIES) else named[1]


def reader_key(scope: HTTPScope, cookies: Mapping[str, str]) -> CacheKey | None:
    """Return the part of the key that does not change with time: the address and who reads.

    None where the request has what none of our pages makes a browser send.
    """
    query = scope["query_string"].decode("latin-1")
    said = {name: cookies.get(name, "") for name in VARY_COOKIES}
    if not is_ordinary(query) or not all(VARY_COOKIES[name].fullmatch(value) for name, value in said.items()):
        return None
    return (
        scope["scheme"],
        scope["path"],
        query,
        b"gzip" in (header(scope, b"accept-encoding") or b""),
        header(scope, b"host"),
        language_of(scope),
        said["theme"],
        said[FOLLOWED],
    )


async def full_response(application: Application, scope: HTTPScope, receive: Receive) -> CachedPage:
    """Return the whole response of Django, as to a reader who has no older copy."""
    headers = [(name, value) for name, value in scope["headers"] if name not in CONDITIONAL_HEADERS]
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await application({**scope, "headers": headers}, receive, send)
    start = messages[0]
    body = b"".join(message.get("body", b"") for message in messages[1:])
    return CachedPage(start["status"], [(name.lower(), value) for name, value in start["headers"]], body)


async def send_page(page: CachedPage, scope: HTTPScope, send: Send) -> None:
    """Send a page, or 304 where the reader has it."""
    known = parse_etags(dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1"))
    status, headers, body = page.status, page.headers, page.body
    if page.etag in {each.removeprefix("W/") for each in known}:
        headers = [each for each in headers if each[0] not in BODY_HEADERS]
        status, body = HTTPStatus.NOT_MODIFIED, b""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
