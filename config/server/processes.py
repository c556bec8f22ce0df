"""Child processes that are restarted if they end or hang, and that end when this process ends."""

import asyncio
import contextlib
import ctypes
import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

# The environment variable with the number of the pipe's file descriptor.
PIPE = "TRIONFO_HEARTBEAT"
EVERY = 1.0  # seconds


def send_heartbeat() -> None:
    """Send one heartbeat to the supervisor and to systemd, if they supervise this process."""
    with contextlib.suppress(OSError):
        if PIPE in os.environ:
            os.write(int(os.environ[PIPE]), b".")
        if "NOTIFY_SOCKET" in os.environ:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                address = os.environ["NOTIFY_SOCKET"]
                systemd.sendto(b"WATCHDOG=1", "\0" + address[1:] if address[0] == "@" else address)


def send_heartbeats_while(well: Callable[[], bool]) -> Thread:
    """Start and return a thread that sends heartbeats while `well` returns True."""

    def run() -> None:
        while well():
            send_heartbeat()
            time.sleep(EVERY)

    thread = Thread(target=run, name="heartbeats", daemon=True)
    thread.start()
    return thread


async def lifespan(receive: Any, send: Any) -> None:
    """Send heartbeats from the event loop during the ASGI lifespan of the web server."""

    async def run() -> None:
        while True:
            send_heartbeat()
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


log = logging.getLogger(__name__)

SHORTEST, LONGEST = 0.5, 30.0  # seconds before a child is restarted, doubling in between
SETTLED = 10.0  # seconds after which the pause before the next restart is the shortest again
GRACE = 6.0  # seconds between SIGTERM and SIGKILL for a process group
TICK = 0.1
HANGS = 6.0  # seconds without a heartbeat after the first one
STARTS = 180.0  # seconds until the first heartbeat; on a busy machine a start takes over a minute
LONGEST_TICK = 0.5  # seconds between two checks that count at most
PR_SET_PDEATHSIG = 1
TURN = 0.0005  # seconds that a thread runs in Python before it gives way to others
SHORT_TURN = 0.0001  # the same, if another process makes the pages
NEVER = float("inf")
AUTOGROUP = Path("/proc/self/autogroup")

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def end_with_parent() -> None:
    """Make the kernel send SIGTERM to this process when its parent ends (Linux)."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Heartbeats:
    """The heartbeats that a child sends through a pipe, and the time since the last heartbeat."""

    def __init__(self) -> None:
        self.pipe: int | None = None
        self.silent, self.patience, self.at = 0.0, STARTS, 0.0

    def open(self, now: float) -> int:
        """Open a new pipe; return the end that the child writes to."""
        if self.pipe is not None:
            os.close(self.pipe)
        self.pipe, child_end = os.pipe()
        for end in (self.pipe, child_end):
            os.set_blocking(end, False)
        self.silent, self.patience, self.at = 0.0, STARTS, now
        return child_end

    def is_silent(self, now: float) -> bool:
        """Return True if the child has been silent for too long.

        Only the time in which this process ran is counted. If the machine sleeps or is overloaded, the child
        cannot send heartbeats, and this is not a fault of the child.
        """
        self.silent, self.at = self.silent + min(now - self.at, LONGEST_TICK), now
        if self.pipe is not None and _has_bytes(self.pipe):
            self.silent, self.patience = 0.0, HANGS
        return self.silent > self.patience


def _has_bytes(pipe: int) -> bool:
    try:
        return os.read(pipe, 65536) != b""
    except BlockingIOError:
        return False


class Child:
    """A program in its own process group, so that its descendants can be ended too."""

    def __init__(self, *command: str, again: bool = True, sends_heartbeats: bool = False) -> None:
        """Define a program.

        If `again` is true, the program is restarted when it ends. If `sends_heartbeats` is true, it is also
        restarted when its heartbeats stop.
        """
        self.command, self.again, self.sends_heartbeats = command, again, sends_heartbeats
        self.process: subprocess.Popen[bytes] | None = None
        self.pause, self.started, self.due = SHORTEST, 0.0, 0.0
        self.heartbeats = Heartbeats()

    def check(self) -> None:
        """Start the program if it is due. If it has ended or hangs, kill its group and schedule a restart."""
        now = time.monotonic()
        if self.process is not None and self.sends_heartbeats and self.heartbeats.is_silent(now):
            log.warning("%s gave no sign of life and is started again", " ".join(self.command[1:4]))
            self.signal(signal.SIGKILL)
            self.process.wait()
        if self.process is not None and self.process.poll() is not None:
            self._clean_up(now)
        if self.process is None and now >= self.due:
            self._start(now)

    def _start(self, now: float) -> None:
        self.started = now
        pipe = self.heartbeats.open(now) if self.sends_heartbeats else None
        try:
            self.process = subprocess.Popen(  # noqa: S603  # our own commands
                self.command,
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509  # this process has one thread
                pass_fds=() if pipe is None else (pipe,),
                env=os.environ if pipe is None else os.environ | {PIPE: str(pipe)},
            )
        finally:
            if pipe is not None:
                os.close(pipe)

    def _clean_up(self, now: float) -> None:
        self.signal(signal.SIGKILL)  # remaining processes of the group may hold the port
        self.process = None
        if now - self.started > SETTLED:
            self.pause = SHORTEST
        self.due = now + self.pause if self.again else NEVER
        self.pause = min(2 * self.pause, LONGEST)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def clear(self) -> None:
        """Allow an immediate restart of a program that has ended, unless it is to run only once."""
        self.process, self.pause, self.due = None, SHORTEST, 0.0 if self.again else NEVER
        self.heartbeats.patience = STARTS

    def end(self, deadline: float) -> None:
        """Wait for the program to end; at the deadline, kill its process group."""
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, deadline - time.monotonic()))
            self.signal(signal.SIGKILL)
            self.process.wait()


def supervise(children: list[Child], at_each_tick: Callable[[], None]) -> None:
    """Keep the children running until this process receives SIGINT, SIGTERM or SIGHUP; then end them."""
    signals: list[int] = []  # not an Event: its lock may be held by this thread when the signal arrives
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda signum, _frame: signals.append(signum))
    try:
        while not signals:
            for child in children:
                child.check()
            at_each_tick()
            time.sleep(TICK)
    finally:
        end_all(children)


def end_all(children: list[Child]) -> None:
    """Send SIGTERM to all children; kill those that have not ended after the grace period."""
    for child in children:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    for child in children:
        child.end(deadline)


# The number of allocations minus deallocations between two garbage collections: some megabytes at most.
COLLECTION_THRESHOLD = 20_000


def collect_garbage_rarely() -> None:
    """Make garbage collection in this process less frequent, and exclude existing objects from it.

    Reading the results of a large stage creates a hundred thousand small objects that are all in use until
    the end. With the default threshold of 700, a third of the time of the standings is spent in collections,
    and every dozen pages a collection stops all threads for 150 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTION_THRESHOLD, 10, 10)


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process.

    Linux with autogroups shares the processor by session first and applies niceness only inside a session
    (sched(7), "The autogroup feature"), so a session leader lowers the priority of its session.
    """
    os.nice(niceness)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            AUTOGROUP.write_text(str(niceness))


def switch_threads_often(seconds: float = TURN) -> None:
    """Switch between the threads of this process every `seconds`, more often than Python's default.

    At each statement a writing request waits until a computing thread gives way, and meanwhile it holds the
    lock of the database. With the default of 5 ms, these waits add up to half a second while a page or a
    forecast is computed.
    """
    sys.setswitchinterval(seconds)
