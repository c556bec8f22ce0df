"""Child processes: started again if they end or hang, and ended together with this process."""

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
PIPE = "TRIONFO_PULSE"
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


log = logging.getLogger(__name__)

SHORTEST, LONGEST = 0.5, 30.0  # seconds before a child is started again, doubling in between
SETTLED = 10.0  # a child that ran so long starts again after the shortest pause
GRACE = 6.0  # seconds between asking a group to end and ending it
TICK = 0.1
HANGS = 6.0  # seconds without a sign of life, of a child that gave one
STARTS = 60.0  # seconds until its first
LONGEST_TICK = 0.5  # seconds from one look to the next that count as such
PR_SET_PDEATHSIG = 1
TURN = 0.0005  # seconds for which a thread has Python to itself, where others want it
SHORT_TURN = 0.0001  # the same, where pages are made elsewhere
NEVER = float("inf")
AUTOGROUP = Path("/proc/self/autogroup")

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the parent ends, however it ends (Linux)."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Pulse:
    """The signs of life of one child, by a pipe, and for how long none has come."""

    def __init__(self) -> None:
        self.pipe: int | None = None
        self.silent, self.patience, self.at = 0.0, STARTS, 0.0

    def open(self, now: float) -> int:
        """Begin anew; return the end of the pipe that the child writes to."""
        if self.pipe is not None:
            os.close(self.pipe)
        self.pipe, theirs = os.pipe()
        for end in (self.pipe, theirs):
            os.set_blocking(end, False)
        self.silent, self.patience, self.at = 0.0, STARTS, now
        return theirs

    def is_still(self, now: float) -> bool:
        """Return whether the child has been silent for too long.

        Only time in which we looked is counted: where a machine sleeps or is overloaded, so is the child.
        """
        self.silent, self.at = self.silent + min(now - self.at, LONGEST_TICK), now
        if self.pipe is not None and _any_there(self.pipe):
            self.silent, self.patience = 0.0, HANGS
        return self.silent > self.patience


def _any_there(pipe: int) -> bool:
    try:
        return os.read(pipe, 65536) != b""
    except BlockingIOError:
        return False


class Child:
    """One program in a process group of its own, so that what it starts can be ended with it."""

    def __init__(self, *command: str, again: bool = True, beats: bool = False) -> None:
        """`again`: it is started again when it ends; `beats`: it gives signs of life."""
        self.command, self.again, self.beats = command, again, beats
        self.process: subprocess.Popen[bytes] | None = None
        self.pause, self.started, self.due = SHORTEST, 0.0, 0.0
        self.pulse = Pulse()

    def look_after(self) -> None:
        """Start it when it is due; when it ended, clear up after it and say when it is due again."""
        now = time.monotonic()
        if self.process is not None and self.beats and self.pulse.is_still(now):
            log.warning("%s gave no sign of life and is started again", " ".join(self.command[1:4]))
            self.signal(signal.SIGKILL)
            self.process.wait()
        if self.process is not None and self.process.poll() is not None:
            self._bury(now)
        if self.process is None and now >= self.due:
            self._start(now)

    def _start(self, now: float) -> None:
        self.started = now
        pipe = self.pulse.open(now) if self.beats else None
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

    def _bury(self, now: float) -> None:
        self.signal(signal.SIGKILL)  # whatever it left behind may still hold the port
        self.process = None
        if now - self.started > SETTLED:
            self.pause = SHORTEST
        self.due = now + self.pause if self.again else NEVER
        self.pause = min(2 * self.pause, LONGEST)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def clear(self) -> None:
        """Let one that was ended be started again at once; what runs only once is not begun anew."""
        self.process, self.pause, self.due = None, SHORTEST, 0.0 if self.again else NEVER
        self.pulse.patience = STARTS

    def end(self, deadline: float) -> None:
        """Wait until the deadline for it to end by itself, then end the group."""
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, deadline - time.monotonic()))
            self.signal(signal.SIGKILL)
            self.process.wait()


def supervise(children: list[Child], at_each_tick: Callable[[], None]) -> None:
    """Keep the children running until this process is told to end; leave none behind."""
    told: list[int] = []  # not an Event: its lock may be held when the signal comes, by this same thread
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda signum, _frame: told.append(signum))
    try:
        while not told:
            for child in children:
                child.look_after()
            at_each_tick()
            time.sleep(TICK)
    finally:
        end_all(children)


def end_all(children: list[Child]) -> None:
    """Ask all children at once to end; whoever has not within the grace is ended."""
    for child in children:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    for child in children:
        child.end(deadline)


# So many new values more than were given back, between two searches for garbage: some megabytes at most.
SEARCH_AFTER = 20_000


def search_seldom() -> None:
    """Let this process look for garbage seldom, and not among what it has loaded: to be called once it has.

    Looked through again and again, that stopped every thread for 150 ms each dozen pages made. And whoever
    reads the results of a large stage makes a hundred thousand small values, none of which is garbage until
    the end: with the usual 700 between two searches a third of the standings' time went into looking.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(SEARCH_AFTER, 10, 10)


def give_way(niceness: int) -> None:
    """Let other processes have the processor first.

    Linux shares it out by session first, where it is set up for desktops, and heeds niceness only within one
    (sched(7), "The autogroup feature"): whoever leads a session of its own makes the whole of it give way.
    """
    os.nice(niceness)
    if os.getsid(0) == os.getpid():
        with contextlib.suppress(OSError):
            AUTOGROUP.write_text(str(niceness))


def take_turns_often(seconds: float = TURN) -> None:
    """Let the threads of this process take turns at Python ten times as often as usual, or at these seconds.

    Who writes waits at each statement until a thread that computes gives way, and holds the lock of the
    database meanwhile: with the usual 5 ms half a second, while a page is made or an end foretold.
    """
    sys.setswitchinterval(seconds)
