"""Who may follow a tournament's stream, which is answered before Django knows its visitor."""

from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.sheet.devices import COOKIE
from tournaments.models import Tournament
from tournaments.selectors.found import is_found


def stream_of(slug: str, cookies: Mapping[str, str]) -> tuple[UUID, int] | None:
    """Return whose stream this is, a tournament's id and version; None when this visitor finds none."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    request = HttpRequest()
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    user = SimpleLazyObject(lambda: get_user(request))  # nobody is looked up for a published one
    return (tournament.pk, tournament.version) if is_found(tournament, user, cookies.get(COOKIE)) else None
