"""What is answered when no view answers, or none in time: a page to a person, problem+json to a program.

How long a request may wait for a thread and for the database counts from when it was there to be worked on,
so that whoever waited for a thread waits the less for the database; then it is answered, to be sent again.
Where the threads do answer and there are only too many before it, a request waits longer, and has all its
time once it is inside. Commands and workers have no such limit, only that of their connection.
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

# A hidden tournament is looked for with the reader's cookies; what does not exist must say the same.
WHAT_IS_HIDDEN = ("Accept-Language", "Cookie")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400."""
    return (problems.refused if problems.is_call(request) else defaults.bad_request)(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return (problems.forbidden if problems.is_call(request) else defaults.permission_denied)(
        request, exception
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    if isinstance(exception, PageClosed):
        front = way(exception.tournament, "tournament")
        return render(request, "visibility/no_page.html", {"front": front}, status=404)
    answer = (problems.not_found if problems.is_call(request) else defaults.page_not_found)(
        request, exception
    )
    patch_vary_headers(answer, WHAT_IS_HIDDEN)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500 for a mistake of ours; 503 or 507 where the database or the disk fails us."""
    status = outage_of(sys.exception())
    if status:
        return unavailable(request, status)
    return (problems.broken if problems.is_call(request) else defaults.server_error)(request)


def unavailable(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """503 or 507: nothing was written, and the same request may be sent again in a moment."""
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
IN_A_QUEUE = 12.0  # seconds behind others who are being answered
LEAST = 0.1  # seconds that the database has for who was not too late

ARRIVED = "trionfo.arrived"
arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def begin(scope: Any) -> float:
    """Say that this request is there and return since when; saying so again changes nothing.

    The time stands with the request itself: a connection that is read on after a pause hands the context of
    its last request to the next one.
    """
    came: float = scope.setdefault(ARRIVED, time.monotonic())
    arrived.set(came)
    return came


class Door:
    """Before the threads: a request either goes in or gives up, once."""

    def __init__(self) -> None:
        self.once = Lock()

    def is_first(self) -> bool:
        """Return whether this is the first who asks: the thread that is free, or who waited too long."""
        return self.once.acquire(blocking=False)


door: ContextVar[Door | None] = ContextVar("door", default=None)


class Room(WSGIMiddleware):
    """Threads of Django's, whose requests have so much time from when they stood before the door."""

    def __init__(self, app: WSGIApp, workers: int) -> None:
        def enter(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            waiting = door.get()
            if not waiting or not waiting.is_first():
                return ()
            if self.is_answering():
                arrived.set(time.monotonic())
            return app(environ, start_response)

        super().__init__(enter, workers=workers)
        self.answered = -math.inf

    def is_answering(self) -> bool:
        """Return whether somebody in here was answered lately, other than with a fault."""
        return time.monotonic() - self.answered < PATIENCE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in a thread; where none gets free in time, say so without one."""
        came, waiting, given_up = begin(scope), Door(), False
        door.set(waiting)

        async def unless_given_up(message: SendEvent) -> None:
            if (
                message["type"] == "http.response.start"
                and message["status"] < HTTPStatus.INTERNAL_SERVER_ERROR
            ):
                self.answered = time.monotonic()
            if not given_up:
                await send(message)

        answering = asyncio.ensure_future(super().__call__(scope, receive, unless_given_up))
        while not answering.done() and (seconds := self._gives_up_at(came) - time.monotonic()) > 0:
            await asyncio.wait([answering], timeout=seconds)
        if answering.done() or not waiting.is_first():
            await answering
            return
        given_up = True
        await _put_off(scope, receive, send)

    def _gives_up_at(self, since: float) -> float:
        """Return when a request that waits `since` then gives up: later where another was answered late."""
        return PATIENCE + max(since, min(self.answered, since + IN_A_QUEUE - PATIENCE))


async def _put_off(scope: Any, receive: Receive, send: Send) -> None:
    """Answer 503 as Django would."""
    environ: Any = build_environ(scope, Body(asyncio.get_running_loop(), receive))
    request = WSGIRequest(environ)
    with translation.override(translation.get_language_from_request(request)):
        answer = unavailable(request, HTTPStatus.SERVICE_UNAVAILABLE)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content, "more_body": False})


def seconds_left() -> float | None:
    """Return the seconds that this request still has; None for what is no request of a web process."""
    at = arrived.get()
    return None if at is None else PATIENCE - (time.monotonic() - at)


def in_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: who waited too long is told so, the others have what is left for the database."""

    def answer(request: HttpRequest) -> HttpResponse:
        seconds = seconds_left()
        if seconds is not None and seconds <= 0:
            return unavailable(request, HTTPStatus.SERVICE_UNAVAILABLE)
        _limit(connection)
        return get_response(request)

    return answer


def _limit(database: BaseDatabaseWrapper) -> None:
    """Let SQLite wait for a lock no longer than this request has; PostgreSQL has a limit of its own."""
    seconds = seconds_left()
    if seconds is not None and database.vendor == "sqlite" and database.connection is not None:
        database.connection.execute(f"PRAGMA busy_timeout = {int(1000 * max(seconds, LEAST))}")


def limit_new_connections() -> None:
    """Let no connection that this process will open wait longer for a lock than a request has."""
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        options["timeout"] = PATIENCE
