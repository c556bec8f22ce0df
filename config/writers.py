"""Who writes into a file of SQLite does so in turn: first come, first served, in and between processes.

SQLite lets a writer that finds the file locked sleep, longer each time, and gives the lock to whoever happens
to be awake. A connection of this class asks for the lock once it is its turn: before BEGIN IMMEDIATE, until
the transaction ends, and before a statement that writes by itself. What keeps the file sound is SQLite's lock
as ever; a program that knows of no turns is waited for as long as SQLite was told to wait.
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
STEP = 0.001  # seconds between two looks at another process that writes
ROUNDED = 100  # milliseconds: each figure is a statement that the connection keeps ready


class Queue:
    """Who waits in this process, in the order of arrival; the first has the turn.

    Each step is one step of a deque, and none waits: a connection may be thrown away in the middle of one.
    """

    def __init__(self) -> None:
        self.tickets: deque[Lock] = deque()

    def enter(self, until: float) -> Lock:
        """Return a ticket once it is first; raise TimeoutError where it is not at this time."""
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
        """Take a ticket out, wherever it stands, and wake whoever is first now."""
        with suppress(ValueError):
            self.tickets.remove(ticket)
        with suppress(IndexError, RuntimeError):  # nobody is there, or the first is awake
            self.tickets[0].release()


class WriteTurns:
    """The turns at one database: the first of each process' queue stands in a line of the processes.

    The line is two bytes of a file that processes lock. Who writes holds the second; who waits for it holds
    the first, so that a process with many writers does not pass by another that has one. A process that ends
    holds nothing any more.
    """

    def __init__(self, database: str) -> None:
        self.queue = Queue()
        self.line = _line(settings.TRIONFO_DATA)
        self.next = 2 * crc32(database.encode())
        self.writing = self.next + 1

    def take(self, until: float) -> Lock:
        """Return the ticket of a turn; raise TimeoutError where there is none until this time."""
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
        """End a turn."""
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
    """Open the line of a data folder once: whoever closes it anywhere in the process loses all its locks."""
    return os.open(folder / "turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


_turns: dict[str, WriteTurns] = {}


def _forget_the_parents_turns() -> None:
    """In a process that was split off nobody waits: the threads that did are in the other."""
    for turns in _turns.values():
        turns.queue.tickets.clear()


os.register_at_fork(after_in_child=_forget_the_parents_turns)


class QueuedConnection(sqlite3.Connection):
    """A connection that writes in turn; to a database in memory it is the only one, and has no turns."""

    turns: WriteTurns | None = None
    ticket: "Lock | None" = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        ((_number, _name, file),) = self.execute("PRAGMA database_list")
        if file:
            self.turns = _turns.setdefault(file, WriteTurns(file))

    def cursor(self, factory: Any = None) -> "Cursor":  # type: ignore[override]
        """Return a cursor as Django's are."""
        return super().cursor(Cursor)

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Let a statement begin to write, once it is its turn.

        Raise sqlite3.OperationalError after the time that SQLite was told to wait; what is left of it is
        for SQLite's lock.
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
        super().cursor().execute(f"PRAGMA busy_timeout = {milliseconds}")  # no cursor that ends a turn

    def end_turn(self) -> None:
        """End the turn, if this connection has one and no transaction is open."""
        if self.ticket and not self.in_transaction:
            self._give_back()

    def _give_back(self) -> None:
        ticket, self.ticket = self.ticket, None
        if ticket and self.turns:
            self.turns.give_back(ticket)

    def commit(self) -> None:
        """End a transaction and its turn; where it could not be written, whoever takes it back does."""
        super().commit()
        self.end_turn()

    def rollback(self) -> None:
        """Take a transaction back and end the turn."""
        super().rollback()
        self.end_turn()

    def close(self) -> None:
        """Close, which takes back what was not committed."""
        try:
            super().close()
        finally:
            self._give_back()

    def __del__(self) -> None:
        self._give_back()


class Cursor(SQLiteCursorWrapper):
    """A cursor of Django's whose connection writes in turn."""

    connection: QueuedConnection

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement, in turn where it begins to write."""
        if query.startswith(WRITES) and not self.connection.in_transaction:
            with self.connection.in_turn():
                return super().execute(query, params)
        try:
            return super().execute(query, params)
        finally:
            self.connection.end_turn()

    def executemany(self, query: str, param_list: Any) -> Any:
        """Run a statement for each row, in one turn."""
        if self.connection.in_transaction:
            return super().executemany(query, param_list)
        with self.connection.in_turn():
            return super().executemany(query, param_list)
