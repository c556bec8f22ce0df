"""Which tournaments a visitor finds: the published ones, and those they run or sit at a table of."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.models import Grant
from scoring.sheet.devices import hashed
from tournaments.models import Tournament
from tournaments.permissions import PUBLIC, role_of
from tournaments.rules.visibility import Visibility


def published() -> QuerySet[Tournament]:
    """Return the tournaments that everybody finds."""
    return Tournament.objects.filter(visibility=Visibility.PUBLISHED)


def versions_found() -> tuple[tuple[UUID, int], ...]:
    """Return what pages about several tournaments are made of: each that everybody finds, its version."""
    return tuple(published().order_by("pk").values_list("pk", "version"))


def found_by(user: Any) -> QuerySet[Tournament]:
    """Return the tournaments that somebody finds in a list."""
    if user.is_superuser:
        return Tournament.objects.all()
    if not user.is_authenticated:
        return published()
    directed = Tournament.directors.through.objects.filter(user=user.pk).values("tournament")
    theirs = Q(owner=user.pk) | Q(pk__in=directed)
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLISHED) | theirs)


def is_found(tournament: Tournament, user: Any, phone: str | None) -> bool:
    """Return whether a visitor finds this tournament, by his account or by the secret of his phone.

    No query for a published one, at most two for another.
    """
    if tournament.visibility == Visibility.PUBLISHED or role_of(user, tournament) != PUBLIC:
        return True
    if not phone:
        return False
    here = Grant.objects.filter(sheet__match__tournament=tournament, revoked_at=None)
    return here.filter(device__secret_hash=hashed(phone)).exists()
