"""Version numbers of tournaments, and the `Change` rows that trigger updates of live pages.

Each transaction that changes a tournament raises the version of that tournament. Streams read changes by
version, not by id: on PostgreSQL, ids can become visible out of order, but versions cannot, because the row
of the tournament is locked until the commit. Because a notification can be lost, streams also look for
changes twice a second.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from redis import Redis

from scoring.statements import insert_all, raise_number
from tournaments.models import Change, Tournament

PATIENCE = 0.3  # seconds before an unreachable Redis times out
CHANGED = "trionfo:changed"  # the Redis channel of the web processes


def announce() -> None:
    """Notify the web processes that a tournament changed. Without Redis, they poll for changes."""
    if settings.REDIS_URL:
        with suppress(Exception):
            _redis().publish(CHANGED, "")


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


CHANGES_KEPT = 2_000
# Maximum number of changes in one message. A client that is further behind loads the page again.
MOST_TOLD = 100


def note_change(
    tournament_id: UUID, topic: str, match_id: UUID | None = None, *, results: bool = True
) -> None:
    """Increase a tournament's version, and store a `Change` with a topic from TOPICS. Two queries.

    The caller opens the transaction; the row of the tournament stays locked until the commit. With
    `results=False`, the results version does not increase. This is used for a hand that neither ends a game
    nor begins a match, because only live pages show the hand.
    """
    note_changes(tournament_id, [(topic, match_id)], results=results)


def note_changes(
    tournament_id: UUID, changes: Sequence[tuple[str, UUID | None]], *, results: bool = True
) -> None:
    """Increase a tournament's version by the number of changes, and store the changes. Two queries.

    The caller opens the transaction. Without changes, the function does nothing. If there are MOST_TOLD
    changes or more, no change is stored, and clients reload the page.
    """
    gathered = _gathered.get()
    if gathered is not None and gathered.tournament_id == tournament_id:
        gathered.changes.extend(changes)
    elif changes:
        alike = ("results_version",) if results else ()
        version = raise_number(Tournament, tournament_id, "version", *alike, by=len(changes))
        if len(changes) < MOST_TOLD:
            at = timezone.now()
            insert_all(
                [
                    Change(
                        tournament_id=tournament_id, version=each, topic=topic, match_id=match_id, made_at=at
                    )
                    for each, (topic, match_id) in enumerate(changes, start=version - len(changes) + 1)
                ]
            )
        transaction.on_commit(announce, robust=True)


class Gathered(NamedTuple):
    """The changes of a tournament that the context manager `one_version` has collected so far."""

    tournament_id: UUID
    changes: list[tuple[str, UUID | None]]


_gathered: ContextVar[Gathered | None] = ContextVar("gathered", default=None)


@contextmanager
def one_version(tournament_id: UUID) -> Iterator[None]:
    """Context manager that collects the changes of a tournament, and stores the changes together on exit.

    The version increases by the number of changes; the results version increases too, even for a change with
    `results=False`. If the block raises an error, nothing is stored. The tournament must already be locked:
    the row of a tournament is always locked before the rows of stages and matches.
    """
    gathered = Gathered(tournament_id, [])
    outer = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(outer)
    note_changes(tournament_id, gathered.changes)


def current_versions(ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the current version of each tournament, keyed by id; omit unknown ids. One query."""
    return dict(Tournament.objects.filter(pk__in=list(ids)).values_list("pk", "version"))


def versions_of(slugs: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the version and the results version of each tournament, keyed by slug. One query.

    Unknown slugs are omitted.
    """
    rows = Tournament.objects.filter(slug__in=slugs).values_list("slug", "version", "results_version")
    return {slug: (version, results) for slug, version, results in rows}


def changes_after(tournament_id: UUID, version: int, limit: int = MOST_TOLD) -> list[Change]:
    """Return at most `limit` changes of a tournament after the given version, oldest first."""
    return list(
        Change.objects.filter(tournament_id=tournament_id, version__gt=version).order_by("version")[:limit]
    )


def forget_old_changes(tournament_id: UUID, current: int) -> None:
    """Delete the changes that are too old to be sent on an event stream."""
    Change.objects.filter(tournament_id=tournament_id, version__lte=current - CHANGES_KEPT).delete()


TOPICS: Collection[str] = ("hand", "match", "bracket", "standings", "clock", "entries", "wall")
