"""Jobs are rows: queue, claim by lease, run, finish, quarantine. The message is only a doorbell.

A job says "bring this subject up to n": it coalesces, and running it five times is as good as once.
`attempts` is the fencing token: whoever finishes a job must still hold the attempt he claimed.
"""

import logging
import math
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from scoring.statements import Blank, Statement, insert
from tournaments.extras import Occasion, extras
from tournaments.models import Job, Tournament

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=5)
KINDS = {kind.key: kind for extra in extras() for kind in extra.jobs}
A_MINUTE = ("draw", "round", *KINDS)
LEASES = dict.fromkeys(A_MINUTE, timedelta(minutes=1)) | {"export": timedelta(minutes=5)}
PATIENCE = 5
AT_AN_HOUR = ("clock", "calendar", *(key for key, kind in KINDS.items() if kind.at_an_hour))
"""Kinds that may wait for an hour that people were told; the others wait for so many seconds."""
STALE = 30  # seconds after which nobody needs to hear a message any more
SKEW = timedelta(minutes=1)
"""By more than this the clocks of two processes do not differ: the clock was set back in between."""
WORK: dict[str, str] = {
    "draw": "tournaments.draws.services.rounds.build_draw",
    "round": "tournaments.draws.services.rounds.build_round",
    "bracket": "tournaments.matches.services.bracket.bring_bracket_up",
    "clock": "tournaments.tables.services.round_clock.tell_the_hall",
    "calendar": "tournaments.tables.services.calendar.call_postponed",
    "export": "tournaments.queue.services.keep_file",
    "delete": "tournaments.club.services.deletion.finish_deletion",
} | {key: kind.work for key, kind in KINDS.items()}
AHEAD: dict[str, str] = {
    "draw": "tournaments.draws.services.rounds.draw_ahead",
    "round": "tournaments.draws.services.rounds.round_ahead",
    "export": "tournaments.queue.services.make_file",
} | {key: kind.ahead for key, kind in KINDS.items() if kind.ahead}
"""What takes long and writes nothing is made before the transaction, so that no hand waits for it.

What does the work may find under its lock that something has moved meanwhile, and raise OutOfDate.
"""
AHEAD_TRIES = 3
"""So often it is made ahead; then the work is given None, and makes it under its lock."""
FOLLOWERS = [each.occasions for each in extras() if each.occasions]


class OutOfDate(Exception):
    """What was made ahead of the transaction no longer holds: it is made anew."""


class LeaseLost(Exception):
    """Somebody else claimed the job meanwhile: this run is rolled back."""


def ring() -> None:
    """Tell the workers: drain what is due. The message may get lost: the sweeper looks every two seconds."""
    with suppress(Exception):
        current_app.send_task("config.tasks.drain", expires=STALE)


def enqueue(
    kind: str,
    subject: UUID,
    *,
    tournament_id: UUID | None,
    wanted: int = 0,
    due_at: datetime | None = None,
    unless_sooner: bool = False,
) -> None:
    """Queue a job in the fact's own transaction, or raise what the queued one wants; ring after commit.

    One that is due at an instant waits for it; asked for anew, the queued one waits for the new instant, or,
    `unless_sooner`, for the earlier of the two. One statement.
    """
    now = timezone.now()
    job = Job(kind=kind, subject=subject, wanted=wanted, tournament_id=tournament_id, made_at=now)
    job.due_at = due_at or now
    raised = [_LARGER] + [_EARLIER if unless_sooner else _NEW] * bool(due_at)
    insert(job, f"(kind, subject) WHERE state = 'queued' DO UPDATE SET {', '.join(raised)}")
    transaction.on_commit(ring, robust=True)


_LARGER = (
    "wanted = CASE WHEN excluded.wanted > tournaments_job.wanted "
    "THEN excluded.wanted ELSE tournaments_job.wanted END"
)
_EARLIER = (
    "due_at = CASE WHEN excluded.due_at < tournaments_job.due_at "
    "THEN excluded.due_at ELSE tournaments_job.due_at END"
)
_NEW = "due_at = excluded.due_at"


def follow_up(occasion: Occasion, tournament: Tournament) -> None:
    """Let the extras queue what they make of what has happened to a tournament, in its own transaction."""
    for occasions in FOLLOWERS:
        if occasion in occasions:
            import_string(occasions[occasion])(tournament)


def _due() -> QuerySet[Job]:
    """Return the jobs that may be claimed now, the longest waiting first.

    A clock that is set back must not hold them up. What was to be done at once is due whatever the clock
    says; a pause or a lease that would last longer than any lasts is over.
    """
    now, soon, longest = (Blank(name, DateTimeField()) for name in ("now", "soon", "longest"))
    lease = Q(lease_until__gt=now, lease_until__lte=longest)
    busy = Job.objects.filter(lease, kind=OuterRef("kind"), subject=OuterRef("subject"), state="running")
    set_back = Q(made_at__gt=soon) | Q(attempts__gt=0, due_at__gt=soon)
    waiting = Q(due_at__lte=now) | Q(due_at__lte=F("made_at")) | (set_back & ~Q(kind__in=AT_AN_HOUR))
    ready = (Q(state="queued") & waiting) | (Q(state="running") & ~lease)
    return Job.objects.filter(ready).exclude(Exists(busy)).order_by("due_at")[:8]


DUE = Statement(_due)


def claim() -> Job | None:
    """Claim one due job by a conditional UPDATE; None when nothing is due."""
    now = timezone.now()
    for job in DUE.rows(now=now, soon=now + SKEW, longest=now + max(LEASES.values()) + SKEW):
        mine = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
        if job.attempts >= PATIENCE:  # whoever claimed it last time never came back, five times
            mine.update(state="failed", over_at=timezone.now())
            continue
        lease = timezone.now() + LEASES.get(job.kind, LEASE)
        if mine.update(state="running", attempts=job.attempts + 1, lease_until=lease):
            job.state, job.attempts, job.lease_until = "running", job.attempts + 1, lease
            return job
    return None


def run(job: Job) -> None:
    """Run a claimed job and finish it; a failure is put off and, the fifth time, quarantined."""
    try:
        if job.kind in AHEAD:
            _run_ahead(job)
        else:
            _work(job)
    except Exception:
        log.exception("job %s of kind %s failed at attempt %s", job.pk, job.kind, job.attempts)
        _put_off(job, traceback.format_exc(limit=-3))


def _run_ahead(job: Job) -> None:
    make: Callable[..., Any] = import_string(AHEAD[job.kind])
    for _try in range(AHEAD_TRIES):
        ahead = make(job, partial(note, job))
        with suppress(OutOfDate):
            return _work(job, ahead)
    return _work(job, None)


def _work(job: Job, *ahead: Any) -> None:
    work: Callable[..., dict[str, Any]] = import_string(WORK[job.kind])
    with transaction.atomic():
        result = work(job, *ahead)
        if not _lease_held(job).update(
            state="done", progress=1000, result=result, error="", over_at=timezone.now()
        ):
            raise LeaseLost(job.pk)


def note(job: Job, progress: int) -> None:
    """Say how many thousandths of a claimed job are done, and hold it longer."""
    lease = timezone.now() + LEASES.get(job.kind, LEASE)
    if not _lease_held(job).update(progress=progress, lease_until=lease):
        raise LeaseLost(job.pk)


def _lease_held(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state="running", attempts=job.attempts)


def _put_off(job: Job, error: str) -> None:
    if job.attempts >= PATIENCE:
        _lease_held(job).update(state="failed", error=error, over_at=timezone.now())
        return
    due_at = timezone.now() + timedelta(seconds=2**job.attempts / 4)
    try:
        with transaction.atomic():
            _lease_held(job).update(state="queued", error=error, due_at=due_at, lease_until=None)
    except IntegrityError:  # another of its kind was queued meanwhile and will do the work
        _lease_held(job).update(state="done", error=error, over_at=timezone.now())


def retry(job: Job) -> None:
    """Take a job out of quarantine."""
    Job.objects.filter(pk=job.pk, state="failed").update(
        state="queued", attempts=0, due_at=F("made_at"), over_at=None
    )
    transaction.on_commit(ring, robust=True)


def drain(budget: float = math.inf) -> int:
    """Run what is due, until the budget (seconds) is spent; then ring again. Return how many ran."""
    started, ran = time.monotonic(), 0
    while time.monotonic() - started < budget:
        job = claim()
        if job is None:
            return ran
        run(job)
        ran += 1
    ring()
    return ran
