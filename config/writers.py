"""A first-come, first-served queue for all threads and processes that write to a SQLite file.

SQLite has no queue of its own. A writer that finds the file locked sleeps, longer each time, and the lock
goes to any writer that is awake. A QueuedConnection therefore waits for the write lock of this module before
BEGIN IMMEDIATE and before a writing statement outside of a transaction. It keeps the lock until the
transaction ends. SQLite's own lock still protects the file. If a program that does not use the queue holds
SQLite's lock, the connection waits for at most SQLite's timeout.
"""

import fcntl
import os
import sqlite3
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any
from zlib import crc32

from django.conf import settings
from django.db.backends.sqlite3.base import SQLiteCursorWrapper

WRITES = ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "INSERT", "UPDATE", "DELETE", "REPLACE")
STEP = 0.001  # seconds between two checks of another writing process
ROUNDED = 100  # milliseconds: each value is a statement in the connection's cache


class Queue:
    """The write queue of this process, in order of arrival. The first writer in the queue has the write lock.

    Each change of the queue is a single operation of a deque and does not block, because a connection that
    is garbage-collected during a change may change the queue too.
    """

    def __init__(self) -> None:
        self.tickets: deque[Lock] = deque()

    def enter(self, until: float) -> Lock:
        """Join the queue and return the ticket once it is first.

        `until` is a time of `time.monotonic()`, in seconds. If the ticket is not first by then, remove it
        from the queue and raise TimeoutError.
        """
        ticket = Lock()
        ticket.acquire()
        self.tickets.append(ticket)
        try:
            while self.tickets[0] is not ticket:
                if not ticket.acquire(timeout=max(0.0, until - time.monotonic())):
                    raise TimeoutError
        except BaseException:
            self.leave(ticket)
            raise
        return ticket

    def leave(self, ticket: Lock) -> None:
        """Remove a ticket from the queue, and wake the writer that is now first."""
        with suppress(ValueError):
            self.tickets.remove(ticket)
        with suppress(IndexError, RuntimeError):  # the queue is empty, or the first is awake
            self.tickets[0].release()


class WriteTurns:
    """The write lock of a database file; in each process, one writer at a time waits for it.

    Processes lock two bytes of a file. The current writer holds the second byte, and the next writer holds
    the first byte. A process with many writers therefore cannot overtake a process with one writer. The
    operating system releases the locks of a process when the process ends.
    """

    def __init__(self, database: str) -> None:
        self.queue = Queue()
        self.line = _line(settings.TRIONFO_DATA)
        self.next = 2 * crc32(database.encode())
        self.writing = self.next + 1

    def take(self, until: float) -> Lock:
        """Take the write lock and return a ticket; raise TimeoutError if the lock is not free by `until`."""
        ticket = self.queue.enter(until)
        try:
            self._lock(self.next, until)
            try:
                self._lock(self.writing, until)
            finally:
                self._unlock(self.next)
        except BaseException:
            self.queue.leave(ticket)
            raise
        return ticket

    def give_back(self, ticket: Lock) -> None:
        """Release the write lock."""
        self._unlock(self.writing)
        self.queue.leave(ticket)

    def _lock(self, byte: int, until: float) -> None:
        while True:
            try:
                fcntl.lockf(self.line, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
                break
            except (BlockingIOError, PermissionError):
                if time.monotonic() >= until:
                    raise TimeoutError from None
            time.sleep(STEP)

    def _unlock(self, byte: int) -> None:
        fcntl.lockf(self.line, fcntl.LOCK_UN, 1, byte)


@cache
def _line(folder: Path) -> int:
    """Return the file descriptor of the lock file, opened once: closing it would release all locks."""
    return os.open(folder / "turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


_turns: dict[str, WriteTurns] = {}


def _forget_the_parents_turns() -> None:
    """Clear the write queues in a forked child, where the waiting threads do not exist."""
    for turns in _turns.values():
        turns.queue.tickets.clear()


os.register_at_fork(after_in_child=_forget_the_parents_turns)


class QueuedConnection(sqlite3.Connection):
    """A SQLite connection that waits in the write queue, unless the database is in memory."""

    turns: WriteTurns | None = None
    ticket: "Lock | None" = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        ((_number, _name, file),) = self.execute("PRAGMA database_list")
        if file:
            self.turns = _turns.setdefault(file, WriteTurns(file))

    def cursor(self, factory: Any = None) -> "Cursor":  # type: ignore[override]
        """Return a cursor that takes and releases the write lock."""
        return super().cursor(Cursor)

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Hold the write lock in the `with` block. If the block leaves a transaction open, hold it longer.

        The lock is then released when the transaction ends.

        Raise sqlite3.OperationalError if the lock is not free within SQLite's timeout. The time spent in the
        queue is subtracted from the time for which SQLite itself may wait for the file.
        """
        ((patience,),) = self.execute("PRAGMA busy_timeout")
        until = time.monotonic() + patience / 1000
        try:
            self.ticket = self.turns.take(until) if self.turns else None
        except TimeoutError:
            waited = f"others wrote for {patience / 1000:g} s before its turn came"
            raise sqlite3.OperationalError(f"database is locked: {waited}") from None
        remaining = ROUNDED * max(1, ceil(1000 * (until - time.monotonic()) / ROUNDED))
        try:
            if remaining < patience:
                self._wait_for_lock(remaining)
            yield
        finally:
            if remaining < patience:
                self._wait_for_lock(patience)
            self.end_turn()

    def _wait_for_lock(self, milliseconds: int) -> None:
        super().cursor().execute(f"PRAGMA busy_timeout = {milliseconds}")  # not a cursor that ends a turn

    def end_turn(self) -> None:
        """Release the write lock if this connection has it and no transaction is open."""
        if self.ticket and not self.in_transaction:
            self._give_back()

    def _give_back(self) -> None:
        ticket, self.ticket = self.ticket, None
        if ticket and self.turns:
            self.turns.give_back(ticket)

    def commit(self) -> None:
        """Commit and release the write lock. After a failed commit the rollback releases it."""
        super().commit()
        self.end_turn()

    def rollback(self) -> None:
        """Roll back and release the write lock."""
        super().rollback()
        self.end_turn()

    def close(self) -> None:
        """Close the connection, which rolls back uncommitted changes."""
        try:
            super().close()
        finally:
            self._give_back()

    def __del__(self) -> None:
        self._give_back()


class Cursor(SQLiteCursorWrapper):
    """A cursor of Django that takes the write lock of its connection before it writes."""

    connection: QueuedConnection

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement; take the write lock first if the statement begins to write."""
        if query.startswith(WRITES) and not self.connection.in_transaction:
            with self.connection.in_turn():
                return super().execute(query, params)
        try:
            return super().execute(query, params)
        finally:
            self.connection.end_turn()

    def executemany(self, query: str, param_list: Any) -> Any:
        """Run a statement for each row while holding the write lock."""
        if self.connection.in_transaction:
            return super().executemany(query, param_list)
        with self.connection.in_turn():
            return super().executemany(query, param_list)
