"""The background job that deletes tournaments."""

from celery import shared_task

from tournaments.club.services import deletion
from tournaments.queue.kinds import JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def delete_tournaments() -> int:
    """Run the due jobs that delete tournaments. Return the number of jobs."""
    return run_due(DELETION)


DELETION = register(JobKind(deletion.DELETE, task=delete_tournaments, work=deletion.finish_deletion))
