"""Child processes that are started again when they end, and that never outlive this one."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

SHORTEST, LONGEST = 0.5, 30.0  # seconds before a child is started again, doubling in between
SETTLED = 10.0  # a child that ran so long starts again after the shortest pause
GRACE = 6.0  # seconds between asking a group to end and ending it
TICK = 0.1
PR_SET_PDEATHSIG = 1

LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the parent ends, however it ends (Linux)."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """One program in a process group of its own, so that what it starts can be ended with it."""

    def __init__(self, *command: str, again: bool = True) -> None:
        self.command, self.again = command, again
        self.process: subprocess.Popen[bytes] | None = None
        self.pause, self.started, self.due = SHORTEST, 0.0, 0.0

    def look_after(self) -> None:
        """Start it when it is due; when it ended, clear up after it and say when it is due again."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self._bury(now)
        if self.process is None and now >= self.due:
            self.started = now
            self.process = subprocess.Popen(  # noqa: S603  # our own commands
                self.command,
                start_new_session=True,
                preexec_fn=end_with_parent,  # noqa: PLW1509  # this process has one thread
            )

    def _bury(self, now: float) -> None:
        self.signal(signal.SIGKILL)  # whatever it left behind may still hold the port
        self.process = None
        if now - self.started > SETTLED:
            self.pause = SHORTEST
        self.due = now + self.pause if self.again else float("inf")
        self.pause = min(2 * self.pause, LONGEST)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

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
        for child in children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE
        for child in children:
            child.end(deadline)
