"""Everybody's pages handed out before Django is asked for them again, by each web process from its shelf.

What such a page shows follows from its tournament's version, the minute, its address and who reads: the
language, the theme, the followed team (docs/decisions/0026-pages-for-everybody.md). These are its place on
the shelf, in the few values that Django makes of what a browser sends; an address or a cookie that none of
our pages writes has no place. Nothing there is ever wrong, it only falls off. The version is asked of the
database after the request came, one question at a time for all who wait for it, so nobody gets what was true
before. Only while the database does not answer, the page of the last known version is handed out once more.
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
from config.rooms import cookies_of, header, language_of
from tournaments.club.services.new_tournament import RESERVED
from tournaments.errors import outage_of
from tournaments.web.frame import FOLLOW_COOKIE as FOLLOWED
from tournaments.web.frame import PARAMETER as FOLLOW
from tournaments.web.page_cache import THEIRS, is_ordinary, this_minute

log = logging.getLogger(__name__)

OF_A_TOURNAMENT = re.compile(r"/([-\w]+)/")
READS_BY = {
    settings.LANGUAGE_COOKIE_NAME: re.compile(r".*"),  # only the language counts that it leads to
    "theme": re.compile(r"|light|dark"),
    FOLLOWED: re.compile(r"|[0-9a-f-]{36}"),
}
"""The cookies by which a page is another, and the values that we write into them."""
OF_THE_BODY = (b"content-type", b"content-length", b"content-encoding", b"content-disposition")
ASKING = (b"if-none-match", b"if-modified-since", b"range")
ROOM = 8 * 2**20  # bytes, of bodies and all that lies with them
LARGEST = 2**19  # bytes of one page
PATIENCE = 1.0  # second for the database to say at which version a tournament stands
IMPATIENCE = 0.2  # seconds for the same when it did not answer the last time

Headers = list[tuple[bytes, bytes]]
Ask = Callable[[Collection[str]], Mapping[str, int]]
Make = Callable[[Any, Any, Any], Awaitable[None]]
Place = tuple[object, ...]

OBJECT = 100  # bytes: about what Python takes for an object before anything is in it


@dataclass(frozen=True)
class CachedPage:
    """An answer of Django's."""

    status: int
    headers: Headers
    body: bytes

    @cached_property
    def etag(self) -> str:
        """Its name; empty where it has none."""
        return dict(self.headers).get(b"etag", b"").decode("latin-1").removeprefix("W/")

    def room_at(self, place: Place) -> int:
        """Return how many bytes it takes with its place, all counted: headers and addresses as well."""
        said = [text for pair in self.headers for text in pair]
        named = [each for each in place if isinstance(each, (str, bytes))]
        parts = [self.body, *said, *named]
        return sum(OBJECT + len(each) for each in parts) + OBJECT * (10 + len(place) + len(self.headers))

    @property
    def is_everybodys(self) -> bool:
        """Whether it may be handed to whoever reads alike."""
        said = dict(self.headers)
        kept_by = said.get(b"cache-control", b"")
        shared = b"private" not in kept_by and b"no-store" not in kept_by
        return bool(self.status == HTTPStatus.OK and self.etag and shared and b"set-cookie" not in said)


class NoAnswer(Exception):
    """The database does not say at which version a tournament stands."""


class Versions:
    """At which version tournaments stand, by one question at a time for all who asked before it began."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        self.asked: dict[str, asyncio.Future[int | None]] = {}
        self.task: asyncio.Task[None] | None = None
        self.known: dict[str, int] = {}
        """What was last answered."""
        self.answers = True

    async def of(self, slug: str) -> int | None:
        """Return the version, None where there is no such tournament; raise NoAnswer without a database."""
        future = self.asked.setdefault(slug, asyncio.get_running_loop().create_future())
        if self.task is None:
            self.task = asyncio.create_task(self._answer())
        try:
            return await asyncio.wait_for(asyncio.shield(future), PATIENCE if self.answers else IMPATIENCE)
        except TimeoutError as late:
            self.answers = False
            raise NoAnswer from late

    async def _answer(self) -> None:
        while self.asked:
            asked, self.asked = self.asked, {}
            found: Mapping[str, int] | None = None
            try:
                found = await read(self.ask, list(asked))
                self.known.update(found)
            except Exception as error:  # nobody is left waiting
                if self.answers:
                    log.warning("the versions could not be read", exc_info=not outage_of(error))
            self.answers = found is not None
            for slug, future in asked.items():
                if found is not None:
                    future.set_result(found.get(slug))
                else:
                    future.set_exception(NoAnswer())
                    future.exception()  # who asked may have gone
        self.task = None


class PageCache:
    """The pages of this process, the latest read last; made once each while the others wait."""

    def __init__(self, ask: Ask, make: Make) -> None:
        self.versions = Versions(ask)
        self.make = make
        self.pages: OrderedDict[Place, CachedPage] = OrderedDict()
        self.making: dict[Place, asyncio.Future[CachedPage | None]] = {}
        self.latest: dict[Place, Place] = {}
        """Where the latest page of who reads alike lies: by a place without version and minute."""
        self.size = 0

    async def answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer from the shelf, or as Django does."""
        cookies = cookies_of(scope)
        reader = reader_of(scope, cookies)
        asked_of = tournament_of(scope, cookies) if reader else None
        try:
            version = await self.versions.of(asked_of) if asked_of else None
        except NoAnswer:
            page = self._of_before(self.versions.known.get(asked_of or ""), reader) if reader else None
            await (hand_out(page, scope, send) if page else self.make(scope, receive, send))
            return
        if version is None or reader is None:
            await self.make(scope, receive, send)
            return
        place = (version, this_minute(), *reader)
        page = self._find(place) or await self._coming(place) or await self._build(place, scope, receive)
        await hand_out(page, scope, send)

    def _find(self, place: Place) -> CachedPage | None:
        if place not in self.pages:
            return None
        self.pages.move_to_end(place)
        return self.pages[place]

    def _of_before(self, version: int | None, reader: Place) -> CachedPage | None:
        """Return the latest page made for who reads alike, if it shows the last version that was known."""
        place = self.latest.get(reader)
        return self.pages[place] if place and place[0] == version else None

    async def _coming(self, place: Place) -> CachedPage | None:
        """Wait for a page that is being made for somebody else, if it is one for everybody."""
        return await asyncio.shield(self.making[place]) if place in self.making else None

    async def _build(self, place: Place, scope: HTTPScope, receive: Receive) -> CachedPage:
        """Let Django make it, whole, whatever the reader has; keep it if it is everybody's."""
        coming: asyncio.Future[CachedPage | None] = asyncio.get_running_loop().create_future()
        self.making.setdefault(place, coming)
        kept = None
        try:
            page = await full_answer(self.make, scope, receive)
            if page.is_everybodys and len(page.body) <= LARGEST:
                kept = self._keep(place, page)
            return page
        finally:
            if self.making.get(place) is coming:
                del self.making[place]
            coming.set_result(kept)

    def _keep(self, place: Place, page: CachedPage) -> CachedPage:
        before = self.pages.pop(place, None)
        self.pages[place] = page
        self.latest[place[2:]] = place
        self.size += page.room_at(place) - (before.room_at(place) if before else 0)
        while self.size > ROOM:
            at, oldest = self.pages.popitem(last=False)
            if self.latest.get(at[2:]) == at:
                del self.latest[at[2:]]
            self.size -= oldest.room_at(at)
        return page


def tournament_of(scope: HTTPScope, cookies: Mapping[str, str]) -> str | None:
    """Return of which tournament a page is asked for that everybody reads alike, None for any other."""
    named = OF_A_TOURNAMENT.match(scope["path"]) if scope["method"] == "GET" else None
    if named is None or named[1] in RESERVED or FOLLOW.encode() in scope["query_string"]:
        return None
    return None if any(name in cookies for name in THEIRS) else named[1]


def reader_of(scope: HTTPScope, cookies: Mapping[str, str]) -> Place | None:
    """Return by what a page of the same version is another: its address and who reads it.

    None where something was sent that none of our pages makes a browser send.
    """
    query = scope["query_string"].decode("latin-1")
    said = {name: cookies.get(name, "") for name in READS_BY}
    if not is_ordinary(query) or not all(READS_BY[name].fullmatch(value) for name, value in said.items()):
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


async def full_answer(make: Make, scope: HTTPScope, receive: Receive) -> CachedPage:
    """Return what Django answers, as if the reader had nothing of it yet."""
    headers = [(name, value) for name, value in scope["headers"] if name not in ASKING]
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    await make({**scope, "headers": headers}, receive, send)
    start = told[0]
    body = b"".join(message.get("body", b"") for message in told[1:])
    return CachedPage(start["status"], [(name.lower(), value) for name, value in start["headers"]], body)


async def hand_out(page: CachedPage, scope: HTTPScope, send: Send) -> None:
    """Send a page, or that the reader has it."""
    known = parse_etags(dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1"))
    status, headers, body = page.status, page.headers, page.body
    if page.etag in {each.removeprefix("W/") for each in known}:
        headers = [each for each in headers if each[0] not in OF_THE_BODY]
        status, body = HTTPStatus.NOT_MODIFIED, b""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
