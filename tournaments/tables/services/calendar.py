"""The calendar: plans of rounds, and matches that are postponed to a date.

A job calls a postponed match to a table on its new date.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.formats import FORMATS
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.matches.services import results
from tournaments.matches.services.tables import seat_matches
from tournaments.models import Job, Match, RoundPlan, Stage
from tournaments.queue.runner import enqueue, follow_up
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND
from tournaments.stages.selectors.stage_facts import REOPENED, facts_of
from tournaments.tables.rules.clock import LONGEST

MOST_ROUNDS = 999


def plan_round(
    stage: Stage,
    round_number: int,
    *,
    author: Author,
    at: datetime,
    starts_at: datetime | None = None,
    minutes: int | None = None,
    deadline: datetime | None = None,
) -> RoundPlan:
    """Store the start, the length and the deadline of a round; raise BadEntry for an invalid value.

    A value of None, which is the default, deletes the stored value.
    """
    _refuse_plan(round_number, starts_at, minutes, deadline)
    with transaction.atomic():
        lock_tournament(stage.tournament_id)
        plan, _is_new = RoundPlan.objects.update_or_create(
            stage=stage,
            round=round_number,
            defaults={"starts_at": starts_at, "minutes": minutes, "deadline": deadline},
        )
        body = {"stage": stage.number, "round": round_number}
        note_move(stage.tournament_id, "round_planned", author=author, at=at, body=body)
        note_change(stage.tournament_id, "clock")
        follow_up("plan", stage.tournament)
    return plan


def _refuse_plan(
    round_number: int, starts_at: datetime | None, minutes: int | None, deadline: datetime | None
) -> None:
    wrong = {}
    if not 1 <= round_number <= MOST_ROUNDS:
        wrong["round"] = _("Write the number of the round, from 1.")
    if minutes is not None and not 1 <= minutes <= LONGEST.total_seconds() // 60:
        wrong["minutes"] = _("Write how many minutes the round lasts, from 1 to 720.")
    if starts_at and deadline and deadline <= starts_at:
        wrong["deadline"] = _("The deadline is before the round begins. Put one of them right.")
    if wrong:
        problems = tuple(
            Problem("bad_plan", "", "error", f"/{key}", Sentence(text)) for key, text in wrong.items()
        )
        raise BadEntry("bad_plan", Sentence(_("A round cannot be planned so.")), problems)


def postpone_match(
    match: results.MatchOrId, to: datetime, reason: str, *, author: Author, at: datetime
) -> Match:
    """Postpone a match to a date, or change the date of a postponed match.

    The match loses its table, and its phones lose their access. Raise BadEntry if the reason is missing or
    the date is in the past. Raise NotNow if the match is not ready, or if the next round is paired from the
    results of all matches of this round.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the match is postponed.")))
    with transaction.atomic():
        match = results.lock_match(match)
        results.refuse_closed(match, correcting=True)
        _refuse_postponing(match, to, at)
        first = match.postponed_to is None
        note_change(match.tournament_id, "match", match.pk)
        Match.objects.filter(pk=match.pk).update(postponed_to=to, table=None, called_at=None)
        match.postponed_to, match.table = to, None
        match.sheet.grants.filter(revoked_at=None).update(revoked_at=at)
        if first:
            results.add_outcome(match, kind=REOPENED, winner=None, author=author, at=at, reason=reason)
        body: dict[str, Any] = {"to": to.isoformat()}
        note_move(
            match.tournament_id,
            "match_postponed",
            author=author,
            at=at,
            match_id=match.pk,
            body=body,
            reason=reason,
        )
        enqueue("calendar", match.pk, tournament_id=match.tournament_id, due_at=to)
        enqueue("bracket", match.stage_id, tournament_id=match.tournament_id)
    return match


def _refuse_postponing(match: Match, to: datetime, at: datetime) -> None:
    if match.state != "ready":
        text = _("Only a match that is ready and has not begun can be postponed.")
        raise NotNow("match_not_ready", Sentence(text))
    if to <= at:
        raise BadEntry("date_past", Sentence(_("Write a day and an hour that are still to come.")))
    if match.stage.format in ROUND_BY_ROUND and _rounds_follow(match):
        text = _("The next round is paired from all results of this one: a match here cannot be postponed.")
        raise NotNow("round_waits", Sentence(text))


def _rounds_follow(match: Match) -> bool:
    state = facts_of([match.stage])[match.stage_id].state()
    return match.round < FORMATS[match.stage.format].round_count(state)


def call_postponed(job: Job) -> dict[str, Any]:
    """Assign free tables to all waiting matches when the date of a postponed match has come.

    If the match was postponed again, it gets no table.
    """
    lock_tournament(job.event_id)
    match = Match.objects.select_related("tournament").get(pk=job.subject)
    seated = seat_matches(match.tournament, at=timezone.now())
    note_change(match.tournament_id, "match", match.pk)
    return {"seated": len(seated)}
