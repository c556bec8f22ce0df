"""The calendar over weeks: when a round begins and must be over, and matches with a date of their own.

Its jobs tell the hall each warning of a round's clock, from the facts each time, and call a match whose date
has come.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.sheet.services import signing as time
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.matches.services import results
from tournaments.matches.services.tables import seat_matches
from tournaments.models import ClockMove, Job, Match, RoundPlan, Stage
from tournaments.queue.runner import enqueue, follow_up
from tournaments.stages.selectors.stage_facts import REOPENED, ROUND_BY_ROUND, facts_of
from tournaments.tables.rules import LONGEST, NEEDS_A_REASON, Clock, ClockFact, move_clock
from tournaments.tables.selectors.calendar import clock_of, clock_of_round
from tournaments.values.clock import ClockAct


def call_time_everywhere(
    stage: Stage, *, author: Author, at: datetime, round_number: int | None = None
) -> list[Match]:
    """Call time at every table of a stage, or of one of its rounds; return the matches it stopped.

    All or none: the sheets are locked first, in one order, then the facts are written.
    """
    with transaction.atomic():
        seated = Match.objects.filter(stage=stage, state__in=AT_A_TABLE, table__isnull=False)
        if round_number is not None:
            seated = seated.filter(round=round_number)
        ids = sorted(seated.values_list("pk", flat=True))
        matches = [results.lock_match(match_id) for match_id in ids]
        stopped = [match for match in matches if _call(match, author=author, at=at)]
        if not stopped:
            text = _("No table is playing that time could be called at.")
            raise NotNow("nothing_to_stop", Sentence(text))
        body = {"stage": stage.number, "round": round_number or 0, "tables": len(stopped)}
        note_move(stage.tournament_id, "time_called_all", author=author, at=at, body=body)
        note_change(stage.tournament_id, "match")
        note_change(stage.tournament_id, "clock")
    return stopped


def _call(match: Match, *, author: Author, at: datetime) -> bool:
    if match.state not in AT_A_TABLE:
        return False
    draws = not FORMATS[match.stage.format].bracket
    return time.call_time(match.sheet, draws=draws, author=author, at=at)


def call_time(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """Call time at one table: by the director, or by those who play there; once more changes nothing."""
    with transaction.atomic():
        match = _open(match)
        if _call(match, author=author, at=at):
            _tell(match, "time_called", author, at)
    return match


def place_call(match: results.MatchOrId, hands: int, *, author: Author, at: datetime) -> Match:
    """The director says after how many hands time was called at a table."""
    with transaction.atomic():
        match = _open(match)
        if time.place_call(match.sheet, hands, author=author, at=at):
            _tell(match, "time_placed", author, at)
    return match


def say_none_begun(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """A table says that it was between two hands when time was called."""
    with transaction.atomic():
        match = _open(match)
        if time.say_none_begun(match.sheet, author=author, at=at):
            results.follow_sheet(match, "match")
    return match


def take_time_back(match: results.MatchOrId, *, author: Author, at: datetime) -> Match:
    """Take a call made by mistake back at one table, while no hand was written after it."""
    with transaction.atomic():
        match = _open(match)
        if time.take_time_back(match.sheet, author=author, at=at):
            _tell(match, "time_taken_back", author, at)
    return match


def _open(match: results.MatchOrId) -> Match:
    match = results.lock_match(match)
    results.refuse_closed(match, correcting=True)
    return match


def _tell(match: Match, kind: str, author: Author, at: datetime) -> None:
    note_move(match.tournament_id, kind, author=author, at=at, match_id=match.pk)
    results.follow_sheet(match, "match")


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
    """Say when a round begins, how long it lasts, until when it must be played; what is left out is open."""
    _refuse_plan(round_number, starts_at, minutes, deadline)
    with transaction.atomic():
        lock_tournament(stage.tournament_id)
        plan, _made = RoundPlan.objects.update_or_create(
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
    """Give a match a date of its own: its table is free, and who was to play it plays on meanwhile.

    Put off again, or brought forward, it only gets another date. Where the next round is paired from the
    results it would hold up everybody, so it is refused there.
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
    """Start, pause, resume, shift or stop the clock of a round; return it as it is then.

    A start without minutes lasts as long as was planned. A pause and a shift need their reason.
    """
    reason = reason.strip()
    if act in NEEDS_A_REASON and not reason:
        raise BadEntry("reason_missing", Sentence(_("Write why the clock is paused or set.")))
    with transaction.atomic():
        lock_tournament(stage.tournament_id)
        clock, seq = clock_of_round(stage, round_number)
        given = planned_minutes(stage, round_number) if act is ClockAct.START and minutes is None else minutes
        span = timedelta(minutes=given or 0)
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
        body = {"stage": stage.number, "round": round_number, "minutes": given or 0}
        note_move(stage.tournament_id, f"clock_{act}", author=author, at=at, body=body, reason=reason)
        note_change(stage.tournament_id, "clock")
        upcoming = moved.next_warning(at)
        if upcoming:
            enqueue("clock", stage.pk, tournament_id=stage.tournament_id, due_at=upcoming)
    return moved


def planned_minutes(stage: Stage, round_number: int) -> int:
    """Return how long a round is to last: as planned for it, as for the last one planned, or the usual."""
    plans = RoundPlan.objects.filter(stage=stage, round__lte=round_number, minutes__isnull=False)
    plan = plans.order_by("-round").first()
    return plan.minutes if plan and plan.minutes else USUAL_MINUTES


def _insert(row: ClockMove) -> None:
    """Two who act at once meet in the constraint: the slower one looks again."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as clash:
        text = _("Somebody else was faster. Look again, then repeat what is still needed.")
        raise NotNow("state_changed", Sentence(text)) from clash


def call_postponed(job: Job) -> dict[str, Any]:
    """Hand out the free tables now that a match may be called; one that was put off again waits on."""
    lock_tournament(job.event_id)
    match = Match.objects.select_related("tournament").get(pk=job.subject)
    seated = seat_matches(match.tournament, at=timezone.now())
    note_change(match.tournament_id, "match", match.pk)
    return {"seated": len(seated)}


def tell_the_hall(job: Job) -> dict[str, Any]:
    """Tell the watchers how the clock stands, and queue the next warning."""
    stage = Stage.objects.get(pk=job.subject)
    now, running = timezone.now(), clock_of(stage)
    note_change(stage.tournament_id, "clock")
    upcoming = running.clock.next_warning(now) if running else None
    if upcoming:
        enqueue("clock", stage.pk, tournament_id=stage.tournament_id, due_at=upcoming)
    left = int(running.clock.remaining(now).total_seconds()) if running else 0
    return {"stage": stage.number, "round": running.round if running else 0, "left": left}
