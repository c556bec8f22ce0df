"""A network between phones and server that does what bad Wi-Fi does, each fault by a chance from a seed."""

import asyncio
import contextlib
import random
import re
import threading
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, Self

AT_TABLES = re.compile(r"/api/v1/matches/|/tavolo/[0-9a-f-]{36}/(?!chi/)")
"""Where faults befall: hands, and the pages of a table. Who cannot open the site at all sees it himself."""
PORTAL = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 40\r\nConnection: close\r\n\r\n"
    b"<html><body>Accetta e naviga</body></html"
)
FAULTS = ("drop", "delay", "duplicate", "cut", "reset", "portal")


class FaultyNetwork(threading.Thread):
    """Forwards each request to the server on its own connection, unless a fault befalls it."""

    def __init__(self, server: int, seed: int, *, chance: float = 0.1, longest: float = 30.0) -> None:
        super().__init__(name="faulty network", daemon=True)
        self.server, self.random, self.chance, self.longest = server, random.Random(seed), chance, longest
        self.done: Counter[str] = Counter()
        self.port = 0
        self.always: str | None = None
        self._loop = asyncio.new_event_loop()
        self._open = threading.Event()

    def __enter__(self) -> Self:
        self.start()
        self._open.wait(5)
        return self

    def __exit__(self, *_error: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self.join(5)

    def run(self) -> None:
        """Listen until it is closed."""
        asyncio.set_event_loop(self._loop)
        listening = self._loop.run_until_complete(asyncio.start_server(self._meet, "127.0.0.1", 0))
        self.port = listening.sockets[0].getsockname()[1]
        self._open.set()
        self._loop.run_forever()
        listening.close()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            request = await _request(reader)
            path = request.split(b" ", 2)[1].decode()
            fault = self._fault(path) if AT_TABLES.match(path) else ""
            self.done[fault] += 1
            await self._suffer(fault, request, writer)
            writer.close()
            await writer.wait_closed()
        _reset(writer)

    def only(self, fault: str) -> None:
        """From now on this befalls every request of a hand, and nothing any other; empty: nothing at all."""
        self.always = fault

    def _fault(self, path: str) -> str:
        """Draw what befalls a request: each fault has its chance."""
        if self.always is not None:
            return self.always if path.startswith("/api/") else ""
        drawn = self.random.random()
        place = int(drawn / self.chance) if self.chance else len(FAULTS)
        return FAULTS[place] if place < len(FAULTS) else ""

    async def _suffer(self, fault: str, request: bytes, writer: asyncio.StreamWriter) -> None:
        if fault == "drop":
            return _reset(writer)
        if fault == "portal":
            writer.write(PORTAL)
            return await writer.drain()
        if fault == "delay":
            await asyncio.sleep(self.random.random() * self.longest)
        if fault in ("", "delay"):
            return await self._through(request, writer)
        answer = await self._answer(request)
        if fault == "duplicate":
            answer = await self._answer(request)
        if fault == "reset":
            return _reset(writer)
        writer.write(answer[: len(answer) // 2] if fault == "cut" else answer)
        await writer.drain()
        return None

    async def _answer(self, request: bytes) -> bytes:
        async with self._asked(request) as reader:
            return await reader.read(-1)

    async def _through(self, request: bytes, writer: asyncio.StreamWriter) -> None:
        async with self._asked(request) as reader:
            while part := await reader.read(65536):
                writer.write(part)
                await writer.drain()

    @contextlib.asynccontextmanager
    async def _asked(self, request: bytes) -> AsyncIterator[asyncio.StreamReader]:
        reader, upstream = await asyncio.open_connection("127.0.0.1", self.server)
        try:
            upstream.write(request)
            yield reader
        finally:
            _reset(upstream)


async def _request(reader: asyncio.StreamReader) -> bytes:
    """Read one request whole, and ask for its connection to be closed after it."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    long = next((line.split(b":")[1] for line in lines if line.lower().startswith(b"content-length:")), b"0")
    body = await reader.readexactly(int(long))
    return b"\r\n".join([lines[0], b"Connection: close", *lines[1:]]) + body


def _reset(writer: asyncio.StreamWriter) -> None:
    transport: Any = writer.transport
    transport.abort()
