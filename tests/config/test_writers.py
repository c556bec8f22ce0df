"""The write queue of a SQLite file: writers wait in order, and the write lock is always released."""

import asyncio
import gc
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from config import databases, writers
from tests.servers.site import FOREIGN, ROOT
from tests.waiting import wait_for
from tournaments.errors import outage_of

pytestmark = pytest.mark.timing

HALL, CLUB = "hall", "another_club"
MANY = 8

# Another process that writes without end.
PROCESS = """
import sys, threading, time
import django
django.setup()
from django.db import connections, transaction
from config import databases
from pathlib import Path
file, writers = sys.argv[1], int(sys.argv[2])
connections.settings["hall"] = connections.settings["default"] | {"NAME": file}
def write():
    while True:
        with transaction.atomic(using="hall"), connections["hall"].cursor() as cursor:
            cursor.execute("INSERT INTO line (name) VALUES ('other')")
            time.sleep(float(sys.argv[3]))
for number in range(writers):
    threading.Thread(target=write).start()
print("begun", flush=True)
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Create two SQLite files with one table each, and open both files as the site opens its database."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        for alias in (HALL, CLUB):
            opened = databases.configure(f"sqlite:///{tmp_path / alias}.sqlite3", tmp_path)
            connections.settings[alias] = connections.settings["default"] | opened
            execute("CREATE TABLE line (number INTEGER PRIMARY KEY, name TEXT)", alias)
        yield
        for alias in (HALL, CLUB):
            connections[alias].close()
            del connections[alias], connections.settings[alias]


def execute(statement: str, alias: str = HALL) -> list[tuple[object, ...]]:
    with connections[alias].cursor() as cursor:
        return list(cursor.execute(statement).fetchall())


def write(name: object, alias: str = HALL) -> None:
    execute(f"INSERT INTO line (name) VALUES ('{name}')", alias)


def write_in_a_transaction(name: object, alias: str = HALL) -> None:
    with transaction.atomic(using=alias):
        write(name, alias)


def names() -> list[object]:
    """Return the names of the writers in the order of their writes."""
    return [name for (name,) in execute("SELECT name FROM line ORDER BY number")]


def in_line(alias: str = HALL) -> int:
    """Return the number of connections of this process that hold the write lock or wait for it."""
    return len(raw(connections[alias]).turns.queue.tickets)  # type: ignore[union-attr]


def raw(connection: BaseDatabaseWrapper) -> writers.QueuedConnection:
    connection.ensure_connection()
    queued: writers.QueuedConnection = connection.connection
    return queued


def started(act: Callable[[], object]) -> Thread:
    """Start a thread that runs a function and then closes its database connections."""

    def run() -> None:
        try:
            act()
        finally:
            connections.close_all()

    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread


def is_free(alias: str = HALL) -> bool:
    """Return True if a writer could write immediately and no other writer is queued."""
    wrote = Event()

    def write_soon() -> None:
        connections[alias].cursor().execute("PRAGMA busy_timeout = 2000")
        write_in_a_transaction("next", alias)
        wrote.set()

    started(write_soon).join()
    return wrote.is_set() and in_line(alias) == 0


def raises_locked() -> AbstractContextManager[object]:
    return pytest.raises(OperationalError, match="locked")


@contextmanager
def another_process(tmp_path: Path, threads: int, pause: float) -> Iterator[subprocess.Popen[str]]:
    """Start a process that writes continuously in the given number of threads."""
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    words = [str(tmp_path / f"{HALL}.sqlite3"), str(threads), str(pause)]
    process = subprocess.Popen(
        [sys.executable, "-c", PROCESS, *words],
        cwd=ROOT,
        env=environment | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        wait_for(lambda: "other" in names())
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("way", [write, write_in_a_transaction])
def test_writers_write_in_the_order_of_arrival(way: Callable[[object], None]) -> None:
    with transaction.atomic(using=HALL):
        threads = []
        for number in range(MANY):
            threads.append(started(lambda number=number: way(number)))  # type: ignore[misc]
            wait_for(lambda number=number: in_line() == number + 2)  # type: ignore[misc]
        write("first")
    for thread in threads:
        thread.join()
    assert names() == ["first", *map(str, range(MANY))]


def test_writes_of_two_processes_alternate_even_if_one_process_has_many_writers(tmp_path: Path) -> None:
    with another_process(tmp_path, threads=4, pause=0.005):
        for _time in range(40):
            write_in_a_transaction("mine")
    order = "".join("m" if name == "mine" else "o" for name in names())
    assert order.count("mo") > 5, order


def test_killed_process_releases_the_write_lock(tmp_path: Path) -> None:
    with another_process(tmp_path, threads=2, pause=0.5) as process:
        process.kill()
        process.wait()
        assert is_free()


def test_write_lock_is_held_until_the_end_of_the_outermost_transaction() -> None:
    with transaction.atomic(using=HALL):
        with transaction.atomic(using=HALL):
            write("taken back")
            transaction.set_rollback(True, using=HALL)
        with transaction.atomic(using=HALL), transaction.atomic(using=HALL, savepoint=False):
            write("inner")
        waiting = started(lambda: write("after"))
        wait_for(lambda: in_line() == 2)
        write("outer")
    waiting.join()
    assert names() == ["inner", "outer", "after"]


def test_exception_in_a_transaction_releases_the_write_lock() -> None:
    for fault in ("SELECT 1/0 FROM nowhere", "INSERT INTO line (number) VALUES (1), (1)"):
        with pytest.raises(Exception, match=r"no such table|UNIQUE"), transaction.atomic(using=HALL):
            execute(fault)
        with pytest.raises(Exception, match=r"no such table|UNIQUE"):
            execute(fault.replace("SELECT 1/0 FROM", "DELETE FROM"))
    assert is_free()


def test_commit_statement_releases_the_write_lock() -> None:
    execute("BEGIN IMMEDIATE")
    assert in_line() == 1
    execute("COMMIT")
    assert is_free()


def test_writer_that_waits_too_long_gets_an_error_and_leaves_the_queue() -> None:
    errors: list[OperationalError] = []

    def write_impatiently() -> None:
        execute("PRAGMA busy_timeout = 200")
        with pytest.raises(OperationalError, match=r"locked: others wrote for 0.2 s") as refusal:
            write("too late")
        errors.append(refusal.value)
        assert execute("PRAGMA busy_timeout") == [(200,)]

    with transaction.atomic(using=HALL):
        patient = started(lambda: write("patient"))
        wait_for(lambda: in_line() == 2)
        started(write_impatiently).join()
        assert in_line() == 2
    patient.join()
    assert outage_of(errors[0]) == HTTPStatus.SERVICE_UNAVAILABLE
    assert names() == ["patient"]


def test_wait_for_the_write_lock_is_subtracted_from_the_busy_timeout() -> None:
    heard: list[tuple[str, int]] = []

    def write_late() -> None:
        execute("PRAGMA busy_timeout = 5000")
        raw(connections[HALL]).set_trace_callback(lambda text: heard.append((text, in_line())))
        write("late")

    with transaction.atomic(using=HALL):
        late = started(write_late)
        wait_for(lambda: in_line() == 2)
        time.sleep(0.3)
    late.join()
    (_pragma, limited, insert, limited_again) = heard
    assert int(limited[0].rpartition(" ")[2]) < 5000
    assert insert[0].startswith("INSERT")
    assert limited_again[0] == "PRAGMA busy_timeout = 5000"
    assert limited[1] == insert[1] == limited_again[1] == 1


def test_writer_waits_for_the_sqlite_lock_of_a_program_outside_the_queue(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / f"{HALL}.sqlite3", isolation_level=None)) as shell:
        shell.execute("BEGIN IMMEDIATE")
        shell.execute("INSERT INTO line (name) VALUES ('shell')")
        waiting = started(lambda: write("ours"))
        wait_for(lambda: in_line() == 1)
        shell.execute("COMMIT")
        waiting.join()
    assert names() == ["shell", "ours"]


def test_thread_that_ends_within_a_transaction_releases_the_write_lock() -> None:
    def leave_in_the_midst() -> None:
        transaction.atomic(using=HALL).__enter__()
        write("lost")

    thread = Thread(target=leave_in_the_midst)
    thread.start()
    thread.join()
    gc.collect()
    assert is_free()
    assert names() == ["next"]


def test_forked_process_does_not_inherit_the_write_lock() -> None:
    with transaction.atomic(using=HALL):
        write("first")
        assert in_line() == 1
        child = os.fork()
        if not child:
            os._exit(in_line())
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_closed_connection_releases_the_write_lock() -> None:
    with transaction.atomic(using=HALL):
        write("lost")
        connections[HALL].close()
        assert is_free()
    assert names() == ["next"]


def test_commit_blocked_by_a_reader_releases_the_write_lock(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / f"{HALL}.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM line").fetchall()
        execute("PRAGMA busy_timeout = 50")
        for way in (write_in_a_transaction, write):
            with suppress(OperationalError) if databases.wal_is_safe() else raises_locked():
                way("never, unless readers hold nobody up")
        assert in_line() == 0
    assert is_free()


def test_each_database_file_has_a_separate_write_queue() -> None:
    assert raw(connections[HALL]).turns.next != raw(connections[CLUB]).turns.next  # type: ignore[union-attr]
    with transaction.atomic(using=HALL):
        assert is_free(CLUB)
        with transaction.atomic(using=CLUB):
            write("both", CLUB)
            write("both")
        assert is_free(CLUB)
        assert in_line() == 1


def test_asynchronous_views_wait_in_the_write_queue() -> None:
    async def write_all() -> None:
        alone = [sync_to_async(write_in_a_transaction, thread_sensitive=False) for _each in range(MANY)]
        await asyncio.gather(*(act(number) for number, act in enumerate(alone)))
        await sync_to_async(write)("last")

    with ThreadPoolExecutor(1) as elsewhere:  # an event loop of a browser may be running in this thread
        elsewhere.submit(lambda: asyncio.run(write_all())).result()
    assert sorted(map(str, names())) == [*map(str, range(MANY)), "last"]
    assert is_free()


def test_reader_does_not_take_the_write_lock() -> None:
    with transaction.atomic(using=HALL):
        read: list[object] = []
        started(lambda: read.append(names())).join()
        assert read == [[]]


def test_in_memory_database_has_no_write_queue() -> None:
    with closing(sqlite3.connect(":memory:", factory=writers.QueuedConnection)) as memory:
        assert memory.turns is None
        memory.execute("CREATE TABLE line (number INTEGER)")
        memory.cursor().executemany("INSERT INTO line (number) VALUES (%s)", [(1,), (2,)])
        assert memory.execute("SELECT count(*) FROM line").fetchall() == [(2,)]
