"""Checks of every request before Django: request line, headers, host, size and speed of the body.

A thread that waits for a body is blocked, and there are few threads: a handful of phones that begin to send
and then stop would block the site. The body is therefore read here, where waiting is cheap, with limits of
size and time. A thread is used only when the body is complete.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from a2wsgi.asgi_typing import HTTPScope, Receive, Scope, Send
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string
from django.utils.translation import gettext as _, override

from config.addresses import is_local_name
from config.clubs import Hosts
from config.server.routing import CLUB, club_of, cookies_of, header, language_of
from tournaments.extras import extras
from tournaments.web.api.problems import MEDIA_TYPE, problem

PATIENCE = 10.0  # seconds without a byte, and until the minimum speed applies
SLOWEST = 16 * 1024  # bytes per second, the minimum speed
LARGEST_BODY = 3 * 2**20  # bytes; a list of teams has up to two million
# The limits of paths that accept larger bodies, in bytes.
UPLOADS = {path: size for extra in extras() for path, size in extra.uploads.items()}
SWALLOWED = 4  # times the limit is read and discarded, because a browser reads no response before
MAX_BODY_MEMORY = 64 * 2**20  # bytes of all bodies together; above it the slowest upload is ended
SMALL = 16 * 1024  # bytes: smaller bodies are never ended
LONGEST_ADDRESS = 8_000  # bytes; RFC 9110, 4.1
LONGEST_HEADERS = 16 * 1024  # bytes; the same limit as h11 has for incomplete headers
THEMES = ("light", "dark")

App = Callable[[Any, Any, Any], Awaitable[None]]


class Refusal(Exception):
    """Raised to refuse a request with an HTTP status and an error code."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


class Disconnect(Exception):
    """Raised if the client closes the connection while it sends the body."""


def too_large() -> Refusal:
    """Return the Refusal for a body that exceeds the size limit."""
    return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")


class Body:
    """A request body that is being received."""

    def __init__(self, most: int, deadline: asyncio.Timeout) -> None:
        self.most, self.deadline = most, deadline
        self.parts: list[bytes] = []
        self.size = self.memory = 0  # bytes received, and bytes in memory
        self.began = asyncio.get_running_loop().time()

    def add(self, part: bytes) -> None:
        """Add a received chunk. Above the size limit, discard all chunks; far above it, raise Refusal."""
        self.size += len(part)
        if self.size > SWALLOWED * self.most:
            raise too_large()
        if self.size <= self.most:
            self.parts.append(part)
            self.memory += len(part)
        else:
            self.throw_away()
        now = asyncio.get_running_loop().time()
        self.deadline.reschedule(min(now, self.began + self.size / SLOWEST) + PATIENCE)

    def throw_away(self) -> None:
        """Discard the chunks received so far."""
        self.parts.clear()
        self.memory = 0

    @property
    def pace(self) -> float:
        """The rate at which the body arrives, in bytes per second."""
        return self.size / max(asyncio.get_running_loop().time() - self.began, 0.001)


class Bodies:
    """The request bodies that this process is receiving, and their total size."""

    def __init__(self) -> None:
        self.uploads: set[Body] = set()
        # Bytes, including the bodies of requests being processed.
        self.memory = 0

    async def read(self, most: int, receive: Receive) -> bytes:
        """Return the body. Raise Refusal if it is too large or slow, Disconnect if the client disconnects."""
        try:
            async with asyncio.timeout(PATIENCE) as deadline:
                body = Body(most, deadline)
                self.uploads.add(body)
                try:
                    await self._read(body, receive)
                finally:
                    self.uploads.discard(body)
                    self.memory -= body.memory
        except TimeoutError:
            raise Refusal(HTTPStatus.REQUEST_TIMEOUT, "too_slow") from None
        if body.size > body.most:
            raise too_large()
        return b"".join(body.parts)

    async def _read(self, body: Body, receive: Receive) -> None:
        more = True
        while more:
            message: Any = await receive()
            if message["type"] == "http.disconnect":
                raise Disconnect
            before = body.memory
            body.add(message.get("body", b""))
            self.memory += body.memory - before
            more = message.get("more_body", False)
            if more and self.memory > MAX_BODY_MEMORY:
                self._end_slowest()

    def _end_slowest(self) -> None:
        large = [each for each in self.uploads if each.memory > SMALL]
        if large:
            slowest = min(large, key=lambda each: each.pace)
            self.memory -= slowest.memory
            slowest.throw_away()
            slowest.most = 0  # in case a further part arrives before the timeout
            slowest.deadline.reschedule(asyncio.get_running_loop().time())


class RequestChecks:
    """The ASGI application that checks every request before the site receives it."""

    def __init__(self, site: App) -> None:
        self.site = site
        self.bodies = Bodies()
        self.hosts = Hosts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a valid request to the site; send an error response for an invalid request."""
        if scope["type"] != "http":
            return await self.site(scope, receive, send)
        scope[CLUB] = await self.hosts.club_of(scope)  # type: ignore[literal-required]
        try:
            judge(scope)
            if not _has_body(scope):
                return await self.site(scope, receive, send)
            body = await self.bodies.read(most_of(scope), receive)
        except Refusal as refusal:
            return await refuse(refusal, scope, send)
        except Disconnect:
            return None
        self.bodies.memory += len(body)
        try:
            await self.site(scope, _at_once(body, receive), send)
        finally:
            self.bodies.memory -= len(body)


def judge(scope: HTTPScope) -> None:
    """Raise Refusal if the request line, the headers or the host are invalid."""
    if header(scope, b"content-length") is not None and header(scope, b"transfer-encoding") is not None:
        raise Refusal(HTTPStatus.BAD_REQUEST, "two_lengths")  # RFC 9112, 6.1: possible request smuggling
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
        raise Refusal(HTTPStatus.REQUEST_URI_TOO_LONG, "address_too_long")
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
        raise Refusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers_too_long")
    files = scope["path"].startswith(settings.STATIC_URL)  # the error page needs them
    if not files and not club_of(scope) and not is_our_name(header(scope, b"host")):
        raise Refusal(HTTPStatus.BAD_REQUEST, "unknown_host")


def is_our_name(host: bytes | None) -> bool:
    """Return True if the host is a name of the site, or None (HTTP/1.0).

    Other names could be used for DNS rebinding.
    """
    if host is None:  # HTTP/1.0
        return True
    name, _port = split_domain_port(host.decode("latin-1"))
    if settings.LOCAL_NAMES_ONLY:
        return is_local_name(name) or validate_host(name, settings.OWN_NAMES)
    return bool(name) and validate_host(name, settings.ALLOWED_HOSTS)


def most_of(scope: HTTPScope) -> int:
    """Return the maximum size, in bytes, of the body of a request."""
    return UPLOADS.get(scope["path"], LARGEST_BODY)


def _has_body(scope: HTTPScope) -> bool:
    length = header(scope, b"content-length")
    return length not in (None, b"0") or header(scope, b"transfer-encoding") is not None


def _at_once(body: bytes, receive: Receive) -> Callable[[], Awaitable[Any]]:
    """Return a `receive` function that returns the complete body and then waits for a disconnect."""
    waiting = [body]

    async def read() -> Any:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return read


async def refuse(refusal: Refusal, scope: HTTPScope, send: Send) -> None:
    """Send the error response: problem+json to API clients, an HTML page to people."""
    language, theme = language_of(scope), cookies_of(scope).get("theme", "")
    if scope["path"].startswith("/api/"):
        body, kind = problem_text(refusal.status, refusal.code, language), MEDIA_TYPE
    else:
        theme = theme if theme in THEMES else ""
        body, kind = page_text(refusal.status, refusal.code, language, theme), "text/html; charset=utf-8"
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", POLICY),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


POLICY = b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'"


@lru_cache(64)
def problem_text(status: HTTPStatus, code: str, language: str) -> bytes:
    """Return the problem+json document for a refusal."""
    with override(language):
        return json.dumps(problem(status, code, ". ".join(words_of(code))), ensure_ascii=False).encode()


@lru_cache(64)
def page_text(status: HTTPStatus, code: str, language: str, theme: str) -> bytes:
    """Return the HTML error page for a refusal."""
    with override(language):
        title, text = words_of(code)
        url = "" if code == "unknown_host" else "/"  # the link would lead to the same error
        context = {"title": title, "text": text, "url": url, "request": {"COOKIES": {"theme": theme}}}
        return render_to_string("web/refusal.html", context).encode()


def words_of(code: str) -> tuple[str, str]:
    """Return the title and the advice that the error page shows for this code."""
    if code == "too_slow":
        return _("What you sent did not arrive"), _("The network is slow here. Go back and send it again.")
    if code == "too_large":
        return (
            _("This is too large"),
            _(
                "Send a smaller file: a logo up to 200 kB, a list of teams up to 2 MB, "
                "the archive of a tournament up to 16 MB, a backup up to 64 MB."
            ),
        )
    if code == "address_too_long":
        return _("This address is too long"), _("Start again from the list of tournaments.")
    if code == "headers_too_long":
        return (
            _("Your browser sent too much"),
            _("Delete this site’s cookies in the browser, then open the page again."),
        )
    if code == "unknown_host":
        return (
            _("This site does not go by that name"),
            _(
                "Scan the QR code in the room, or type the address that the organiser’s computer shows. If "
                "you run the site, add the name to ALLOWED_HOSTS."
            ),
        )
    return _("This request cannot be read"), _("Go back, load the page again, and write it once more.")
