"""The permissions of each role, in one table for the API and the pages, and the visibility of tournaments.

There are seven roles. A user of the desk has one or more of five roles (`values/roles.py`), each for one or
all tournaments. A phone with a grant for a match is a scorer. Everybody else has the role of the public. An
organiser organises every tournament of the club, including those created by others. Published tournaments are
visible to everybody. An unpublished tournament is visible to users with a role and to phones with a grant for
one of its matches.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import IntegerField, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scoring.models import Grant
from scoring.sheet.devices import COOKIE, hashed
from scoring.statements import Blank, Statement
from tournaments.extras import extras
from tournaments.models import Role, Tournament
from tournaments.values.roles import (
    DIRECTOR,
    DOOR,
    ORGANISER,
    SPEAKER,
    TABLES,
    Holding,
    narrowed_to,
    roles_at,
)
from tournaments.values.visibility import Visibility

SCORER, PUBLIC = "scorer", "public"

THE_ORGANISER = frozenset({ORGANISER})
THE_DESK = THE_ORGANISER | {DIRECTOR}
THE_DOOR = THE_DESK | {DOOR}
THE_TABLES = THE_DESK | {TABLES}
HELPERS = THE_DESK | {DOOR, TABLES, SPEAKER}
AT_THE_TABLE = THE_TABLES | {SCORER}
EVERYBODY = HELPERS | {SCORER, PUBLIC}
THE_PUBLIC = frozenset({PUBLIC})

MAY: dict[str, frozenset[str]] = {
    "read": EVERYBODY,
    "check_sheets": EVERYBODY,
    "create_tournament": THE_ORGANISER,
    "change_tournament": THE_ORGANISER,
    "hold_again": THE_ORGANISER,
    "delete_tournament": THE_ORGANISER,
    "manage_clubs": THE_ORGANISER,  # only the owner of the site
    "change_club": THE_ORGANISER,
    "change_house_rules": THE_ORGANISER,
    "see_components": THE_ORGANISER,  # any organiser: the components belong to no tournament
    "invite": THE_ORGANISER,
    "read_roles": THE_ORGANISER,
    "take_role_away": THE_ORGANISER,
    "open_desk": HELPERS,
    "own_access": HELPERS,
    "enter_teams": THE_DOOR,
    "mark_presence": THE_DOOR,
    "note_arrival": THE_TABLES,
    "show_names": THE_DOOR,
    "see_persons": THE_ORGANISER,  # the register belongs to the club
    "change_persons": THE_ORGANISER,
    "erase_name": THE_ORGANISER,
    "seed_teams": THE_DESK,
    "draw": THE_DESK,
    "open_evening": HELPERS - {DOOR},
    "read_desk": THE_TABLES,
    "read_jobs": THE_DESK,
    "write_hand": AT_THE_TABLE,
    "rule_on_hand": THE_DESK,
    "write_paper": THE_TABLES,
    "strike_hand": AT_THE_TABLE,
    "hand_over": EVERYBODY,  # only phones that once had access to this table
    "put_away": THE_TABLES,
    "settle_hand": AT_THE_TABLE,
    "call_director": AT_THE_TABLE,
    "sign": AT_THE_TABLE,
    "open_next_match": AT_THE_TABLE,  # only a phone that signed for a team that now plays at this table
    "call_time": AT_THE_TABLE,
    "rule_on_time": THE_DESK,
    "move_clock": THE_DESK,
    "plan_rounds": THE_DESK,
    "postpone_match": THE_DESK,
    "answer_call": THE_TABLES,
    "confirm": THE_TABLES,
    "award_walkover": THE_DESK,
    "correct": THE_DESK,
    "reopen_event": THE_ORGANISER,
    "leave_stage": THE_DESK,
    "replace_player": THE_DESK,
    "call_match": THE_TABLES,
    "follow_cards": THE_DESK,
    "revoke_device": THE_TABLES,
    "name_device": THE_TABLES,
    "name_own_device": AT_THE_TABLE,
    "retry_job": THE_DESK,
} | {act: frozenset(roles) for extra in extras() for act, roles in extra.permissions.items()}


ROLES = Statement(lambda: Role.objects.filter(user=Blank("user", IntegerField())))


def roles_ever(user: Any) -> list[Role]:
    """Return all current and former roles of a user. One query per request."""
    if not hasattr(user, "roles_cache"):
        user.roles_cache = ROLES.rows(user=user.pk)
    ever: list[Role] = user.roles_cache
    return ever


def holdings_of(user: Any) -> tuple[Holding, ...]:
    """Return a user's current roles, limited by the scope of the API token, if any. One query per request."""
    if user is None or not user.is_authenticated or not user.is_active:
        return ()
    standing = [Holding(each.role, each.tournament_id) for each in roles_ever(user) if each.ended_at is None]
    return narrowed_to(getattr(user, "token_scope", None), standing)


def roles_of(user: Any, tournament: Tournament | None = None, grant: Grant | None = None) -> frozenset[str]:
    """Return the roles of a visitor in a tournament, or in all tournaments if `tournament` is None.

    `grant` is the phone's grant for a match. An account with the right to write at the table does not become
    a scorer. A visitor without a role gets THE_PUBLIC.
    """
    roles = roles_at(holdings_of(user), tournament.pk if tournament else None)
    if grant is not None and grant.revoked_at is None and not may("write_hand", roles):
        roles |= {SCORER}
    return roles or THE_PUBLIC


def roles_anywhere(user: Any) -> frozenset[str]:
    """Return the roles that a user has in at least one tournament; THE_PUBLIC if there are none."""
    return frozenset(holding.role for holding in holdings_of(user)) or THE_PUBLIC


def account_name(user: Any) -> str:
    """Return the full name of an account or, if it has none, its user name; empty without an account."""
    return (user.get_full_name() or user.get_username()) if user else ""


def may(act: str, roles: frozenset[str]) -> bool:
    """Return True if one of these roles permits this action; raise KeyError for an unknown action."""
    return not MAY[act].isdisjoint(roles)


def had_role(user: Any, tournament: Tournament | None, *, anywhere: bool = False) -> bool:
    """Return True if the user has or had a role in the tournament.

    The tournament is then not hidden from the user. A role in all tournaments counts. With `anywhere`, a role
    in any other tournament counts too.
    """
    where = (None, tournament.pk if tournament else None)
    return user.is_authenticated and any(anywhere or each.tournament_id in where for each in roles_ever(user))


def published() -> QuerySet[Tournament]:
    """Return all published tournaments."""
    return Tournament.objects.filter(visibility=Visibility.PUBLISHED)


def counting() -> QuerySet[Tournament]:
    """Return the published tournaments that are not trials.

    Trials do not count in lists, ratings and records.
    """
    return published().filter(trial=False)


def versions_found() -> tuple[tuple[UUID, int], ...]:
    """Return the id and version of each published tournament except trials, for use in cache keys."""
    return tuple(counting().order_by("pk").values_list("pk", "version"))


def found_by(user: Any) -> QuerySet[Tournament]:
    """Return the published tournaments except trials, and all tournaments in which the user has a role."""
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLISHED, trial=False) | _run_by(user))


def run_by(user: Any) -> QuerySet[Tournament]:
    """Return the tournaments in which the user has a role."""
    return Tournament.objects.filter(_run_by(user))


def _run_by(user: Any) -> Q:
    where = {holding.tournament for holding in holdings_of(user)}
    return ~Q(pk=None) if None in where else Q(pk__in=where)


def is_found(tournament: Tournament, user: Any, phone: str | None) -> bool:
    """Return True if the tournament is visible to this account or this phone.

    No query for a published tournament, otherwise at most two.
    """
    if tournament.visibility == Visibility.PUBLISHED or PUBLIC not in roles_of(user, tournament):
        return True
    if not phone:
        return False
    grants = Grant.objects.filter(sheet__match__tournament=tournament, revoked_at=None)
    return grants.filter(device__secret_hash=hashed(phone)).exists()


def stream_of(slug: str, cookies: Mapping[str, str]) -> tuple[UUID, int, int] | None:
    """Return the id, version and results version of a tournament for its event stream.

    Return None if the tournament does not exist or is not visible to the visitor.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    request = HttpRequest()
    request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    user = SimpleLazyObject(lambda: get_user(request))  # the user is not loaded for a published tournament
    if not is_found(tournament, user, cookies.get(COOKIE)):
        return None
    return tournament.pk, tournament.version, tournament.results_version
