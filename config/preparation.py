"""Functions that prepare the site before a start, and functions that delete old copies of the database.

A copy of the database is saved before each restore.
"""

import fcntl
import re
import socket
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from config import checks, environment
from config.static import OwnStaticFiles
from tournaments.extras import parts_of

NAME = re.compile(r"before_[0-9]{8}_[0-9]{6}")
MOST = 3
AGE = timedelta(days=30)


def name_of_copy(at: datetime) -> str:
    """Return the name of a database copy made at a given time, such as before_20261128_014200."""
    return at.astimezone(UTC).strftime("before_%Y%m%d_%H%M%S")


def copies() -> list[str]:
    """Return the names of the saved database copies, newest first."""
    return sorted(_schemas() if connection.vendor == "postgresql" else _files(), reverse=True)


def forget_copies(*, at: datetime) -> list[str]:
    """Delete database copies over a month old, and all but the newest three; return the deleted names."""
    oldest = name_of_copy(at - AGE)
    old_copies = [name for place, name in enumerate(copies()) if place >= MOST or name < oldest]
    for name in old_copies:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f'DROP SCHEMA IF EXISTS "{name}" CASCADE')
        else:
            for file in _files()[name]:
                file.unlink(missing_ok=True)
    return old_copies


def file_aside(present: Path, name: str) -> Path:
    """Return the path of the saved copy of a SQLite database with this name."""
    return present.with_name(f"{present.stem}.{name}{present.suffix}")


def database_file() -> Path:
    """Return the path of the SQLite database of the site."""
    return Path(connection.settings_dict["NAME"])


def _files() -> dict[str, list[Path]]:
    """Return the files of each saved copy of the SQLite database, by the name of the copy."""
    present = database_file()
    by_name: dict[str, list[Path]] = {}
    for file in present.parent.glob(f"{present.stem}.before_*"):
        name = NAME.fullmatch(file.name.removeprefix(f"{present.stem}.").partition(".")[0])
        if name:
            by_name.setdefault(name[0], []).append(file)
    return by_name


def _schemas() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(r"SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before\_%'")
        return [name for (name,) in cursor.fetchall() if NAME.fullmatch(name)]


def forget() -> int:
    """Delete old database copies, and delete rows that are due for deletion from the remaining copies.

    Return the total number of deleted copies and rows.
    """
    now = timezone.now()
    return len(forget_copies(at=now)) + forget_rows(at=now)


def forget_rows(*, at: datetime) -> int:
    """Delete the rows due for deletion from every saved database copy; return the number of rows.

    The optional extras define which rows are due. A database without their table is skipped; an unreadable
    database is deleted after a month.
    """
    due = [rows for part in parts_of("put_aside") for rows in part(at)]
    of_one = _forget_in_schema if connection.vendor == "postgresql" else _forget_in_file
    return sum(of_one(name, *rows) for name in copies() for rows in due)


def _forget_in_file(name: str, table: str, condition: str, values: Sequence[Any]) -> int:
    where = f"{file_aside(database_file(), name).as_uri()}?mode=rw"
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(where, uri=True)) as database:
        database.execute("PRAGMA secure_delete = ON")
        rows = f"{table} WHERE {condition.replace('%s', '?')}"
        row_count = database.execute(f"DELETE FROM {rows}", values).rowcount  # noqa: S608  # values are passed separately
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return row_count
    return 0


def _forget_in_schema(name: str, table: str, condition: str, values: Sequence[Any]) -> int:
    row_count = 0
    with suppress(DatabaseError), connection.cursor() as cursor:
        with transaction.atomic():
            cursor.execute(f'SET LOCAL search_path TO "{name}"')
            cursor.execute(f"DELETE FROM {table} WHERE {condition}", values)  # noqa: S608  # as above
            row_count = cursor.rowcount
        if row_count and not connection.in_atomic_block:
            cursor.execute(f'VACUUM FULL "{name}".{table}')
    return row_count


DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PATIENCE = 5.0  # seconds that the processes of a killed site may take to end


def prepare() -> None:
    """Bring the database, the translations and the static files up to date, then check the database."""
    environment.refuse_public_debug(settings.HOST, debug=settings.DEBUG)
    first_start = settings.TRIONFO_DATA / "first_start"
    refuse_broken_file(first_start)
    call_command("compile_words", verbosity=0)
    call_command("migrate", verbosity=0, interactive=False)
    if static_files_are_stale():
        call_command("collectstatic", verbosity=0, interactive=False)
    checks.refuse_unsafe_database()
    first_start.unlink(missing_ok=True)


def refuse_broken_file(first_start: Path) -> None:
    """Raise CommandError if the SQLite file is empty or damaged.

    The file `first_start` exists until the first start is complete: a killed first start leaves an empty
    database.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    if not file.exists():
        first_start.touch()
    fault = _fault_of(file) if file.exists() and not first_start.exists() else ""
    if fault:
        raise CommandError(
            f"Trionfo cannot start: the database {file} is {fault}. Move it away, then bring the last backup"
            " back with manage.py restore, or start without it to begin a new site."
        )


def _fault_of(file: Path) -> str:
    if file.stat().st_size == 0:
        return "empty"
    try:
        with closing(sqlite3.connect(file)) as database:
            (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return "damaged" if error.sqlite_errorcode & 0xFF in DAMAGED else ""
    return "" if result == "ok" else "damaged"


def static_files_are_stale() -> bool:
    """Return True if a static file is newer than the collected files, or if none have been collected."""
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    if not manifest.exists():
        return True
    collected_at = manifest.stat().st_mtime
    paths = (
        storage.path(path)
        for finder in get_finders()
        for path, storage in finder.list(OwnStaticFiles.ignore_patterns)
    )
    return any(Path(file).stat().st_mtime > collected_at for file in paths)


def take_data_folder() -> IO[str]:
    """Lock the data folder until the returned file is closed; raise CommandError if it is already locked."""
    file = (settings.TRIONFO_DATA / "serve.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as taken:
        raise CommandError(f"Trionfo is running already on the data in {settings.TRIONFO_DATA}.") from taken
    return file


def wait_for_port() -> None:
    """Wait until the port is free; raise CommandError if it does not become free."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return _try_port()
        except OSError as wrong:
            if time.monotonic() > deadline:
                where = f"HOST {settings.HOST} and PORT {settings.PORT}"
                raise CommandError(f"Trionfo cannot listen on {where}: {wrong.strerror}.") from wrong
            time.sleep(0.1)


def _try_port() -> None:
    family, kind, protocol, _name, address = socket.getaddrinfo(
        settings.HOST, settings.PORT, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
