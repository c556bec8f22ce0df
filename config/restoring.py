"""Restore a backup: load it into a second database, check it, then swap the databases in one step.

On SQLite, the present database file is first linked to a second name, under which the file is kept for a
month. The new file then atomically replaces the database file. On PostgreSQL, schemas are renamed in one
transaction.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import connection, connections
from django.utils import timezone

from config.databases import BESIDE, hold_alone
from config.preparation import database_file, file_aside, forget_copies, name_of_copy, take_data_folder

# The files that SQLite may leave beside the database file of a killed process.
COMPANIONS = ("-journal", "-wal", "-shm")


def swap_files(present: Path, beside: Path, name: str) -> None:
    """Replace the file `present` with the file `beside`; keep the replaced file under the name `name`.

    No process may have either file open. If the process is killed at any point, the old or the new file is
    complete.
    """
    if present.exists() and present.stat().st_size:
        _settle(present)
        aside = file_aside(present, name)
        with suppress(OSError):
            os.link(present, aside)
        if not aside.exists():  # a disk without hard links: the file set aside comes back at the next start
            present.rename(aside)
        aside.chmod(0o600)
    beside.replace(present)
    with suppress(OSError):
        folder = os.open(present.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _settle(file: Path) -> None:
    """Let SQLite complete the transactions of a killed process, and remove its log files."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as database:
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for companion in COMPANIONS:
        Path(f"{file}{companion}").unlink(missing_ok=True)


def clear_up() -> None:
    """Undo a restore that was killed, and remove its files. Called at every start."""
    present = database_file()
    if connection.vendor != "sqlite":
        return
    forget_file(beside_of(present))
    for trial in present.parent.glob("trial_*.sqlite3*"):
        trial.unlink(missing_ok=True)
    copies = sorted(present.parent.glob(f"{present.stem}.before_*{present.suffix}"), reverse=True)
    mark = _mark(present)
    if not present.exists() and mark.exists() and copies:
        copies[0].rename(present)
    for copy in copies:
        if copy.exists() and present.exists() and copy.samefile(present):
            copy.unlink()
    mark.unlink(missing_ok=True)


def _mark(present: Path) -> Path:
    return present.with_name("swapping")


def beside_of(present: Path) -> Path:
    """Return the path of the file into which a backup is loaded."""
    return present.with_name(f"{present.name}.{BESIDE}")


def forget_file(file: Path) -> None:
    """Delete a database file and its log files."""
    for each in (file, *(Path(f"{file}{companion}") for companion in COMPANIONS)):
        each.unlink(missing_ok=True)


def make_beside(beside: Path) -> None:
    """Create an empty file, readable by its owner only, and add the connection BESIDE to this file.

    An existing file is deleted first.
    """
    forget_file(beside)
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    open_beside(NAME=str(beside))


@contextmanager
def sqlite_beside(name: str) -> Iterator[Path]:
    """Open an empty file as the database connection BESIDE; delete it at the end unless it was swapped in."""
    beside = database_file().with_name(name)
    make_beside(beside)
    try:
        yield beside
    finally:
        close_beside()
        forget_file(beside)


@contextmanager
def schema_beside(schema: str) -> Iterator[None]:
    """Open an empty schema as the database connection BESIDE; drop it at the end unless it was renamed."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        cursor.execute(f"CREATE SCHEMA {schema}")
    open_beside(OPTIONS={**connection.settings_dict["OPTIONS"], "options": f"-c search_path={schema}"})
    try:
        yield
    finally:
        close_beside()
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


@contextmanager
def trial_beside() -> Iterator[None]:
    """Open an empty database as the connection BESIDE, even if the site is running; delete it at the end."""
    name = f"trial_{os.getpid()}"
    with sqlite_beside(f"{name}.sqlite3") if connection.vendor == "sqlite" else schema_beside(name):
        yield


@contextmanager
def alone_beside() -> Iterator[Callable[[str], None]]:
    """Open an empty database as the connection BESIDE; yield a function that makes it the site's database.

    The function takes the name under which the old database is kept. Raise CommandError if the site is
    running, because it would continue to write into the old database.
    """
    if connection.vendor == "sqlite":
        with take_data_folder():
            clear_up()
            with sqlite_beside(beside_of(database_file()).name) as beside:
                yield lambda name: _swap_in(beside, name)
        return
    if not hold_alone(connection):
        raise CommandError("Trionfo is running already on this database: stop every process of it first.")
    with schema_beside(BESIDE):
        yield _swap_schemas


def _swap_in(beside: Path, name: str) -> None:
    close_beside()
    connections["default"].close()
    swap_marked(beside, name)


def swap_marked(beside: Path, name: str) -> None:
    """Create a marker file, swap the database files, remove the marker, and delete outdated copies."""
    present = database_file()
    mark = _mark(present)
    mark.touch(0o600)
    swap_files(present, beside, name)
    mark.unlink(missing_ok=True)
    forget_copies(at=timezone.now())


def _swap_schemas(name: str) -> None:
    close_beside()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        present = cursor.fetchone()[0]
        cursor.execute(f"ALTER SCHEMA {present} RENAME TO {name}; ALTER SCHEMA {BESIDE} RENAME TO {present}")
    forget_copies(at=timezone.now())


def open_beside(**changes: Any) -> None:
    """Add the connection BESIDE, which opens the database into which a backup is loaded."""
    connections.settings[BESIDE] = {**connections.settings["default"], **changes}


def close_beside() -> None:
    """Close and remove the connection BESIDE."""
    if BESIDE in connections.settings:
        beside: Any = connections[BESIDE]
        beside.close()
        if beside.vendor == "postgresql":
            beside.close_pool()
        del connections[BESIDE]
        del connections.settings[BESIDE]


def new_name() -> str:
    """Return the name under which the present database is saved after the restore."""
    return name_of_copy(timezone.now())
