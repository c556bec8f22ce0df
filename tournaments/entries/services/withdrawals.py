"""Services for the withdrawal, disqualification and return of a team.

The policy of the stage (`competition/roster.py`) decides the outcomes of the team's matches. All changes are
made in one transaction with locks on the affected matches; the bracket job then fills the later matches.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from scoring.sheet.devices import close_table, open_table
from scoring.sheet.services.log import Author, lock_sheet
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.competition.roster import LEAVING, RETURN, SUBSTITUTE
from tournaments.competition.seals import refuse_changed
from tournaments.corrections.services import refuse_frozen
from tournaments.entries.selectors import withdrawals as withdrawal_selectors
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_stage
from tournaments.lifecycle.services.states import move, reopen_stage
from tournaments.matches.selectors.end_of_play import END_OF_PLAY
from tournaments.matches.services.results import add_outcome, state_of
from tournaments.matches.services.slots import empty_slot
from tournaments.models import Match, Outcome, RosterChange, Stage, Team
from tournaments.queue.runner import enqueue
from tournaments.stages.selectors.stage_facts import REOPENED


def write_roster_change(  # noqa: PLR0913  # the columns of a roster change
    stage: Stage,
    team: Team,
    kind: str,
    *,
    author: Author,
    at: datetime,
    reason: str = "",
    body: Mapping[str, Any] | None = None,
    first_seq: int | None = None,
) -> None:
    """Record a late entry, withdrawal, return or substitution, and queue the job that updates the bracket.

    The stage must be locked. `first_seq` is the number of the first outcome written with this change. A
    substitute does not change the entrants, so the bracket is not recomputed.
    """
    folded = 0 if kind == SUBSTITUTE else 1
    rows = Stage.objects.filter(pk=stage.pk)
    rows.update(outcome_seq=F("outcome_seq") + 1, roster_changes=F("roster_changes") + folded)
    stage.refresh_from_db(fields=["outcome_seq", "roster_changes"])
    RosterChange.objects.create(
        stage=stage,
        team=team,
        version=RosterChange.objects.filter(stage=stage, team=team).count() + 1,
        first_seq=first_seq or stage.outcome_seq,
        seq=stage.outcome_seq,
        kind=kind,
        body=dict(body or {}),
        reason=reason,
        user_id=author.user_id,
        made_at=at,
    )
    enqueue("bracket", stage.pk, tournament_id=stage.tournament_id, wanted=stage.outcome_seq)


def preview_leaving(team: Team, kind: str) -> withdrawal_selectors.RosterPreview:
    """Return the effects that a withdrawal or disqualification of a team would have.

    Raises BadEntry unless `kind` is "withdrawal" or "disqualification", and NotNow if the team cannot leave.
    """
    return withdrawal_selectors.plan_leaving(
        team, withdrawal_selectors.stage_of_team(team), _read_kind(kind), ""
    ).preview


def leave_stage(
    team: Team, kind: str, reason: str, *, author: Author, at: datetime, seal: str | None = None
) -> withdrawal_selectors.RosterPreview:
    """Withdraw or disqualify a team from its current stage; return the effects.

    `kind` is "withdrawal" or "disqualification". `seal` is the digest of the preview that the user saw, or
    None to skip the check. Raises BadEntry without a reason or with another `kind`, and NotNow if the preview
    has changed or the team cannot leave.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the team leaves: everybody reads it.")))
    stage = withdrawal_selectors.stage_of_team(team)
    act = RosterAct(_read_kind(kind), reason, author, at, seal)
    return _change(team, stage, act, lambda: withdrawal_selectors.plan_leaving(team, stage, kind, reason))


def preview_return(team: Team, *, at: datetime) -> withdrawal_selectors.RosterPreview:
    """Return the effects that the return of a withdrawn team would have.

    Raises NotNow if the team cannot return.
    """
    stage = withdrawal_selectors.stage_of_team(team)
    refuse_frozen(stage.tournament, at)
    return withdrawal_selectors.plan_return(team, stage).preview


def come_back(
    team: Team, reason: str, *, author: Author, at: datetime, seal: str | None = None
) -> withdrawal_selectors.RosterPreview:
    """Undo a team's withdrawal, unless a later pairing or match already depends on it.

    `seal` is the digest of the preview that the user saw, or None to skip the check. Raises BadEntry without
    a reason, and NotNow if the team has not left, the results are official, a later match depends on the
    withdrawal, or the preview has changed.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the team comes back: everybody reads it.")))
    stage = withdrawal_selectors.stage_of_team(team)
    refuse_frozen(stage.tournament, at)
    act = RosterAct(RETURN, reason, author, at, seal)
    return _change(team, stage, act, lambda: withdrawal_selectors.plan_return(team, stage))


def _read_kind(kind: str) -> str:
    if kind not in LEAVING:
        text = _("Say how the team leaves: “withdrawal” or “disqualification”.")
        raise BadEntry("unknown_leaving", Sentence(text))
    return kind


class RosterAct(NamedTuple):
    """A withdrawal, disqualification or return, and the digest of the preview that the user saw."""

    kind: str
    reason: str
    author: Author
    at: datetime
    seal: str | None


def _change(
    team: Team, stage: Stage, act: RosterAct, plan: Callable[[], withdrawal_selectors.RosterPlan]
) -> withdrawal_selectors.RosterPreview:
    """Lock the sheets, tournament and stage in this order, recompute the roster change, and save it."""
    kind, reason, author, at, seal = act
    with transaction.atomic():
        matches = _lock_matches(stage, plan())
        lock_stage(stage)
        planned = plan()
        refuse_changed(seal, planned.preview.seal)
        if not planned.touched <= matches.keys():
            text = _("Something has just changed here. Look again, then repeat it.")
            raise NotNow("state_changed", Sentence(text))
        first = stage.outcome_seq + 1
        _empty_changed_slots(planned, matches, at)
        for label, outcome in planned.outcomes.items():
            _write_outcome(matches[label], outcome, reason, author, at)
        write_roster_change(stage, team, kind, author=author, at=at, reason=reason, first_seq=first)
        body = {"team": str(team.pk), "stage": stage.number, "matches": len(planned.outcomes)}
        note_move(stage.tournament_id, MOVES[kind], author=author, at=at, body=body, reason=reason)
        note_change(stage.tournament_id, "bracket")
        if stage.matches.filter(state__in=AT_A_TABLE).exists():
            reopen_stage(stage)
    return planned.preview


# The kinds of journal entries.
MOVES = {"withdrawal": "team_left", "disqualification": "team_sent_away", RETURN: "team_came_back"}


def _lock_matches(stage: Stage, planned: withdrawal_selectors.RosterPlan) -> dict[str, Match]:
    """Lock the sheets of the affected matches in the order of their ids; return the matches by label."""
    rows = stage.matches.filter(label__in=planned.touched).order_by("pk").values_list("pk", flat=True)
    sheets = {pk: lock_sheet(pk) for pk in rows}
    matches = {match.label: match for match in stage.matches.filter(pk__in=sheets)}
    for match in matches.values():
        match.sheet, match.stage, match.tournament = sheets[match.pk], stage, stage.tournament
    return matches


def _empty_changed_slots(
    planned: withdrawal_selectors.RosterPlan, matches: dict[str, Match], at: datetime
) -> None:
    """Empty the affected slots, so that their matches wait until the bracket job fills the slots."""
    changed = {slot.label for slot in planned.preview.slots} - planned.outcomes.keys()
    for label in sorted(changed):
        match = matches[label]
        if match.state not in AT_A_TABLE:
            continue
        Match.objects.filter(pk=match.pk).update(
            state="waiting", table=None, ready_at=None, called_at=None, over_at=None
        )
        match.sheet.grants.filter(revoked_at=None).update(revoked_at=at)
    for slot in planned.preview.slots:
        if slot.label not in planned.outcomes:
            empty_slot(matches[slot.label], slot.side)


def _write_outcome(match: Match, outcome: Outcome, reason: str, author: Author, at: datetime) -> None:
    """Add the new outcome of a match and update the state of the match, which may be reopened."""
    played = [
        {"score": score, "winner": winner}
        for score, winner in zip(outcome.games, outcome.game_winners, strict=False)
    ]
    fields: dict[str, Any] = {"kind": outcome.kind, "winner": outcome.winner, "moves_as": outcome.moves_as}
    add_outcome(match, **fields, played=played, author=author, at=at, reason=reason)
    if outcome.kind == REOPENED:
        _reopen_match(match)
    elif outcome.kind == "result":
        move(match, "confirmed", over_at=END_OF_PLAY)
    elif match.state != "walkover":
        move(match, "walkover", over_at=END_OF_PLAY)
        close_table(match.sheet, at=at)
    note_change(match.tournament_id, "match", match.pk)


def _reopen_match(match: Match) -> None:
    """Reopen a match; the match waits if one of its sides is not known yet."""
    free = not match.slots.filter(resolved=False).exists()
    move(match, state_of(match.sheet.summary) if free else "waiting", table=None, over_at=None)
    open_table(match.sheet)
