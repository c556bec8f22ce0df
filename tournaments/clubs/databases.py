"""The database of each club, and the selection of the database for the current thread.

Code uses Django's default connection. This module temporarily replaces the default connection of a thread, so
that code written for one club works for any club, and no query can reach the data of another club
(docs/decisions/0053-several-clubs.md).
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.clubs.rules import FIRST

PREFIX = "club_"
# Maximum number of pooled PostgreSQL connections of a process for each club other than the first.
MOST_POOLED = 4

P = ParamSpec("P")
T = TypeVar("T")
_first = threading.local()


def current_club() -> str:
    """Return the slug of the club whose database the current thread uses; FIRST for the first club."""
    alias: str = connections[DEFAULT_DB_ALIAS].alias
    return alias.removeprefix(PREFIX).replace("_", "-") if alias.startswith(PREFIX) else FIRST


@contextmanager
def database_of(club: str) -> Iterator[None]:
    """Use the database of the club with the given slug for all queries of this thread inside the block."""
    before = connections[DEFAULT_DB_ALIAS]
    if current_club() == FIRST:
        _first.connection = before
    connections[DEFAULT_DB_ALIAS] = _open(club) if club else _first.connection
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = before


def in_club(club: str, question: Callable[P, T]) -> Callable[P, T]:
    """Return a function that runs in a club's database; for the first club, return the function unchanged."""
    if club == FIRST:
        return question

    @wraps(question)
    def answer(*arguments: P.args, **named: P.kwargs) -> T:
        with database_of(club):
            return question(*arguments, **named)

    return answer


def alias_of(club: str) -> str:
    """Return the alias of the database connection of a club other than the first.

    On PostgreSQL the alias is also the name of the club's schema.
    """
    return PREFIX + club.replace("-", "_")


def folder_of(club: str) -> Path:
    """Return the folder of a club's files: its SQLite database and its backups."""
    return Path(settings.TRIONFO_DATA, *(("clubs", club) if club else ()))


def file_of(club: str) -> Path:
    """Return the path of the SQLite database of a club other than the first."""
    return folder_of(club) / "trionfo.sqlite3"


def _open(club: str) -> BaseDatabaseWrapper:
    alias = alias_of(club)
    if alias not in connections.settings:
        first = connections.settings[DEFAULT_DB_ALIAS]
        club_settings = (
            _schema(first, alias) if "postgresql" in first["ENGINE"] else {"NAME": str(file_of(club))}
        )
        connections.settings[alias] = first | club_settings
    return connections[alias]


def _schema(first: dict[str, Any], alias: str) -> dict[str, Any]:
    """Return the connection settings of a club's schema that differ from those of the first club."""
    options = dict(first["OPTIONS"])
    options["options"] = f"{options.get('options', '')} -c search_path={alias}".strip()
    if "pool" in options:
        options["pool"] = options["pool"] | {"min_size": 0, "max_size": MOST_POOLED}
    return {"OPTIONS": options}
