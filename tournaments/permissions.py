"""Who may do what: one table, read by the API and by the pages.

Four roles: the organiser who owns the tournament, a director of it, a scorer (a phone with a grant for
this very match), and the public. The owner of one tournament is the public of another.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from scoring.models import Grant
from tournaments.models import Tournament

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
