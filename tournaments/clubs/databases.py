"""The database of each club, and for which of them a thread works.

Django asks its default connection whatever it asks. Here a thread is given another one for a while: so that
nothing written for one club needs to know that there are others, and no query can reach into another
(docs/decisions/0053-clubs-apart.md).
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
# Connections to PostgreSQL that a process keeps for each club beside the first one, at most.
MOST_POOLED = 4

P = ParamSpec("P")
T = TypeVar("T")
_first = threading.local()


def current_club() -> str:
    """Return the slug of the club for which this thread works; FIRST for the site's own."""
    alias: str = connections[DEFAULT_DB_ALIAS].alias
    return alias.removeprefix(PREFIX).replace("_", "-") if alias.startswith(PREFIX) else FIRST


@contextmanager
def database_of(club: str) -> Iterator[None]:
    """Let this thread ask the database of a club, by its slug, whatever it asks."""
    before = connections[DEFAULT_DB_ALIAS]
    if current_club() == FIRST:
        _first.connection = before
    connections[DEFAULT_DB_ALIAS] = _open(club) if club else _first.connection
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = before


def in_club(club: str, question: Callable[P, T]) -> Callable[P, T]:
    """Return a function that is asked in a club's database; the very same for the first club."""
    if club == FIRST:
        return question

    @wraps(question)
    def answer(*arguments: P.args, **named: P.kwargs) -> T:
        with database_of(club):
            return question(*arguments, **named)

    return answer


def alias_of(club: str) -> str:
    """Return the name of a club's connection, which is that of its schema on PostgreSQL as well."""
    return PREFIX + club.replace("-", "_")


def folder_of(club: str) -> Path:
    """Return the folder of a club's files: its database on SQLite, its backups."""
    return Path(settings.TRIONFO_DATA, *(("clubs", club) if club else ()))


def file_of(club: str) -> Path:
    """Return where SQLite keeps a club beside the first one."""
    return folder_of(club) / "trionfo.sqlite3"


def _open(club: str) -> BaseDatabaseWrapper:
    alias = alias_of(club)
    if alias not in connections.settings:
        first = connections.settings[DEFAULT_DB_ALIAS]
        own = _schema(first, alias) if "postgresql" in first["ENGINE"] else {"NAME": str(file_of(club))}
        connections.settings[alias] = first | own
    return connections[alias]


def _schema(first: dict[str, Any], alias: str) -> dict[str, Any]:
    """Return what a connection to a club's schema has otherwise than one to the first club's."""
    options = dict(first["OPTIONS"])
    options["options"] = f"{options.get('options', '')} -c search_path={alias}".strip()
    if "pool" in options:
        options["pool"] = options["pool"] | {"min_size": 0, "max_size": MOST_POOLED}
    return {"OPTIONS": options}
