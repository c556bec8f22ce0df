"""The one task there is: drain what is due. The message never says which job."""

from celery import shared_task

from tournaments.jobs import runner

BUDGET = 2.0  # seconds; then the runner rings again, so that other messages get their turn


@shared_task(name="tournaments.jobs.tasks.drain")  # type: ignore[untyped-decorator]  # Celery has no types
def drain() -> int:
    """Run every job that is due; return how many ran."""
    return runner.drain(BUDGET)
