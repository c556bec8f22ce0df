"""Checks of a request before a thread processes it: head, body, and the time until it is complete."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config.server import request_checks
from config.server.request_checks import RequestChecks

pytestmark = pytest.mark.timing


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Shorten the timeout and allow local host names."""
    monkeypatch.setattr(request_checks, "PATIENCE", 0.2)
    settings.LOCAL_NAMES_ONLY, settings.OWN_NAMES = True, ["club.example"]


class Site:
    """An ASGI application that reads the body of each request."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        self.bodies.append(message["body"])
        assert message["more_body"] is False
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"well"})


def a_request(path: str = "/tema/", query: bytes = b"", **headers: Any) -> Any:
    header_values = {"host": "127.0.0.1:8000", "accept_language": "en"} | headers
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in header_values.items()]
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": lines,
    }


# Parts of a body and the seconds before each; None if the client disconnects. Nothing follows the last part.
Parts = list[tuple[float, bytes] | None]


def play(scope: Any, parts: Parts, site: Any = None) -> tuple[int, dict[bytes, bytes], bytes, Site]:
    """Send a request; return the status (0 without a response), headers, body, and the fake site."""
    site = site or Site()
    sent: list[Any] = []
    coming: Iterator[tuple[float, bytes] | None] = iter(parts)
    remaining = [len([each for each in parts if each])]

    async def receive() -> Any:
        part = next(coming, (3600, b""))
        if part is None:
            return {"type": "http.disconnect"}
        await asyncio.sleep(part[0])
        remaining[0] -= 1
        is_complete = dict(scope["headers"]).get(b"x-whole") == b"yes"
        return {"type": "http.request", "body": part[1], "more_body": not (is_complete and remaining[0] == 0)}

    async def send(message: Any) -> None:
        sent.append(message)

    async def scene() -> None:
        await asyncio.wait_for(RequestChecks(site)(scope, receive, send), 20)

    with ThreadPoolExecutor(1) as stage:
        stage.submit(lambda: asyncio.run(scene())).result()
    if not sent:
        return 0, {}, b"", site
    body = b"".join(message["body"] for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body, site


def test_request_body_is_passed_to_the_site_when_complete() -> None:
    status, _headers, _body, site = play(
        a_request(content_length="6", x_whole="yes"), [(0.01, b"abc"), (0.05, b"def")]
    )
    assert (status, site.bodies) == (200, [b"abcdef"])


@pytest.mark.parametrize("how", [{"content_length": "6"}, {"transfer_encoding": "chunked"}])
def test_incomplete_body_returns_408_and_does_not_reach_the_site(how: dict[str, Any]) -> None:
    status, headers, body, site = play(a_request(**how), [(0, b"abc")])
    assert (status, site.bodies) == (408, [])
    assert headers[b"connection"] == b"close"
    assert headers[b"content-type"] == b"text/html; charset=utf-8"
    assert b"What you sent did not arrive" in body


def test_api_request_with_an_incomplete_body_gets_a_problem_document() -> None:
    status, headers, body, _site = play(a_request("/api/v1/sheets/check/", content_length="6"), [(0, b"{")])
    problem = json.loads(body)
    assert (status, problem["status"], problem["code"]) == (408, 408, "too_slow")
    assert headers[b"content-type"] == b"application/problem+json"


def test_error_page_is_in_the_language_of_the_request() -> None:
    _status, _headers, body, _site = play(a_request(content_length="6", accept_language="it"), [(0, b"a")])
    assert b'<html lang="it"' in body


def test_body_sent_byte_by_byte_is_refused_as_too_slow() -> None:
    status, _headers, _body, _site = play(a_request(content_length="600"), [(0.05, b"a")] * 100)
    assert status == 408


def test_large_body_that_arrives_steadily_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The upload of an archive may take minutes on a slow network; only the rate of arrival is checked."""
    monkeypatch.setattr(request_checks, "SLOWEST", 1000)
    scope = a_request(content_length="6000", x_whole="yes")
    status, _headers, _body, site = play(scope, [(0.1, b"a" * 1000)] * 6)
    assert (status, len(site.bodies[0])) == (200, 6000)


def test_disconnected_client_gets_no_response() -> None:
    assert play(a_request(content_length="6"), [(0, b"a"), None])[0] == 0


def test_request_without_a_body_is_passed_to_the_site_immediately() -> None:
    status, _headers, _body, site = play(a_request(x_whole="yes"), [(0, b"")])
    assert (status, site.bodies) == (200, [b""])


def test_site_without_the_body_check_waits_forever_for_an_incomplete_body() -> None:
    async def scene() -> None:
        async def receive() -> Any:
            await asyncio.sleep(3600)

        await asyncio.wait_for(Site()(a_request(content_length="6"), receive, None), 1)

    with pytest.raises(TimeoutError), ThreadPoolExecutor(1) as stage:
        stage.submit(lambda: asyncio.run(scene())).result()


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/tema/", 3 * 2**20, 200),
        ("/tema/", 3 * 2**20 + 1, 413),
        ("/regia/circolo/", 20 * 2**20, 413),
        ("/regia/porta-qui/", 17 * 2**20, 200),
        ("/regia/porta-qui/", 17 * 2**20 + 1, 413),
        ("/api/v1/archives/", 17 * 2**20, 200),
        ("/api/v1/sheets/check/", 13 * 2**20, 413),
    ],
)
def test_body_over_the_maximum_size_is_refused(path: str, size: int, status: int) -> None:
    scope = a_request(path, content_length=str(size), x_whole="yes")
    answered, _headers, _body, site = play(scope, [(0, b"a" * size)])
    assert answered == status
    assert len(site.bodies) == (status == 200)


def test_slowest_body_is_refused_if_all_bodies_take_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_checks, "MAX_BODY_MEMORY", 100_000)
    monkeypatch.setattr(request_checks, "PATIENCE", 5.0)
    bodies = request_checks.Bodies()

    def sender(parts: list[tuple[float, bytes]]) -> Callable[[], Awaitable[Any]]:
        coming = iter(parts)

        async def receive() -> Any:
            pause, part = next(coming)
            await asyncio.sleep(pause)
            return {"type": "http.request", "body": part, "more_body": part != b""}

        return receive

    async def scene() -> list[Any]:
        slow = sender([(0, b"a" * 60_000), (3600, b"")])
        quick = sender([(0.3, b"b" * 60_000), (0.01, b"")])
        return await asyncio.gather(
            *(bodies.read(2**20, each) for each in (slow, quick)), return_exceptions=True
        )

    with ThreadPoolExecutor(1) as stage:
        slow, quick = stage.submit(lambda: asyncio.run(scene())).result()
    assert isinstance(slow, request_checks.Refusal)
    assert slow.status == 408
    assert quick == b"b" * 60_000


@pytest.mark.parametrize(
    ("scope", "status", "code"),
    [
        (a_request("/api/", content_length="5", transfer_encoding="chunked"), 400, "two_lengths"),
        (a_request("/api/", b"a" * 8_000), 414, "address_too_long"),
        (a_request("/api/", x_long="a" * 17_000), 431, "headers_too_long"),
        (a_request("/api/", host="evil.example"), 400, "unknown_host"),
        (a_request("/api/", host="127.0.0.1.evil.example"), 400, "unknown_host"),
        (a_request("/api/", host="club.example.evil.com"), 400, "unknown_host"),
        (a_request("/api/", host=""), 400, "unknown_host"),
    ],
)
def test_invalid_request_head_is_refused(scope: Any, status: int, code: str) -> None:
    answered, headers, body, site = play(scope, [(0, b"")])
    assert (answered, json.loads(body)["code"]) == (status, code)
    assert headers[b"connection"] == b"close"
    assert site.bodies == []
    assert len(body) < 1000  # the response contains nothing of the request


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8000",
        "[fe80::1]:8000",
        "localhost",
        "portatile",
        "portatile.local:8000",
        "portatile.lan",
        "club.example",
    ],
)
def test_host_name_of_the_local_network_is_allowed(host: str) -> None:
    assert play(a_request(host=host, x_whole="yes"), [(0, b"")])[0] == 200


def test_only_configured_host_names_are_allowed(settings: Any) -> None:
    settings.LOCAL_NAMES_ONLY, settings.ALLOWED_HOSTS = False, ["club.example"]
    assert play(a_request(host="club.example", x_whole="yes"), [(0, b"")])[0] == 200
    assert play(a_request(host="192.168.1.20", x_whole="yes"), [(0, b"")])[0] == 400
