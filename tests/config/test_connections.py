"""Limits on connections: idle and stalled connections are closed to make room for new connections."""

import asyncio
import contextlib
import resource
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import uvicorn

from config.server import connections
from config.server.connections import Connection, Connections
from tests.waiting import wait_for

pytestmark = pytest.mark.timing

LARGE = b"x" * 8_000_000
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def site(scope: Any, receive: Any, send: Any) -> None:
    """Send a short response, an endless stream, or eight million bytes, depending on the path."""
    headers = [(b"content-length", str(len(LARGE)).encode())] if scope["path"] == "/large" else []
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if scope["path"] == "/stream":
        await send({"type": "http.response.body", "body": b"hello", "more_body": True})
        await asyncio.sleep(3600)
    body = LARGE if scope["path"] == "/large" else b"well"
    await send({"type": "http.response.body", "body": body})


class Server:
    """A uvicorn server in a thread, whose connections are limited by `Connections`."""

    def __init__(self, most: int) -> None:
        self.connections = Connections(most)
        self.clients: list[socket.socket] = []
        kind: Any = partial(Connection, self.connections)
        config = uvicorn.Config(site, http=kind, ws="none", lifespan="off", log_config=None, backlog=64)
        [listener] = connections.listeners("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: self.server.run([listener]))
        self.thread.start()
        wait_for(lambda: self.server.started)

    def connect(self, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        """Return a new connection after sending the given bytes on it."""
        connection = socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        self.clients.append(connection)
        connection.sendall(sent)
        return connection

    def stop(self) -> None:
        """Close the client connections and stop the server."""
        for client in self.clients:
            client.close()
        wait_for(lambda: self.connections.count == 0)
        self.server.should_exit = self.server.force_exit = True
        self.thread.join()


@pytest.fixture
def most() -> int:
    return 100


@pytest.fixture
def server(most: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Yield a server with short timeouts."""
    monkeypatch.setattr(connections, "HEAD", 0.5)
    monkeypatch.setattr(connections, "STALL", 0.5)
    monkeypatch.setattr(connections, "EVERY", 0.05)
    server = Server(most)
    yield server
    server.stop()


def rest(connection: socket.socket) -> bytes:
    """Return all bytes received until the site closes the connection."""
    connection.settimeout(10)
    response = b""
    try:
        while part := connection.recv(65536):
            response += part
    except ConnectionResetError:
        pass
    return response


def is_open(connection: socket.socket) -> bool:
    """Return True if the site keeps the connection open without sending anything on it."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


def test_silent_connection_is_closed_without_a_response(server: Server) -> None:
    began = time.monotonic()
    assert rest(server.connect()) == b""
    assert 0.4 < time.monotonic() - began < 5


def test_incomplete_request_head_is_answered_with_408(server: Server) -> None:
    assert rest(server.connect(GET[:20])).startswith(b"HTTP/1.1 408 Request Timeout\r\n")


def test_slow_bytes_do_not_extend_the_timeout_of_a_request_head(server: Server) -> None:
    connection, sent = server.connect(GET[:20]), 0
    with contextlib.suppress(OSError):
        while sent < 100:
            connection.send(b"x")
            sent += 1
            time.sleep(0.1)
    assert sent < 100


def test_slow_bytes_after_a_response_do_not_extend_the_timeout(server: Server) -> None:
    """uvicorn stops its own idle timer as soon as a byte arrives."""
    connection = server.connect(GET)
    assert connection.recv(65536).startswith(b"HTTP/1.1 200")
    time.sleep(0.1)
    connection.sendall(b"G")
    assert b"HTTP/1.1 408" in rest(connection)


def test_event_stream_stays_open_and_other_connections_are_reused(server: Server) -> None:
    stream, other = server.connect(GET.replace(b"/", b"/stream", 1)), server.connect(GET)
    for _time in range(4):
        time.sleep(0.3)
        assert other.recv(65536).startswith(b"HTTP/1.1 200")
        other.sendall(GET)
    assert b"hello" in stream.recv(65536)
    assert is_open(stream)


def test_connection_of_a_client_that_reads_no_response_is_closed(server: Server) -> None:
    connection = server.connect(GET.replace(b"/", b"/large", 1))
    wait_for(lambda: server.connections.count == 1)
    wait_for(lambda: server.connections.count == 0)
    assert len(rest(connection)) < len(LARGE)


def test_slow_reader_gets_the_whole_response(server: Server) -> None:
    connection = server.connect(GET.replace(b"/", b"/large", 1))
    size = 0
    while size < len(LARGE):
        time.sleep(0.02)
        part = connection.recv(200_000)
        assert part
        size += len(part)


def test_unread_responses_are_limited_in_total_size(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL", 60)
    monkeypatch.setattr(connections, "UNREAD", 3 * len(LARGE))
    slow = [server.connect(GET.replace(b"/", b"/large", 1)) for _each in range(8)]
    wait_for(lambda: server.connections.count < 8)
    time.sleep(0.5)
    assert 2 <= server.connections.count <= 5
    assert len(slow) == 8


@pytest.mark.parametrize("most", [20])
class TestNoRoom:
    """Tests on a server that allows at most twenty connections."""

    def test_oldest_silent_connection_is_closed_for_a_new_request(self, server: Server) -> None:
        silent = [server.connect() for _each in range(20)]
        wait_for(lambda: server.connections.count == 20)
        assert server.connect(GET).recv(65536).startswith(b"HTTP/1.1 200")
        assert [is_open(each) for each in silent[:2]] == [False, False]
        assert all(is_open(each) for each in silent[2:])

    def test_event_stream_is_closed_for_a_new_request_if_only_streams_are_open(self, server: Server) -> None:
        streams = [server.connect(GET.replace(b"/", b"/stream", 1)) for _each in range(20)]
        for each in streams:
            assert b"200" in each.recv(65536)
        assert server.connect(GET).recv(65536).startswith(b"HTTP/1.1 200")

    def test_connections_of_the_ip_address_with_the_most_connections_are_closed_first(
        self, server: Server
    ) -> None:
        reader = server.connect(address="127.0.0.2")
        crowd = [server.connect() for _each in range(60)]
        assert server.connections.count <= 20
        assert is_open(reader)
        assert len(crowd) == 60
        reader.setblocking(True)
        reader.sendall(GET)
        assert reader.recv(65536).startswith(b"HTTP/1.1 200")

    def test_one_ip_address_may_use_all_connections(self, server: Server) -> None:
        streams = [server.connect(GET.replace(b"/", b"/stream", 1)) for _each in range(20)]
        wait_for(lambda: server.connections.count == 20)
        time.sleep(1)
        assert server.connections.count == 20
        assert len(streams) == 20


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Replace the resource limits of the system with a list of fake limits, and return the list.

    Every new limit is granted and appended to the list, so the last item is the current limit.
    """
    hard_limits: list[tuple[int, int]] = [(256, resource.RLIM_INFINITY)]
    monkeypatch.setattr(resource, "getrlimit", lambda _which: hard_limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _which, limit: hard_limits.append(limit))
    return hard_limits


@pytest.mark.parametrize(
    ("soft", "hard", "files", "most"),
    [
        (256, resource.RLIM_INFINITY, 8192, 7040),
        (1024, 1024, 1024, 640),
        (512, 512, 512, 128),
        (1024, 4096, 4096, 3456),
        (20_000, 20_000, 8192, 7040),
    ],
)
def test_open_file_limit_is_raised_as_far_as_the_system_allows(
    soft: int, hard: int, files: int, most: int, limits: list[tuple[int, int]]
) -> None:
    limits.append((soft, hard))
    assert connections.file_limit() == files
    assert limits[-1] == (max(soft, files), hard)
    assert connections.most_connections(files) == most


def test_open_file_limit_is_kept_if_the_system_refuses_to_raise_it(
    limits: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_which: int, _limit: Any) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert connections.file_limit() == 256


def test_uvicorn_without_connection_limits_closes_no_silent_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections.Connection, "look", lambda _self: None)
    server = Server(1000)
    try:
        waiting = [
            server.connect(),
            server.connect(GET[:20]),
            server.connect(GET.replace(b"/", b"/large", 1)),
        ]
        time.sleep(2)
        assert server.connections.count == len(waiting)
    finally:
        server.stop()
