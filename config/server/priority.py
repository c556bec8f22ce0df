"""Priority for writers in a web process: requests that only read wait while a request writes.

After a hand all spectators ask for the page at once. Each request costs a fraction of a millisecond, and a
thousand requests half a second, for which the next hand would wait.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from a2wsgi.asgi_typing import Send, SendEvent

# Seconds that a reader waits for those who write, at most: where there is always one, pages come too.
PATIENCE = 0.1


class WritePriority:
    """How many are writing, and the readers that wait."""

    def __init__(self) -> None:
        self.count = 0
        # Whether anybody ever wrote here; in a process that is for readers nobody does.
        self.has_writers = False
        self.nobody_writes = asyncio.Event()
        self.nobody_writes.set()
        self.turn = asyncio.Lock()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Let readers wait meanwhile."""
        self.count, self.has_writers = self.count + 1, True
        self.nobody_writes.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self.nobody_writes.set()

    async def wait(self) -> None:
        """Return when a reader may go on: one at a time, so that a request to write is read in between.

        That too no longer than PATIENCE: a turn of the loop is long where a thousand connect at once.
        """
        if not self.has_writers:
            return
        until = asyncio.get_running_loop().time() + PATIENCE
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until), self.turn:
                await asyncio.sleep(0)
                await self.nobody_writes.wait()

    def after_writers(self, send: Send) -> Send:
        """Return `send` for a reader's answer, which waits as his request did: many wait for one page."""

        async def wait_and_send(message: SendEvent) -> None:
            if message["type"] == "http.response.start":
                await self.wait()
            await send(message)

        return wait_and_send
