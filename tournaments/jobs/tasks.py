"""The tasks that are rung for: drain the jobs that are due (the message never says which), forget names."""

from celery import shared_task
from django.utils import timezone

from tournaments.jobs import runner
from tournaments.services.arrivals import forget_arrivals
from tournaments.services.pruning import prune
from tournaments.services.retention import forget_due

BUDGET = 2.0  # seconds; then the runner rings again, so that other messages get their turn


@shared_task(name="tournaments.jobs.tasks.drain")  # type: ignore[untyped-decorator]  # Celery has no types
def drain() -> int:
    """Run every job that is due; return how many ran."""
    return runner.drain(BUDGET)


@shared_task(name="tournaments.jobs.tasks.forget")  # type: ignore[untyped-decorator]
def forget() -> int:
    """Forget archives brought long ago, rows nobody needs, some of the names that are due; return how many.

    On a day that is done it costs six queries.
    """
    now = timezone.now()
    forget_arrivals(at=now)
    prune(at=now)
    return forget_due(at=now)
