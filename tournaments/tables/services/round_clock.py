"""The clock of a round: start, pause, resume, shift and stop, and its warnings."""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import ClockMove, Job, RoundPlan, Stage
from tournaments.queue.runner import enqueue
from tournaments.tables.rules.clock import NEEDS_A_REASON, Clock, ClockFact, move_clock
from tournaments.tables.selectors.calendar import clock_of, clock_of_round
from tournaments.values.clock import ClockAct

USUAL_MINUTES = 50


def move_round_clock(
    stage: Stage,
    round_number: int,
    act: ClockAct,
    *,
    author: Author,
    at: datetime,
    minutes: int | None = None,
    reason: str = "",
) -> Clock:
    """Apply an action (start, pause, resume, shift or stop) to the clock of a round; return the new clock.

    `minutes` is the length of the round for a start, and the added time (negative: removed) for a shift. A
    start without minutes uses the planned length. Raise BadEntry for a pause or shift without a reason
    (`reason_missing`), and the errors of `rules.clock.move_clock`.
    """
    reason = reason.strip()
    if act in NEEDS_A_REASON and not reason:
        raise BadEntry("reason_missing", Sentence(_("Write why the clock is paused or set.")))
    with transaction.atomic():
        lock_tournament(stage.tournament_id)
        clock, seq = clock_of_round(stage, round_number)
        length = (
            planned_minutes(stage, round_number) if act is ClockAct.START and minutes is None else minutes
        )
        span = timedelta(minutes=length or 0)
        moved = move_clock(clock, ClockFact(act, at, span))
        _insert(
            ClockMove(
                stage=stage,
                round=round_number,
                seq=seq + 1,
                act=act.value,
                seconds=int(span.total_seconds()),
                reason=reason,
                user_id=author.user_id,
                at=at,
            )
        )
        body = {"stage": stage.number, "round": round_number, "minutes": length or 0}
        note_move(stage.tournament_id, f"clock_{act}", author=author, at=at, body=body, reason=reason)
        note_change(stage.tournament_id, "clock")
        upcoming = moved.next_warning(at)
        if upcoming:
            enqueue("clock", stage.pk, tournament_id=stage.tournament_id, due_at=upcoming)
    return moved


def planned_minutes(stage: Stage, round_number: int) -> int:
    """Return the minutes planned for a round; without a plan, those of an earlier round or USUAL_MINUTES."""
    plans = RoundPlan.objects.filter(stage=stage, round__lte=round_number, minutes__isnull=False)
    plan = plans.order_by("-round").first()
    return plan.minutes if plan and plan.minutes else USUAL_MINUTES


def _insert(row: ClockMove) -> None:
    """Store an action on the clock; raise NotNow if another request stored an action at the same time."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as clash:
        text = _("Somebody else was faster. Look again, then repeat what is still needed.")
        raise NotNow("state_changed", Sentence(text)) from clash


def announce_clock(job: Job) -> dict[str, Any]:
    """Record a change of the clock for live pages, and enqueue the job for the next warning."""
    stage = Stage.objects.get(pk=job.subject)
    now, running = timezone.now(), clock_of(stage)
    note_change(stage.tournament_id, "clock")
    upcoming = running.clock.next_warning(now) if running else None
    if upcoming:
        enqueue("clock", stage.pk, tournament_id=stage.tournament_id, due_at=upcoming)
    seconds_left = int(running.clock.remaining(now).total_seconds()) if running else 0
    return {"stage": stage.number, "round": running.round if running else 0, "left": seconds_left}
