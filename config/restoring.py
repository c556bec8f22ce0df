"""A copy brought back: loaded beside what is there, checked, then swapped. Half of it is never there.

On SQLite a file is swapped: the present one gets a second name, under which it is kept for a month, then the
new one takes the first name in one step. On PostgreSQL schemas are renamed, in one transaction.
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

# What SQLite may leave beside a file whose process was killed: it belongs to that file alone.
COMPANIONS = ("-journal", "-wal", "-shm")


def swap_files(present: Path, beside: Path, name: str) -> None:
    """Put the file beside in the place of the present one, which is kept under this name.

    Nobody may have either open. Killed at any point, the present one is there whole: the old or the new.
    """
    if present.exists() and present.stat().st_size:
        _settle(present)
        aside = file_aside(present, name)
        with suppress(OSError):
            os.link(present, aside)
        if not aside.exists():  # a disk without second names: what is put aside comes back at the next start
            present.rename(aside)
        aside.chmod(0o600)
    beside.replace(present)
    with suppress(OSError):
        folder = os.open(present.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _settle(file: Path) -> None:
    """Let SQLite finish what a killed process had begun: that must not lie beside another file."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as database:
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for companion in COMPANIONS:
        Path(f"{file}{companion}").unlink(missing_ok=True)


def clear_up() -> None:
    """Take away what a killed restore left, and let it be as it was before; at every start."""
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
    """Return where a copy is loaded."""
    return present.with_name(f"{present.name}.{BESIDE}")


def forget_file(file: Path) -> None:
    """Delete a database with what lies beside it."""
    for each in (file, *(Path(f"{file}{companion}") for companion in COMPANIONS)):
        each.unlink(missing_ok=True)


def make_beside(beside: Path) -> None:
    """Open a new, empty file as the database BESIDE, for its owner alone."""
    forget_file(beside)
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    open_beside(NAME=str(beside))


@contextmanager
def sqlite_beside(name: str) -> Iterator[Path]:
    """Open a second, empty file as the database BESIDE; it goes unless it has been swapped in."""
    beside = database_file().with_name(name)
    make_beside(beside)
    try:
        yield beside
    finally:
        close_beside()
        forget_file(beside)


@contextmanager
def schema_beside(schema: str) -> Iterator[None]:
    """Open a second, empty schema as the database BESIDE; it goes unless it was given another name."""
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
    """Open an empty database BESIDE that goes again, whatever becomes of it; the site may run meanwhile."""
    name = f"trial_{os.getpid()}"
    with sqlite_beside(f"{name}.sqlite3") if connection.vendor == "sqlite" else schema_beside(name):
        yield


@contextmanager
def alone_beside() -> Iterator[Callable[[str], None]]:
    """Open an empty database BESIDE; yield what swaps it in and keeps the old one under a name.

    Raise CommandError where the site is running: it would go on writing into what is put aside.
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
    """Swap, with a mark beside while it lasts; forget what was put aside too long ago."""
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
    """Add the second database to this process's connections."""
    connections.settings[BESIDE] = {**connections.settings["default"], **changes}


def close_beside() -> None:
    """Take the second database from this process's connections."""
    if BESIDE in connections.settings:
        beside: Any = connections[BESIDE]
        beside.close()
        if beside.vendor == "postgresql":
            beside.close_pool()
        del connections[BESIDE]
        del connections.settings[BESIDE]


def new_name() -> str:
    """Return under what name the present database is kept from now on."""
    return name_of_copy(timezone.now())
