"""Celery tasks that run the jobs for making and testing backups."""

from celery import shared_task

from tournaments.machine import services
from tournaments.queue.kinds import MINUTE, JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def make_backup() -> int:
    """Run the due jobs that make backups; return the number of jobs."""
    return run_due(BACKUP)


BACKUP = register(
    JobKind("backup", task=make_backup, work=services.keep_copy, ahead=services.make_copy, lease=MINUTE)
)


@shared_task
def try_backup() -> int:
    """Run the due jobs that test whether backups can be restored; return the number of jobs."""
    return run_due(TRIAL)


TRIAL = register(
    JobKind("trial", task=try_backup, work=services.keep_trial, ahead=services.try_copy, lease=MINUTE)
)
