"""Which tournaments a visitor finds: the published ones, and those they run or sit at a table of."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.models import Grant
from scoring.sheet.devices import COOKIE, hashed
from tournaments.models import Tournament
from tournaments.permissions import PUBLIC, role_of
from tournaments.visibility.rules import Visibility


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


def stream_of(slug: str, cookies: Mapping[str, str]) -> tuple[UUID, int] | None:
    """Return whose stream this is, a tournament's id and version; None when this visitor finds none."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    request = HttpRequest()
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    user = SimpleLazyObject(lambda: get_user(request))  # nobody is looked up for a published one
    return (tournament.pk, tournament.version) if is_found(tournament, user, cookies.get(COOKIE)) else None
