"""Responses to errors and timeouts: HTML pages for people, problem+json for API clients.

A request has limited time to wait for a thread and for the database. The time is counted from the arrival of
the request: a long wait for a thread leaves less time for the database. When the time is over, the request
gets 503 and may be repeated. If the threads respond but many requests are queued, a request may wait longer
for a thread, and then has the full time for the database. In commands and workers, only the timeout of the
database connection limits a wait.
"""

import asyncio
import math
import sys
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from http import HTTPStatus
from threading import Lock
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send, SendEvent
from a2wsgi.wsgi import Body, build_environ
from a2wsgi.wsgi_typing import Environ, StartResponse, WSGIApp
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views import defaults

from tournaments.errors import RETRY_AFTER, outage_of
from tournaments.web.api import problems
from tournaments.web.frame import PageClosed, way

# A hidden tournament depends on the reader's cookies. Pages that do not exist must vary in the same way.
WHAT_IS_HIDDEN = ("Accept-Language", "Cookie")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for status 400."""
    return (problems.refused if problems.is_call(request) else defaults.bad_request)(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for status 403."""
    return (problems.forbidden if problems.is_call(request) else defaults.permission_denied)(
        request, exception
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the response for status 404."""
    if isinstance(exception, PageClosed):
        front = way(exception.tournament, "tournament")
        return render(request, "visibility/no_page.html", {"front": front}, status=404)
    answer = (problems.not_found if problems.is_call(request) else defaults.page_not_found)(
        request, exception
    )
    patch_vary_headers(answer, WHAT_IS_HIDDEN)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Return status 500 for a programming error; 503 or 507 if the database or the disk fails."""
    status = outage_of(sys.exception())
    if status:
        return unavailable(request, status)
    return (problems.broken if problems.is_call(request) else defaults.server_error)(request)


def unavailable(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """Return status 503 or 507: nothing was written, and the request may be repeated."""
    answer: HttpResponse
    if problems.is_call(request):
        answer = problems.unavailable(status)
    else:
        full = status == HTTPStatus.INSUFFICIENT_STORAGE
        title = _("The disk is full") if full else _("Just a moment")
        words = {"title": title, "text": problems.outage_words(status), "request": request}
        answer = HttpResponse(get_template("web/unavailable.html").render(words), status=status)
    answer["Retry-After"], answer["Cache-Control"] = str(RETRY_AFTER), "no-store"
    return answer


PATIENCE = 3.5  # seconds
IN_A_QUEUE = 12.0  # seconds behind other requests that are being answered
LEAST = 0.1  # seconds for the database at least

ARRIVED = "trionfo.arrived"
arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def begin(scope: Any) -> float:
    """Return the arrival time of the request; the first call stores the time.

    The time is stored in the scope of the request as well as in a context variable. The variable alone is not
    enough: if a connection is resumed after a pause, its next request runs in the context of the previous
    request.
    """
    arrived_at: float = scope.setdefault(ARRIVED, time.monotonic())
    arrived.set(arrived_at)
    return arrived_at


class WaitingRequest:
    """A request that waits for a thread, until a thread is free or the request times out."""

    def __init__(self) -> None:
        self.once = Lock()

    def is_first(self) -> bool:
        """Return True for the first caller only.

        One caller is the thread that becomes free; the other caller is the timeout.
        """
        return self.once.acquire(blocking=False)


waiting_request: ContextVar[WaitingRequest | None] = ContextVar("waiting_request", default=None)


class ThreadPool(WSGIMiddleware):
    """A pool of Django threads. A request that waits too long for a thread gets 503."""

    def __init__(self, app: WSGIApp, workers: int) -> None:
        def enter(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            waiting = waiting_request.get()
            if not waiting or not waiting.is_first():
                return ()
            if self.is_answering():
                arrived.set(time.monotonic())
            return app(environ, start_response)

        super().__init__(enter, workers=workers)
        self.answered = -math.inf

    def is_answering(self) -> bool:
        """Return True if the pool has recently sent a response that was not a server error."""
        return time.monotonic() - self.answered < PATIENCE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request in a thread; if none is free in time, send 503."""
        arrived_at, waiting, given_up = begin(scope), WaitingRequest(), False
        waiting_request.set(waiting)

        async def unless_given_up(message: SendEvent) -> None:
            if (
                message["type"] == "http.response.start"
                and message["status"] < HTTPStatus.INTERNAL_SERVER_ERROR
            ):
                self.answered = time.monotonic()
            if not given_up:
                await send(message)

        answering = asyncio.ensure_future(super().__call__(scope, receive, unless_given_up))
        while not answering.done() and (seconds := self._gives_up_at(arrived_at) - time.monotonic()) > 0:
            await asyncio.wait([answering], timeout=seconds)
        if answering.done() or not waiting.is_first():
            await answering
            return
        given_up = True
        await _put_off(scope, receive, send)

    def _gives_up_at(self, since: float) -> float:
        """Return the time at which a request that arrived at `since` stops waiting for a thread.

        The time is later if the pool has recently answered another request.
        """
        return PATIENCE + max(since, min(self.answered, since + IN_A_QUEUE - PATIENCE))


async def _put_off(scope: Any, receive: Receive, send: Send) -> None:
    """Send a 503 response through ASGI, as Django would send it."""
    environ: Any = build_environ(scope, Body(asyncio.get_running_loop(), receive))
    request = WSGIRequest(environ)
    with translation.override(translation.get_language_from_request(request)):
        answer = unavailable(request, HTTPStatus.SERVICE_UNAVAILABLE)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content, "more_body": False})


def seconds_left() -> float | None:
    """Return the seconds left for this request, 0 or less if it is too late; None outside a web request."""
    at = arrived.get()
    return None if at is None else PATIENCE - (time.monotonic() - at)


def in_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: send 503 if the request has no time left; otherwise limit its wait for the database."""

    def answer(request: HttpRequest) -> HttpResponse:
        seconds = seconds_left()
        if seconds is not None and seconds <= 0:
            return unavailable(request, HTTPStatus.SERVICE_UNAVAILABLE)
        _limit(connection)
        return get_response(request)

    return answer


def _limit(database: BaseDatabaseWrapper) -> None:
    """Limit SQLite's wait for a lock to the time that the request has left. PostgreSQL has its own limit."""
    seconds = seconds_left()
    if seconds is not None and database.vendor == "sqlite" and database.connection is not None:
        database.connection.execute(f"PRAGMA busy_timeout = {int(1000 * max(seconds, LEAST))}")


def limit_new_connections() -> None:
    """Limit the wait of new SQLite connections for a lock to the time limit of a request."""
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        options["timeout"] = PATIENCE
