"""How long a request may wait for a thread and for the database: then it is answered, to be sent again.

The time counts from when the request was there to be worked on, so that whoever waited for a thread waits
the less for the database. Commands and workers have no such limit, only that of their connection.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

PATIENCE = 4.0  # seconds
LEAST = 0.1  # seconds that the database has for who was not too late
RETRY_AFTER = 5  # seconds
QUIET = 30.0  # seconds for which the log has one line about it

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def begin() -> None:
    """Say that a request is there; saying so again changes nothing."""
    if arrived.get() is None:
        arrived.set(time.monotonic())


class Room(WSGIMiddleware):
    """Threads of Django's, whose requests have so much time from when they stood before the door."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in."""
        begin()
        await super().__call__(scope, receive, send)


def left() -> float | None:
    """Return the seconds that this request still has; None for what is no request of a web process."""
    at = arrived.get()
    return None if at is None else PATIENCE - (time.monotonic() - at)


def in_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: who waited too long is told so, the others have what is left for the database."""

    def answer(request: HttpRequest) -> HttpResponse:
        seconds = left()
        if seconds is not None and seconds <= 0:
            from config.failures import unavailable  # once the apps are there

            return unavailable(request, HTTPStatus.SERVICE_UNAVAILABLE)
        _limit(connection)
        return get_response(request)

    return answer


def _limit(database: BaseDatabaseWrapper) -> None:
    """Let SQLite wait for a lock no longer than this request has; PostgreSQL has a limit of its own."""
    seconds = left()
    if seconds is not None and database.vendor == "sqlite" and database.connection is not None:
        database.connection.execute(f"PRAGMA busy_timeout = {int(1000 * max(seconds, LEAST))}")


def limit_new_connections() -> None:
    """Let no connection that this process will open wait longer for a lock than a request has."""
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        options["timeout"] = PATIENCE


class OnceInAWhile(logging.Filter):
    """Of the answers given for a database that is away or a disk that is full, one line now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.at = -QUIET

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written; such a line names no address."""
        status = getattr(record, "status_code", None)
        if status not in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE):
            return True
        if time.monotonic() - self.at < QUIET:
            return False
        self.at = time.monotonic()
        error = record.exc_info[1] if record.exc_info else "too late"
        record.msg, record.args = "answered %s: %s", (int(status), error)
        record.exc_info, record.exc_text = None, None
        return True
