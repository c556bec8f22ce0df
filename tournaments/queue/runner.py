"""Jobs as database rows: enqueue, claim with a lease, run, finish, fail. A task message only wakes a worker.

A job updates its subject, such as a file, to the version `wanted`. Queued jobs of the same subject are
merged, and a job may run several times. `attempts` is the fencing token: a job can only be finished by the
attempt that claimed it.
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

from django.db import IntegrityError, transaction
from django.db.models import CharField, DateTimeField, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from scoring.statements import Blank, Statement, insert
from tournaments.extras import Occasion, extras
from tournaments.models import Job, Tournament
from tournaments.queue.kinds import SHORT_LEASE, JobKind, Work, kinds

log = logging.getLogger(__name__)

PATIENCE = 5
# seconds for which a task runs jobs; then it sends its message again, so that other tasks can run
BUDGET = 2.0
# The maximum difference between the clocks of two processes. If it is larger, the clock was set back.
SKEW = timedelta(minutes=1)
# The number of tries of `ahead`. After them `work` gets None and computes the result in its transaction.
AHEAD_TRIES = 3
FOLLOWERS = [each.occasions for each in extras() if each.occasions]


class OutOfDate(Exception):
    """Raised if data that were computed before the transaction are out of date and must be computed again."""


class LeaseLost(Exception):
    """Raised if another worker has claimed the job; the transaction of this run is then rolled back."""


def wake(kind: str) -> None:
    """Send the Celery task that runs a kind of job, after the commit.

    If the message is lost, `sweep` runs the job. A job of an extra that is not installed has no task.
    """
    if kind in kinds():
        kinds()[kind].task.delay_on_commit()


def enqueue(
    kind: str,
    subject: UUID,
    *,
    tournament_id: UUID | None,
    wanted: int = 0,
    due_at: datetime | None = None,
    unless_sooner: bool = False,
) -> None:
    """Enqueue a job in this transaction, and wake a worker. One SQL statement.

    If a job of the same kind and subject is queued already, no job is added, and the queued job gets the
    higher version. If such a job is running, the new job runs after it. A job with `due_at` does not run
    before that time. If the job is queued already, its time is replaced by `due_at`; with `unless_sooner`,
    the earlier of the two times is kept.
    """
    now = timezone.now()
    job = Job(kind=kind, subject=subject, wanted=wanted, tournament_id=tournament_id, made_at=now)
    job.due_at = due_at or now
    raised = [_LARGER] + [_EARLIER if unless_sooner else _NEW] * bool(due_at)
    insert(job, f"(kind, subject) WHERE state = 'queued' DO UPDATE SET {', '.join(raised)}")
    wake(kind)


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
    """Enqueue the jobs that follow an event of a tournament, by calling the functions of optional extras."""
    for occasions in FOLLOWERS:
        if occasion in occasions:
            import_string(occasions[occasion])(tournament)


def _due(*conditions: Q) -> QuerySet[Job]:
    """Return at most eight jobs that can be claimed now, longest waiting first.

    Setting the system clock back does not delay a job. The only exceptions are jobs that were scheduled for a
    fixed time.
    """
    at_an_hour = [kind.key for kind in kinds().values() if kind.at_an_hour]
    now, soon, longest = (Blank(name, DateTimeField()) for name in ("now", "soon", "longest"))
    lease = Q(lease_until__gt=now, lease_until__lte=longest)
    busy = Job.objects.filter(lease, kind=OuterRef("kind"), subject=OuterRef("subject"), state="running")
    set_back = Q(made_at__gt=soon) | Q(attempts__gt=0, due_at__gt=soon)
    waiting = Q(due_at__lte=now) | Q(due_at__lte=F("made_at")) | (set_back & ~Q(kind__in=at_an_hour))
    ready = (Q(state="queued") & waiting) | (Q(state="running") & ~lease)
    return Job.objects.filter(ready, *conditions).exclude(Exists(busy)).order_by("due_at")[:8]


DUE = Statement(_due)
DUE_OF_KIND = Statement(lambda: _due(Q(kind=Blank("kind", CharField()))))


def claim(kind: JobKind | None = None) -> Job | None:
    """Claim a due job, so that no other worker runs it. With `kind`, only jobs of this kind are claimed.

    A conditional UPDATE claims the job without waiting for locks. Return None if no job is due, or if other
    workers claimed each of the eight jobs that were read. A due job that was claimed five times before is set
    to failed instead.
    """
    now = timezone.now()
    longest = now + max(each.lease for each in kinds().values()) + SKEW
    times = {"now": now, "soon": now + SKEW, "longest": longest}
    for job in DUE_OF_KIND.rows(kind=kind.key, **times) if kind else DUE.rows(**times):
        mine = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
        if job.attempts >= PATIENCE:  # five workers died while running it
            mine.update(state="failed", over_at=timezone.now())
            continue
        lease = timezone.now() + _lease_of(job)
        if mine.update(state="running", attempts=job.attempts + 1, lease_until=lease):
            job.state, job.attempts, job.lease_until = "running", job.attempts + 1, lease
            return job
    return None


def run(job: Job) -> None:
    """Run a claimed job and finish it. A job that raises an error is retried, at most five times in all."""
    try:
        kind = kinds()[job.kind]
        if kind.ahead:
            _run_ahead(job, kind.work, kind.ahead)
        else:
            _work(job, kind.work)
    except Exception:
        log.exception("job %s of kind %s failed at attempt %s", job.pk, job.kind, job.attempts)
        _put_off(job, traceback.format_exc(limit=-3))


def _run_ahead(job: Job, work: Work, prepare: Callable[..., Any]) -> None:
    for _try in range(AHEAD_TRIES):
        ahead = prepare(job, partial(note, job))
        with suppress(OutOfDate):
            return _work(job, work, ahead)
    return _work(job, work, None)


def _work(job: Job, work: Work, *ahead: Any) -> None:
    with transaction.atomic():
        result = work(job, *ahead)
        if not _lease_held(job).update(
            state="done", progress=1000, result=result, error="", over_at=timezone.now()
        ):
            raise LeaseLost(job.pk)


def note(job: Job, progress: int) -> None:
    """Store a claimed job's progress (0 to 1000) and extend its lease.

    Raise LeaseLost if the lease is lost.
    """
    lease = timezone.now() + _lease_of(job)
    if not _lease_held(job).update(progress=progress, lease_until=lease):
        raise LeaseLost(job.pk)


def _lease_of(job: Job) -> timedelta:
    kind = kinds().get(job.kind)
    return kind.lease if kind else SHORT_LEASE


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
    except IntegrityError:  # another job of this subject was queued in the meantime and will do the work
        _lease_held(job).update(state="done", error=error, over_at=timezone.now())


def retry(job: Job) -> None:
    """Enqueue a failed job again; do nothing if the job has not failed.

    If another job of the same kind and subject is queued already, the failed job is deleted instead.
    """
    failed = Job.objects.filter(pk=job.pk, state="failed")
    try:
        with transaction.atomic():
            failed.update(state="queued", attempts=0, due_at=F("made_at"), over_at=None)
    except IntegrityError:  # the other job will do the work
        failed.delete()
    wake(job.kind)


def run_due(kind: JobKind) -> int:
    """Run due jobs of a kind until none is left or the time budget is used up. Return the number of jobs."""
    return drain(BUDGET, kind)


def drain(budget: float = math.inf, kind: JobKind | None = None) -> int:
    """Run due jobs until none is left or the time budget is used up. `budget` is in seconds.

    With `kind`, only jobs of this kind run. If the budget is used up, wake a worker again. An error of a job
    is logged and not raised; the job runs again later, at most five times in all. Return the number of jobs
    that were run, with and without errors.
    """
    started, ran, job = time.monotonic(), 0, None
    while time.monotonic() - started < budget:
        job = claim(kind)
        if job is None:
            return ran
        run(job)
        ran += 1
    if job:
        wake(job.kind)
    return ran
