"""Priority for write requests in a web process: read requests wait while a request writes.

After a hand all spectators request the page at once. Each of these requests takes a fraction of a
millisecond, and a thousand of them take half a second, for which the next hand would have to wait.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from a2wsgi.asgi_typing import Send, SendEvent

# Maximum number of seconds that a reading request waits, so that pages are sent even under constant writing.
PATIENCE = 0.1


class WritePriority:
    """A counter of running write requests; read requests wait until the count is zero."""

    def __init__(self) -> None:
        self.count = 0
        # True once a request has written in this process. A process for readers has none.
        self.has_writers = False
        self.nobody_writes = asyncio.Event()
        self.nobody_writes.set()
        self.turn = asyncio.Lock()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Delay read requests until the `with` block ends."""
        self.count, self.has_writers = self.count + 1, True
        self.nobody_writes.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self.nobody_writes.set()

    async def wait(self) -> None:
        """Wait until no write request is running; waiting read requests continue one at a time.

        The wait is at most PATIENCE seconds, even if a thousand clients connect at once and the event loop is
        slow.
        """
        if not self.has_writers:
            return
        until = asyncio.get_running_loop().time() + PATIENCE
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until), self.turn:
                await asyncio.sleep(0)
                await self.nobody_writes.wait()

    def after_writers(self, send: Send) -> Send:
        """Return a `send` function that waits for running write requests before the response starts."""

        async def wait_and_send(message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                await self.wait()
            await send(message)

        return wait_and_send
