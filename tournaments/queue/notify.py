"""What is told after every act: to watchers that a tournament changed, to workers that there is work.

Watchers follow the version of a tournament, raised in every fact's own transaction. Never "id greater than
the last seen": PostgreSQL ids become visible out of order, versions of one tournament do not, because its
row is locked from the raise to the commit.

Both messages may get lost without a word: the sweeper looks every two seconds and the watchers twice a
second.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from redis import Redis

from tournaments.models import Change, Tournament

STALE = 30  # seconds after which nobody needs to hear it any more
PATIENCE = 0.3  # seconds that a Redis which is away may cost
CHANGED = "trionfo:changed"  # the channel the web processes listen to


def ring() -> None:
    """Tell the workers: drain what is due."""
    with suppress(Exception):
        current_app.send_task("tournaments.queue.tasks.drain", expires=STALE)


def announce() -> None:
    """Tell the web processes that some tournament changed; without Redis they find out by themselves."""
    if settings.REDIS_URL:
        with suppress(Exception):
            _redis().publish(CHANGED, "")


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)


KEPT = 2_000


def note_change(tournament_id: UUID, topic: str, match_id: UUID | None = None) -> int:
    """Raise the tournament's version and say what it changed, a topic of TOPICS."""
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
    Change.objects.create(
        tournament_id=tournament_id, version=version, topic=topic, match_id=match_id, made_at=timezone.now()
    )
    transaction.on_commit(announce, robust=True)
    return version


def current_versions(ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the version of each tournament: one query."""
    return dict(Tournament.objects.filter(pk__in=list(ids)).values_list("pk", "version"))


def versions_of(slugs: Collection[str]) -> dict[str, int]:
    """Return the same by the addresses of their pages: one query."""
    return dict(Tournament.objects.filter(slug__in=slugs).values_list("slug", "version"))


def changes_after(tournament_id: UUID, version: int, limit: int = 100) -> list[Change]:
    """Return the next changes after a version, oldest first."""
    return list(
        Change.objects.filter(tournament_id=tournament_id, version__gt=version).order_by("version")[:limit]
    )


def forget_old_changes(tournament_id: UUID, current: int) -> None:
    """Prune the lines that no stream can still ask for."""
    Change.objects.filter(tournament_id=tournament_id, version__lte=current - KEPT).delete()


TOPICS: Collection[str] = ("hand", "match", "bracket", "standings", "clock", "entries", "wall")
