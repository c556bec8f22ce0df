"""How each of the two databases is opened, and what must really be in force at every start."""

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
THREADS = 10  # of one web process, and so the connections that it can use at once
READERS = 2  # of these, for everybody's pages: more would not make them quicker, but what is written slower
WRITERS = 4  # of these, for what is written; the others answer who asks at a table or at the desk
WAIT = 20  # seconds for another writer on SQLite; a request waits less (config/failures.py)
AWAY = 3  # seconds for PostgreSQL: for a connection, for a lock, for any sign of its machine
IDLE = 60  # seconds after which PostgreSQL rolls back what a process began and left: it may hang
# The connection to a database into which a backup is loaded, beside the present one.
BESIDE = "restored"
IN_USE = 0x7472696F  # the advisory lock of PostgreSQL that every connection shares, and `restore` has alone


def wal_is_safe() -> bool:
    """Return whether this SQLite library can be trusted with a write-ahead log."""
    return sqlite3.sqlite_version_info >= WAL_IS_SAFE


ALWAYS = {"secure_delete": "ON", "recursive_triggers": "ON"}


def sqlite_pragmas() -> dict[str, str]:
    """Return the PRAGMAs of every connection; a commit is on the disk when it returns.

    What is deleted is overwritten in the file: a name that was erased is not to be read there. A row that
    `INSERT OR REPLACE` would take the place of is deleted as any other: the guards of facts see it.
    """
    if wal_is_safe():
        return {"journal_mode": "WAL", "synchronous": "FULL", **ALWAYS}
    return {"journal_mode": "DELETE", "synchronous": "EXTRA", **ALWAYS}


def configure(url: str, folder: Path) -> dict[str, Any]:
    """Return Django's DATABASES["default"] for DATABASE_URL, or for a file in the data folder."""
    database: dict[str, Any] = dict(dj_database_url.parse(url or f"sqlite:///{folder / 'trionfo.sqlite3'}"))
    ours = _sqlite() if database["ENGINE"] == "django.db.backends.sqlite3" else _postgresql()
    return database | ours | {"OPTIONS": database.get("OPTIONS", {}) | ours["OPTIONS"]}


def _sqlite() -> dict[str, Any]:
    # IMMEDIATE takes the write lock when a transaction begins: without it two that read and then
    # write lock each other out at once, and no waiting time helps.
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
    # What the pool hands out is tried first: after a restart of PostgreSQL nobody meets what it cut off.
    return {"OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}


class RestoreRunning(OperationalError):
    """Another process restores a backup into this database."""

    def __init__(self) -> None:
        super().__init__("A backup is being restored into this database. Start again when that is done.")


def share_database(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Hold PostgreSQL's database against a restore while this connection lives: one query when it is new.

    Receives `connection_created`; raises RestoreRunning while a backup is being restored.
    """
    raw = connection.connection
    if connection.vendor != "postgresql" or connection.alias == BESIDE or getattr(raw, "shares", False):
        return
    if not _ask(connection, "SELECT pg_try_advisory_lock_shared(%s)"):
        raise RestoreRunning
    raw.shares = True


def allow_long_statements(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Let a statement have as many values as this SQLite library takes: Django counts with 999.

    Receives `connection_created`.
    """
    if connection.vendor == "sqlite":
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = most


def restrict_file(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Let only the owner read and write a file of SQLite; its journal files take their mode from it.

    Receives `connection_created`.
    """
    file = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and file.is_file() and file.stat().st_mode & 0o077:
        file.chmod(0o600)


def hold_alone(connection: BaseDatabaseWrapper) -> bool:
    """Keep everybody else out of the database; False, and nothing done, where somebody is in it."""
    connection.ensure_connection()
    for _attempt in range(6):  # what a process that was killed left open goes in a moment
        if _ask(connection, "SELECT pg_try_advisory_lock(%s)"):
            return True
        time.sleep(0.5)
    return False


def _ask(connection: BaseDatabaseWrapper, question: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(question, [IN_USE])
        row = cursor.fetchone()
    return bool(row and row[0])
