"""The time limit of a request: it starts on arrival and is extended while a queue is being served."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config import failures
from config.failures import ARRIVED, PATIENCE, ThreadPool, arrived, begin, seconds_left

pytestmark = pytest.mark.timing


@pytest.fixture(autouse=True)
def no_request() -> Any:
    """Restore the context variable of the arrival time after the test."""
    token = arrived.set(None)
    yield
    arrived.reset(token)


def test_next_request_in_the_same_context_has_its_own_time_limit() -> None:
    earlier: dict[str, Any] = {}
    begin(earlier)
    earlier[ARRIVED] -= 2 * PATIENCE
    begin(earlier)
    assert (seconds_left() or 0) < 0
    begin({})
    assert (seconds_left() or 0) > PATIENCE / 2


def test_time_limit_of_a_request_starts_at_its_arrival_and_not_when_it_reaches_the_thread_pool() -> None:
    request: dict[str, Any] = {}
    begin(request)
    request[ARRIVED] -= 1.0
    begin(request)
    assert (seconds_left() or 0) <= PATIENCE - 1.0


def answers_of(status: str, requests: int) -> list[int]:
    """Send requests at the same time to one thread that takes 0.2 seconds for each; return the statuses."""

    def app(_environ: Any, start_response: Any) -> list[bytes]:
        time.sleep(0.2)
        start_response(status, [])
        return [b""]

    async def at_once() -> list[int]:
        pool, statuses = ThreadPool(app, workers=1), []

        async def ask() -> None:
            async def receive() -> Any:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    statuses.append(message["status"])

            scope: Any = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
            await pool(scope | {"http_version": "1.1", "server": ("x", 80), "scheme": "http"}, receive, send)

        await asyncio.gather(*(ask() for _each in range(requests)))
        return statuses

    with ThreadPoolExecutor(1) as elsewhere:  # an event loop of a browser may be running in this thread
        return elsewhere.submit(lambda: asyncio.run(at_once())).result()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time limits."""
    monkeypatch.setattr(failures, "PATIENCE", 0.5)
    monkeypatch.setattr(failures, "IN_A_QUEUE", 1.5)


@pytest.mark.usefixtures("quick")
def test_request_may_exceed_its_time_limit_while_the_queue_is_moving() -> None:
    assert answers_of("200 OK", 5) == [200] * 5


@pytest.mark.usefixtures("quick")
def test_request_does_not_wait_in_a_queue_of_failing_requests() -> None:
    began = time.monotonic()
    assert answers_of("503 Service Unavailable", 20) == [503] * 20
    assert time.monotonic() - began < 2.5  # twenty requests in sequence would take four seconds


@pytest.mark.usefixtures("quick")
def test_wait_in_a_queue_has_a_time_limit_even_if_the_queue_is_moving() -> None:
    statuses = answers_of("200 OK", 20)
    assert 5 < statuses.count(200) < 10
    assert statuses.count(503) == 20 - statuses.count(200)
