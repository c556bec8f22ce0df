"""The background job that imports uploaded archives."""

from celery import shared_task

from tournaments.archive.services import archives
from tournaments.queue.kinds import MINUTE, JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def import_archive() -> int:
    """Run the due jobs that import archives. Return the number of jobs."""
    return run_due(IMPORT)


IMPORT = register(
    JobKind(
        archives.IMPORT,
        task=import_archive,
        work=archives.bring_in,
        ahead=archives.check_archive,
        lease=MINUTE,
    )
)
