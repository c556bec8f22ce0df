"""A second process that renders the public pages of a web process.

Threads of one process share the interpreter lock. While a thread renders a page, a request that records a
hand waits at each of its statements, and takes five times as long. A thread therefore sends the page request
as a WSGI environment through a pipe, and waits for the response of the second process. If that process has
not started yet, has ended or does not respond in time, the thread renders the page itself.

`python -m config.server.page_maker FILE` is the second process; FILE is the file descriptor of its end of the
pipe.
"""

from config.wsgi import in_one_piece  # importing it sets Django up

# isort: split
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

from a2wsgi.wsgi_typing import Environ, StartResponse
from django.conf import settings

from config.failures import PATIENCE, arrived, limit_new_connections, seconds_left
from config.server.processes import STARTS, collect_garbage_rarely
from config.server.routing import CLUB, club_of

log = logging.getLogger(__name__)

# Minimum number of seconds between two starts of the process.
AGAIN = 10.0

# Seconds beyond the time of a request: if the database does not respond, the process sends the error itself.
GRACE = 0.5

# The first message of the process.
READY = "ready"

Headers = list[tuple[str, str]]
# The slug of the club; the strings and numbers of the WSGI environment (there is no body); and the time of
# arrival by the monotonic clock, which is the same in all processes of a machine.
PageRequest = tuple[str, dict[str, Any], float | None]
# Status, headers and body.
Answer = tuple[str, Headers, bytes]


class PageMaker:
    """A WSGI application whose responses are rendered by a second process once that process is ready."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.pipe: Connection | None = None
        self.begun_at: float | None = None
        self.is_ready = False
        # One page is made at a time: more would not be faster on a laptop.
        self.lock = Lock()

    def begin(self) -> None:
        """Start the process. It gets requests once it has sent READY."""
        self.begun_at, self.is_ready = time.monotonic(), False
        self.pipe, child_end = Pipe()
        with child_end:
            self.process = subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-m", "config.server.page_maker", str(child_end.fileno())],
                pass_fds=[child_end.fileno()],
            )

    def __call__(self, environ: Environ, start_response: StartResponse) -> list[bytes]:
        """Return the response as one chunk, from the second process or, if it fails, from this thread."""
        answer = None if environ["PATH_INFO"].startswith(settings.STATIC_URL) else self._ask(environ)
        if answer is None:
            return in_one_piece(environ, start_response)
        status, headers, body = answer
        start_response(status, headers)
        return [body]

    def _ask(self, environ: Mapping[str, Any]) -> Answer | None:
        """Return the response of the second process; None if the process is not running or fails."""
        if self.begun_at is None or not self.lock.acquire(timeout=_time_left()):
            return None
        try:
            pipe = self._ready_pipe(time.monotonic() - self.begun_at)
            return _answer(pipe, environ) if pipe else None
        except (OSError, EOFError):
            log.warning("the process that makes pages gave no answer and is started again")
            self._end()
            return None
        finally:
            self.lock.release()

    def _ready_pipe(self, seconds: float) -> Connection | None:
        """Return the pipe to the second process once it is ready; None if it does not become ready in time.

        Restart a process that has ended. Raise OSError or EOFError if it ends or does not become ready.
        """
        if self.pipe is None:
            if seconds >= AGAIN:
                self.begin()
        elif not self.is_ready:
            self.is_ready = self.pipe.poll() and self.pipe.recv() == READY
            if not self.is_ready and seconds > STARTS:
                raise TimeoutError
        return self.pipe if self.is_ready else None

    def _end(self) -> None:
        """Kill the process, so that a late response is not taken for the response to the next request."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        if self.pipe is not None:
            self.pipe.close()
        self.process = self.pipe = None


def _time_left() -> float:
    seconds = seconds_left()
    return PATIENCE if seconds is None else max(0.0, seconds)


def _answer(pipe: Connection, environ: Mapping[str, Any]) -> Answer:
    """Send a page request to the process and return its response; raise OSError or EOFError if it fails."""
    plain = {key: value for key, value in environ.items() if isinstance(value, (str, int, tuple))}
    request: PageRequest = club_of(environ["asgi.scope"]), plain, arrived.get()
    pipe.send(request)
    if not pipe.poll(_time_left() + GRACE):
        raise TimeoutError
    answer: Answer = pipe.recv()
    return answer


def answer_of(request: PageRequest) -> Answer:
    """Return Django's response to a request."""
    started: list[tuple[str, Headers]] = []

    def start_response(status: str, headers: Headers, _failure: Any = None) -> None:
        started.append((status, headers))

    club, environ, arrived_at = request
    arrived.set(arrived_at)
    streams = {"wsgi.input": BytesIO(), "wsgi.errors": sys.stderr}
    (body,) = in_one_piece({**environ, **streams, "asgi.scope": {CLUB: club}}, start_response)
    status, headers = started[-1]
    return status, headers, body


def main(file: int) -> None:
    """Respond to requests until the other end of the pipe is closed."""
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # signals are for the web process, and this process ends with it
        signal.signal(number, signal.SIG_IGN)
    limit_new_connections()
    import_module(settings.ROOT_URLCONF)
    collect_garbage_rarely()
    with suppress(EOFError, OSError), Connection(file) as pipe:
        pipe.send(READY)
        while True:
            pipe.send(answer_of(pipe.recv()))


if __name__ == "__main__":
    main(int(sys.argv[1]))
