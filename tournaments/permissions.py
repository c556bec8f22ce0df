"""Who may do what, one table read by the API and by the pages; and who finds which tournaments.

Four roles: the organiser who owns the tournament, a director of it, a scorer (a phone with a grant for
this very match), and the public. The owner of one tournament is the public of another. Everybody finds the
published tournaments, and those they run or sit at a table of.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.models import Grant
from scoring.sheet.devices import COOKIE, hashed
from tournaments.models import Tournament
from tournaments.visibility.rules import Visibility

ORGANISER, DIRECTOR, SCORER, PUBLIC = "organiser", "director", "scorer", "public"

EVERYBODY = frozenset({ORGANISER, DIRECTOR, SCORER, PUBLIC})
AT_THE_TABLE = frozenset({ORGANISER, DIRECTOR, SCORER})
THE_DESK = frozenset({ORGANISER, DIRECTOR})
THE_OWNER = frozenset({ORGANISER})

MAY: dict[str, frozenset[str]] = {
    "read": EVERYBODY,
    "check_sheets": EVERYBODY,
    "create_tournament": THE_OWNER,
    "change_tournament": THE_OWNER,
    "change_circuit": THE_OWNER,  # any organiser's: a circuit belongs to the club
    "take_event_along": THE_OWNER,
    "bring_event": THE_OWNER,  # any organiser: what is not here yet belongs to nobody
    "enter_teams": THE_DESK,
    "mark_presence": THE_DESK,
    "show_names": THE_DESK,
    "erase_name": THE_OWNER,
    "forget_names": THE_OWNER,  # any organiser's: persons belong to the club
    "seed_teams": THE_DESK,
    "draw": THE_DESK,
    "read_desk": THE_DESK,
    "print_sheets": THE_DESK,
    "read_jobs": THE_DESK,
    "write_hand": AT_THE_TABLE,
    "rule_on_hand": THE_DESK,
    "strike_hand": AT_THE_TABLE,
    "hand_over": EVERYBODY,  # of these, whose phone was ever let in at this table
    "put_away": THE_DESK,
    "settle_hand": AT_THE_TABLE,
    "call_director": AT_THE_TABLE,
    "sign": AT_THE_TABLE,
    "open_next_match": AT_THE_TABLE,  # of these, a phone that signed for a team which sits there now
    "call_time": AT_THE_TABLE,
    "rule_on_time": THE_DESK,
    "move_clock": THE_DESK,
    "show_on_wall": THE_DESK,
    "plan_rounds": THE_DESK,
    "postpone_match": THE_DESK,
    "answer_call": THE_DESK,
    "confirm": THE_DESK,
    "award_walkover": THE_DESK,
    "correct": THE_DESK,
    "reopen_event": THE_OWNER,
    "leave_stage": THE_DESK,
    "replace_player": THE_DESK,
    "call_match": THE_DESK,
    "follow_cards": THE_DESK,
    "revoke_device": THE_DESK,
    "name_device": THE_DESK,
    "name_own_device": AT_THE_TABLE,
    "retry_job": THE_DESK,
}


def role_of(user: Any, tournament: Tournament | None = None, grant: Grant | None = None) -> str:
    """Return the one role this visitor has for this tournament; `grant` is the phone's, for this match."""
    if user is not None and not isinstance(user, AnonymousUser) and user.is_active:
        if tournament is None:
            return ORGANISER if user.is_staff else PUBLIC
        if tournament.owner_id == user.pk or user.is_superuser:
            return ORGANISER
        if tournament.directors.filter(pk=user.pk).exists():
            return DIRECTOR
    if grant is not None and grant.revoked_at is None:
        return SCORER
    return PUBLIC


def may(act: str, role: str) -> bool:
    """Return whether a role may do this act; an act without a row is a mistake of ours."""
    return role in MAY[act]


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
