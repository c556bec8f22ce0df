"""The Celery task: it runs the jobs that are due. A message does not name a job."""

import logging

from celery import shared_task

from tournaments.clubs.selectors import for_each_club
from tournaments.errors import outage_of
from tournaments.queue import timetable

log = logging.getLogger(__name__)


@shared_task(name="config.tasks.drain")  # type: ignore[untyped-decorator]  # Celery has no types
def drain() -> int:
    """Run every job that is due; return how many ran; what a lack of database stops, the timetable does."""
    try:
        return for_each_club(timetable.drain)()
    except Exception as error:
        if outage_of(error) is None:
            raise
        return 0
