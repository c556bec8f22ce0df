"""The settings of the connections to SQLite and PostgreSQL."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import dj_database_url
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from config import writers

WAL_IS_SAFE = (
    3,
    51,
    3,
)  # older libraries can corrupt a write-ahead log that two connections checkpoint at once
THREADS = 10  # of one web process, and thus its maximum number of connections
READERS = 2  # of these, for public pages: more would not be faster, but would delay writing requests
WRITERS = 4  # of these, for writing requests; the others are for reading requests of the tables and the desk
WAIT = 20  # seconds of waiting for another writer on SQLite; a request waits less (config/failures.py)
AWAY = 3  # seconds of waiting for PostgreSQL: for a connection, for a lock, for a response of its machine
IDLE = 60  # seconds after which PostgreSQL rolls back an idle transaction, whose process may hang
# The alias of the database that a backup is loaded into.
BESIDE = "restored"
IN_USE = (
    0x7472696F  # the PostgreSQL advisory lock that every connection shares, and `restore` holds exclusively
)


def wal_is_safe() -> bool:
    """Return True if this SQLite version is recent enough for a safe write-ahead log."""
    return sqlite3.sqlite_version_info >= WAL_IS_SAFE


ALWAYS = {"secure_delete": "ON", "recursive_triggers": "ON"}


def sqlite_pragmas() -> dict[str, str]:
    """Return the PRAGMAs of every SQLite connection; a commit returns only once its data are on disk.

    Deleted data are overwritten in the file, so that an erased name cannot be recovered. The delete triggers
    that protect append-only rows also run if `INSERT OR REPLACE` replaces a row.
    """
    if wal_is_safe():
        return {"journal_mode": "WAL", "synchronous": "FULL", **ALWAYS}
    return {"journal_mode": "DELETE", "synchronous": "EXTRA", **ALWAYS}


def configure(url: str, folder: Path) -> dict[str, Any]:
    """Return Django's DATABASES["default"] for DATABASE_URL, or for a file in the data folder."""
    database: dict[str, Any] = dict(dj_database_url.parse(url or f"sqlite:///{folder / 'trionfo.sqlite3'}"))
    defaults = _sqlite() if database["ENGINE"] == "django.db.backends.sqlite3" else _postgresql()
    return database | defaults | {"OPTIONS": database.get("OPTIONS", {}) | defaults["OPTIONS"]}


def _sqlite() -> dict[str, Any]:
    # IMMEDIATE takes the write lock at the begin of a transaction. Otherwise two transactions that read and
    # then write would block each other at once, whatever the timeout.
    pragmas = "; ".join(f"PRAGMA {name} = {value}" for name, value in sqlite_pragmas().items())
    options = {
        "transaction_mode": "IMMEDIATE",
        "timeout": WAIT,
        "init_command": pragmas,
        "factory": writers.QueuedConnection,
    }
    return {"OPTIONS": options, "CONN_MAX_AGE": None}


def _postgresql() -> dict[str, Any]:
    pool = {"min_size": 1, "max_size": THREADS + 4, "timeout": AWAY, "reconnect_timeout": 2 * AWAY}
    limits = {"lock_timeout": AWAY, "idle_in_transaction_session_timeout": IDLE}
    options = {
        "pool": pool,
        "connect_timeout": AWAY,
        "tcp_user_timeout": 1000 * AWAY,
        "options": " ".join(f"-c {name}={seconds}s" for name, seconds in limits.items()),
    }
    # The pool checks connections before use: after a restart of PostgreSQL broken connections are replaced.
    return {"OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


class RestoreRunning(OperationalError):
    """Raised while another process restores a backup into this database."""

    def __init__(self) -> None:
        super().__init__("A backup is being restored into this database. Start again when that is done.")


def share_database(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Hold a shared lock on the PostgreSQL database, which prevents a restore from starting.

    Receives `connection_created`; raises RestoreRunning while a backup is being restored.
    """
    raw = connection.connection
    if connection.vendor != "postgresql" or connection.alias == BESIDE or getattr(raw, "shares", False):
        return
    if not _ask(connection, "SELECT pg_try_advisory_lock_shared(%s)"):
        raise RestoreRunning
    raw.shares = True


def allow_long_statements(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Raise Django's limit of 999 parameters per statement to the limit of this SQLite library.

    Receives `connection_created`.
    """
    if connection.vendor == "sqlite":
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = most


def restrict_file(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Make a SQLite file readable and writable only by its owner; its journal files get the same mode.

    Receives `connection_created`.
    """
    file = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and file.is_file() and file.stat().st_mode & 0o077:
        file.chmod(0o600)


def hold_alone(connection: BaseDatabaseWrapper) -> bool:
    """Lock a PostgreSQL database exclusively; return False if other connections of the site are open.

    The function waits about three seconds for the other connections to close. The lock ends when the
    connection is closed.
    """
    connection.ensure_connection()
    for _attempt in range(6):  # connections of killed processes are closed soon
        if _ask(connection, "SELECT pg_try_advisory_lock(%s)"):
            return True
        time.sleep(0.5)
    return False


def _ask(connection: BaseDatabaseWrapper, question: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(question, [IN_USE])
        row = cursor.fetchone()
    return bool(row and row[0])
