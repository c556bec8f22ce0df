"""Pages rendered by a separate process, and the fallback when this process is missing, ends or hangs."""

import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

import pytest
from django.conf import settings

from config.failures import PATIENCE, arrived
from config.server import page_maker
from config.server.page_maker import GRACE, READY, PageMaker
from config.server.processes import STARTS
from config.server.routing import CLUB
from tests.servers.site import Site, embedded_site
from tests.waiting import wait_for

pytestmark = pytest.mark.timing

LOCAL_BODY = b"made in this process"


def in_this_process(_environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return [LOCAL_BODY]


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Iterator[PageMaker]:
    """Yield a page maker without a process, with short timeouts and without Django."""
    monkeypatch.setattr(page_maker, "in_one_piece", in_this_process)
    monkeypatch.setattr(page_maker, "GRACE", 0.0)
    new_maker = PageMaker()
    token = arrived.set(None)
    yield new_maker
    arrived.reset(token)
    if new_maker.pipe:
        new_maker.pipe.close()


def join(maker: PageMaker, process: Callable[[Connection], object], *, ready: bool = True) -> Thread:
    """Run `process` in a thread as the page process; if `ready`, send READY first."""
    maker.pipe, process_end = Pipe()
    maker.begun_at = time.monotonic()
    if ready:
        process_end.send(READY)

    def run() -> None:
        with process_end, suppress(EOFError, OSError):
            process(process_end)

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread


def get(maker: PageMaker, path: str, seconds: float = PATIENCE) -> tuple[str, bytes]:
    """Request a page with a time limit of `seconds`; return its status and body."""
    started: list[str] = []
    arrived.set(time.monotonic() - PATIENCE + seconds)

    def start_response(status: str, *_rest: Any) -> Any:
        started.append(status)

    environ: Any = {"PATH_INFO": path, "wsgi.input": object(), "asgi.scope": {CLUB: "golfo"}}
    (body,) = maker(environ, start_response)
    [status] = started
    return status, body


def says(*answers: float) -> Callable[[Connection], None]:
    """Return a fake page process that sends one response after each of the given delays, in seconds."""

    def process(pipe: Connection) -> None:
        for seconds in answers:
            club, environ, _arrived = pipe.recv()
            time.sleep(seconds)
            pipe.send(("404 Not Found", [], f"{club} {environ['PATH_INFO']}".encode()))

    return process


def test_page_rendered_by_the_page_process_is_sent_unchanged(maker: PageMaker) -> None:
    join(maker, says(0, 0))
    assert get(maker, "/a/") == ("404 Not Found", b"golfo /a/")
    assert get(maker, "/b/") == ("404 Not Found", b"golfo /b/")


def test_pages_are_rendered_by_the_web_process_until_the_page_process_is_ready(maker: PageMaker) -> None:
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    join(maker, Connection.recv, ready=False)
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    assert maker.pipe


def test_static_files_are_not_requested_from_the_page_process(maker: PageMaker) -> None:
    join(maker, says(0))
    assert get(maker, f"{settings.STATIC_URL}js/trionfo.js") == ("200 OK", LOCAL_BODY)


def test_late_response_is_not_sent_as_the_response_to_the_next_request(maker: PageMaker) -> None:
    late = join(maker, says(0.4, 0.0))
    assert get(maker, "/a/", seconds=0.2) == ("200 OK", LOCAL_BODY)
    late.join()
    assert get(maker, "/b/") == ("200 OK", LOCAL_BODY)


def test_page_process_that_ended_is_restarted_after_a_pause(
    maker: PageMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[float] = []
    monkeypatch.setattr(maker, "begin", lambda: begun.append(time.monotonic()))
    join(maker, says()).join()
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    assert begun == []
    assert maker.begun_at
    maker.begun_at -= page_maker.AGAIN
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    assert len(begun) == 1


def test_page_process_that_never_becomes_ready_is_ended(maker: PageMaker) -> None:
    join(maker, Connection.recv, ready=False)
    assert maker.begun_at
    maker.begun_at -= STARTS
    assert get(maker, "/a/") == ("200 OK", LOCAL_BODY)
    assert maker.pipe is None


def test_request_waits_for_the_page_process_at_most_its_remaining_time(maker: PageMaker) -> None:
    join(maker, says(0))
    with maker.lock:
        began = time.monotonic()
        assert get(maker, "/a/", seconds=0.2) == ("200 OK", LOCAL_BODY)
        assert 0.1 < time.monotonic() - began < PATIENCE
    assert get(maker, "/b/") == ("404 Not Found", b"golfo /b/")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with embedded_site(tmp_path_factory.mktemp("pages")) as running:
        yield running


@pytest.mark.site
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=lambda number: number.name)
def test_pages_are_served_when_the_page_process_ends_or_hangs(site: Site, number: signal.Signals) -> None:
    wait_for(site.has_page_maker)
    first = site.process_of("config.server.page_maker")
    assert first
    first.send_signal(number)
    answers = []
    began = time.monotonic()
    for _each in range(5):
        try:
            answers.append(urllib.request.urlopen(site.url, timeout=20).status)
        except urllib.error.HTTPError as refused:
            answers.append(refused.code)
    assert time.monotonic() - began < PATIENCE + GRACE + 3
    put_off = [HTTPStatus.SERVICE_UNAVAILABLE] if number == signal.SIGSTOP else []
    assert answers[len(put_off) :] == [HTTPStatus.OK] * (5 - len(put_off))
    assert answers[: len(put_off)] == put_off
    wait_for(lambda: not first.is_running() and site.has_page_maker())


@pytest.mark.site
def test_page_maker_process_ends_with_the_web_process(site: Site) -> None:
    wait_for(site.has_page_maker)
    first, web = site.process_of("config.server.page_maker"), site.process_of("config.web")
    assert first
    assert web
    web.kill()
    wait_for(lambda: not first.is_running())
    site.wait()
