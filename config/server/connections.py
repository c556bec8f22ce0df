"""Limits on connections: silent and slow connections are closed, so that other clients can connect.

uvicorn leaves this to a proxy. It closes a connection that is silent after a response, but keeps a
connection that never sends a request, sends its headers slowly, or does not read. Each connection is an
open file of the process, and the system limits their number.
"""

import asyncio
import os
import resource
import socket
from enum import IntEnum
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from config.server.processes import PIPE

HEAD = 10.0  # seconds until the headers of a request must be complete
STALL, PROGRESS = (
    15.0,
    64 * 1024,
)  # seconds in which a client must read this number of bytes, or all that are left
UNREAD = 64 * 2**20  # bytes of responses in memory for slow clients, in total
EVERY = 1.0  # second: the interval of the checks
FILES = 8192  # the number of open files that this process requests from the system
OTHER_FILES = 128  # of them, for databases, pages and the log
QUEUE = 4096  # connections that the system may hold until they are accepted
SHARE = 16  # at the limit, one in this number of the connections of an address is closed
TEXT = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]


class ConnectionPhase(IntEnum):
    """The phases of a connection; at the connection limit, the lowest phase is closed first."""

    CLOSING = 0
    # No request yet, incomplete headers, or nothing since the last response.
    IDLE = 1
    UPLOAD = 2
    # Part of the response is sent: an open stream, whose page reconnects by itself, or a slow client.
    ANSWER = 3
    # A request is being processed: never closed.
    WORK = 4


def file_limit() -> int:
    """Raise the limit of open files of this process to FILES, if allowed; return the limit, at most FILES."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they report
        return soft
    return wanted


class Listener(socket.socket):
    """A socket whose queue of waiting connections has the length QUEUE.

    asyncio would use one number for the length of the queue and for the connections that are accepted
    simultaneously; the queue must be longer. A client that finds the queue full tries again after one to
    three seconds.
    """

    def listen(self, backlog: int = QUEUE, /) -> None:
        """Listen with the long queue, and ignore the length that asyncio passes."""
        super().listen(QUEUE)


def listeners(host: str, port: int) -> list[socket.socket]:
    """Return a bound socket for each address of a host name. The sockets do not listen yet.

    Each socket names its protocol: asyncio sets TCP_NODELAY only on connections whose socket has the protocol
    TCP. Without TCP_NODELAY the body of a response waits until the client acknowledges the headers, which
    takes some 40 ms on Linux and up to 200 ms elsewhere.
    """
    addresses = dict.fromkeys(
        (family, address)
        for family, _kind, _protocol, _name, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    )
    sockets: list[socket.socket] = []
    for family, address in addresses:
        listener = Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if PIPE in os.environ and hasattr(socket, "SO_REUSEPORT"):  # together with config/server/pause.py
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        sockets.append(listener)
    return sockets


def backlog(files: int) -> int:
    """Return the number of connections that are accepted simultaneously."""
    return max(64, min(512, files // 32))


def most_connections(files: int) -> int:
    """Return the maximum number of connections of this process."""
    return max(64, files - OTHER_FILES - 4 * backlog(files))


class Connections:
    """All connections of a process. At the limit, some connections of the busiest client are closed.

    Many phones behind one router have the same address, so an address has no limit of its own: it may use all
    free connections. A client that opens hundreds of connections soon has the most.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.by_address: dict[str, set[Connection]] = {}
        self.count = 0
        # The connections whose response waits in memory, and since when.
        self.slow: dict[Connection, float] = {}
        self.timer: asyncio.TimerHandle | None = None

    def enter(self, connection: "Connection") -> None:
        """Add a new connection; if this exceeds the limit, close some connections (`make_room`)."""
        self.by_address.setdefault(connection.address, set()).add(connection)
        self.count += 1
        if self.timer is None:
            self.timer = connection.loop.call_later(EVERY, self.look)
        if self.count > self.most:
            self.make_room(connection)

    def leave(self, connection: "Connection") -> None:
        """Remove a closed connection."""
        self.slow.pop(connection, None)
        if connection.has_place:
            self.count -= 1
        crowd = self.by_address[connection.address]
        crowd.discard(connection)
        if not crowd:
            del self.by_address[connection.address]

    def drop(self, connection: "Connection") -> None:
        """Abort a connection, and count it as closed immediately."""
        if connection.has_place:
            connection.has_place = False
            self.count -= 1
        connection.transport.abort()

    def make_room(self, newcomer: "Connection") -> None:
        """Close some connections of the address with the most connections.

        Connections in the lowest phase are closed first. In the same phase, the first to be closed is the
        connection whose opening or last response was earliest. Connections in the phase WORK stay open. If
        all other connections of the address are in the phase WORK, the new connection is closed.
        """
        crowd = max(self.by_address.values(), key=len)
        candidates = [each for each in crowd if each is not newcomer and each.has_place]
        order = sorted((each.phase, each.since, id(each), each) for each in candidates)
        idle = [each for phase, *_since, each in order if phase < ConnectionPhase.WORK]
        for each in idle[: 1 + len(crowd) // SHARE] or [newcomer]:
            self.drop(each)

    def wait(self, connection: "Connection") -> None:
        """Record a slow client.

        If more than UNREAD bytes are unsent in total, disconnect slow clients until the total is low enough.
        The client that has been slow for the longest time is disconnected first.
        """
        self.slow[connection] = connection.loop.time()
        unread = sum(each.unread for each in self.slow)
        for each in list(self.slow):  # in the order in which they became slow
            if unread <= UNREAD:
                return
            unread -= each.unread
            del self.slow[each]
            self.drop(each)

    def look(self) -> None:
        """Close the connections that exceed a time limit. Called every second while connections are open."""
        self.timer = None
        for crowd in list(self.by_address.values()):
            for connection in list(crowd):
                connection.look()
        for crowd in self.by_address.values():
            for connection in crowd:
                self.timer = connection.loop.call_later(EVERY, self.look)
                return


class Connection(H11Protocol):
    """An HTTP connection that is closed if its headers are late or its response is not read."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.connections_here = connections
        self.address, self.has_place = "", True
        self.since = self.loop.time()  # when it was opened, or its last response was sent
        self.unread_before, self.unread_since = 0, 0.0

    @property
    def phase(self) -> ConnectionPhase:
        """The current phase of the connection."""
        if self.transport.is_closing():
            return ConnectionPhase.CLOSING
        if self.conn.their_state is h11.IDLE:
            return ConnectionPhase.IDLE
        if self.conn.their_state is h11.SEND_BODY:
            return ConnectionPhase.UPLOAD
        return ConnectionPhase.ANSWER if self.cycle and self.cycle.response_started else ConnectionPhase.WORK

    @property
    def unread(self) -> int:
        """The number of response bytes that wait in memory to be sent."""
        return self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.connections_here.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        super().connection_lost(exc)
        self.connections_here.leave(self)

    def on_response_complete(self) -> None:
        """Start the time limit for the headers of the next request."""
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Record that the client reads slowly."""
        super().pause_writing()
        self.connections_here.wait(self)

    def resume_writing(self) -> None:
        """Record that the client has read enough of the response, and is no longer slow."""
        super().resume_writing()
        self.connections_here.slow.pop(self, None)

    def look(self) -> None:
        """Close the connection if its headers are late or its response is not read."""
        now, unread = self.loop.time(), self.unread
        if unread and self.unread_before and unread > self.unread_before - PROGRESS:
            if now - self.unread_since > STALL:
                self.connections_here.drop(self)
            return
        self.unread_before, self.unread_since = unread, now
        if self.phase is ConnectionPhase.IDLE and now - self.since > HEAD:
            self.give_up()

    def give_up(self) -> None:
        """Send 408 if part of the headers has arrived; if not, close the connection without a response.

        A browser opens connections in advance and sends nothing: a response without a request would
        confuse it.
        """
        started, _ended = self.conn.trailing_data
        if started:
            late = HTTPStatus.REQUEST_TIMEOUT
            answer = h11.Response(status_code=late, headers=TEXT, reason=late.phrase.encode())
            for event in (answer, h11.Data(data=late.phrase.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
        self.transport.close()
