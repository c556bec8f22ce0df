"""A sign of life each second, to whoever watches over this process: `serve` over a pipe, systemd by a socket.

A process that only stands in the table of processes, stopped or locked up, gives none and is replaced.
"""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

PIPE = "TRIONFO_PULSE"
"""The environment variable with the number of the pipe's file descriptor."""
EVERY = 1.0  # seconds


def beat() -> None:
    """Give one sign of life; nobody may be listening."""
    with contextlib.suppress(OSError):
        if PIPE in os.environ:
            os.write(int(os.environ[PIPE]), b".")
        if "NOTIFY_SOCKET" in os.environ:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                address = os.environ["NOTIFY_SOCKET"]
                systemd.sendto(b"WATCHDOG=1", "\0" + address[1:] if address[0] == "@" else address)


def beat_while(well: Callable[[], bool]) -> Thread:
    """Beat from a thread of its own as long as `well` says so; return the thread."""

    def run() -> None:
        while well():
            beat()
            time.sleep(EVERY)

    thread = Thread(target=run, name="pulse", daemon=True)
    thread.start()
    return thread


async def lifespan(receive: Any, send: Any) -> None:
    """Beat from the event loop as long as the web server runs it (ASGI's lifespan)."""

    async def run() -> None:
        while True:
            beat()
            await asyncio.sleep(EVERY)

    task = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            task = asyncio.create_task(run())
            await send({"type": "lifespan.startup.complete"})
        else:
            if task:
                task.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return
