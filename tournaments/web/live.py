"""What watchers follow: the version of a tournament, raised in every fact's own transaction.

Never "id greater than the last seen": PostgreSQL ids become visible out of order, versions of one
tournament do not, because its row is locked from the raise to the commit.
"""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.models import Change, Tournament
from tournaments.queue.notify import announce

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
