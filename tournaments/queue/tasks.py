"""The task that makes files, and the periodic tasks (CELERY_BEAT_SCHEDULE in the settings)."""

from datetime import timedelta

from celery import shared_task
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.extras import extras
from tournaments.queue import runner, services
from tournaments.queue.kinds import JobKind, register
from tournaments.queue.selectors import SIGN, sign_file


@shared_task
def make_file() -> int:
    """Make the files that the desk requested. Return the number of jobs."""
    return runner.run_due(EXPORT)


EXPORT = register(
    JobKind(
        services.EXPORT,
        task=make_file,
        work=services.keep_file,
        ahead=services.make_file,
        lease=timedelta(minutes=5),
    )
)


@shared_task
def sweep() -> int:
    """Run the due jobs of every kind, including jobs whose task message was lost. Return their number."""
    return runner.drain(runner.BUDGET)


@shared_task
def forget() -> int:
    """Delete expired data, by calling the functions of optional extras. Return the number of deletions.

    About ten queries if nothing is due.
    """
    now = timezone.now()
    return sum(import_string(chore)(at=now) for extra in extras() for chore in extra.chores)


@shared_task
def sign() -> int:
    """Store the worker's heartbeat: in a file if the site runs on one machine, else in the shared cache."""
    if connection.vendor == "sqlite":
        sign_file().touch(mode=0o600)
    else:
        cache.set(SIGN, timezone.now().timestamp(), None)
    return 1
