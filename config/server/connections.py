"""Limits of connections: silent and slow connections are closed, so that others find a place.

uvicorn leaves this to a proxy. It closes a connection that is silent after an answer, but keeps a connection
that never sends a request, sends its first lines slowly, or does not read. Each connection is an open file of
the process, and the system limits these.
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

HEAD = 10.0  # seconds until the first lines of a request must be there
STALL, PROGRESS = 15.0, 64 * 1024  # seconds in which a reader takes so many bytes, or all that are left
UNREAD = 64 * 2**20  # bytes that wait in memory for slow readers, all together
EVERY = 1.0  # second: how often it is looked at what came too late
FILES = 8192  # as many as this process asks the system for
OTHERS = 128  # of them for databases, pages, the log
QUEUE = 4096  # connections that the system may hold until they are accepted
SHARE = 16  # where there is no room, this part of a crowd makes room
TEXT = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]


class ConnectionPhase(IntEnum):
    """What a connection is about, in the order in which they make room for others."""

    CLOSING = 0
    # It has sent nothing yet, or not all of its first lines, or nothing since the last answer.
    IDLE = 1
    UPLOAD = 2
    # Part of the answer is sent: an open stream, whose page comes back by itself, or a slow reader.
    ANSWER = 3
    # Somebody waits for the site: never closed.
    WORK = 4


def file_limit() -> int:
    """Let this process open as many files as it needs and the system allows; return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems allow less than they say
        return soft
    return wanted


class Listener(socket.socket):
    """A listening socket behind which the system lets thousands wait, however few are accepted in one go.

    asyncio has one number for both. Those for whom the system has no room try again after a second or three.
    """

    def listen(self, backlog: int = QUEUE, /) -> None:
        """Begin to listen."""
        super().listen(QUEUE)


def listeners(host: str, port: int) -> list[socket.socket]:
    """Return a socket for each address that a host name stands for."""
    found = dict.fromkeys(
        (family, address)
        for family, _kind, _protocol, _name, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    )
    made: list[socket.socket] = []
    for family, address in found:
        listener = Listener(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if PIPE in os.environ and hasattr(socket, "SO_REUSEPORT"):  # beside config/server/pause.py
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        made.append(listener)
    return made


def backlog(files: int) -> int:
    """Return how many connections may be accepted in one go: each takes a file before it can be counted."""
    return max(64, min(512, files // 32))


def most_connections(files: int) -> int:
    """Return for how many connections there is room."""
    return max(64, files - OTHERS - 4 * backlog(files))


class Connections:
    """All connections of a process. Where there is no room, those of the largest crowd make some.

    A hall behind one router is one address, so no address has a limit of its own: it may use all the room
    that nobody else needs. A phone that opens hundreds is soon the largest crowd.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.by_address: dict[str, set[Connection]] = {}
        self.count = 0
        # Whose answer waits in memory, and since when.
        self.slow: dict[Connection, float] = {}
        self.timer: asyncio.TimerHandle | None = None

    def enter(self, connection: "Connection") -> None:
        """Take a new connection in; others may have to go."""
        self.by_address.setdefault(connection.address, set()).add(connection)
        self.count += 1
        if self.timer is None:
            self.timer = connection.loop.call_later(EVERY, self.look)
        if self.count > self.most:
            self.make_room(connection)

    def leave(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        self.slow.pop(connection, None)
        if connection.has_place:
            self.count -= 1
        crowd = self.by_address[connection.address]
        crowd.discard(connection)
        if not crowd:
            del self.by_address[connection.address]

    def drop(self, connection: "Connection") -> None:
        """Close a connection without a word; its place is free at once."""
        if connection.has_place:
            connection.has_place = False
            self.count -= 1
        connection.transport.abort()

    def make_room(self, newcomer: "Connection") -> None:
        """Close a part of the largest crowd: first who asks for nothing, the longest waiting first."""
        crowd = max(self.by_address.values(), key=len)
        others = [each for each in crowd if each is not newcomer and each.has_place]
        order = sorted((each.phase, each.since, id(each), each) for each in others)
        idle = [each for phase, *_since, each in order if phase < ConnectionPhase.WORK]
        for each in idle[: 1 + len(crowd) // SHARE] or [newcomer]:
            self.drop(each)

    def wait(self, connection: "Connection") -> None:
        """Take note of a reader who is slower than the site; where too much waits, the oldest go."""
        self.slow[connection] = connection.loop.time()
        unread = sum(each.unread for each in self.slow)
        for each in list(self.slow):  # in the order in which they began to wait
            if unread <= UNREAD:
                return
            unread -= each.unread
            del self.slow[each]
            self.drop(each)

    def look(self) -> None:
        """Close what came too late, once a second while there is anybody."""
        self.timer = None
        for crowd in list(self.by_address.values()):
            for connection in list(crowd):
                connection.look()
        for crowd in self.by_address.values():
            for connection in crowd:
                self.timer = connection.loop.call_later(EVERY, self.look)
                return


class Connection(H11Protocol):
    """A connection that ends when its first lines do not come, or its answer is not taken."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self.connections_here = connections
        self.address, self.has_place = "", True
        self.since = self.loop.time()  # it was opened, or its last answer was sent
        self.unread_before, self.unread_since = 0, 0.0

    @property
    def phase(self) -> ConnectionPhase:
        """What it is about now."""
        if self.transport.is_closing():
            return ConnectionPhase.CLOSING
        if self.conn.their_state is h11.IDLE:
            return ConnectionPhase.IDLE
        if self.conn.their_state is h11.SEND_BODY:
            return ConnectionPhase.UPLOAD
        return ConnectionPhase.ANSWER if self.cycle and self.cycle.response_started else ConnectionPhase.WORK

    @property
    def unread(self) -> int:
        """How many bytes of its answers are still here."""
        return self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.connections_here.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self.connections_here.leave(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, if one comes."""
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait for a reader who is slower than the site."""
        super().pause_writing()
        self.connections_here.wait(self)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.connections_here.slow.pop(self, None)

    def look(self) -> None:
        """Close it if it came too late: with its first lines, or with reading its answer."""
        now, unread = self.loop.time(), self.unread
        if unread and self.unread_before and unread > self.unread_before - PROGRESS:
            if now - self.unread_since > STALL:
                self.connections_here.drop(self)
            return
        self.unread_before, self.unread_since = unread, now
        if self.phase is ConnectionPhase.IDLE and now - self.since > HEAD:
            self.give_up()

    def give_up(self) -> None:
        """Say that the first lines came too late, or close in silence where there were none.

        A browser opens connections ahead and sends nothing: an answer to no question would confuse it.
        """
        started, _ended = self.conn.trailing_data
        if started:
            late = HTTPStatus.REQUEST_TIMEOUT
            answer = h11.Response(status_code=late, headers=TEXT, reason=late.phrase.encode())
            for event in (answer, h11.Data(data=late.phrase.encode()), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
        self.transport.close()
