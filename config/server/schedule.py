"""The schedule of a worker: a thread for each entry of CELERY_BEAT_SCHEDULE, without Celery beat or a broker.

Each entry has a thread of its own, and its pauses are measured by the monotonic clock. Neither an unreachable
broker nor a clock that is set back stops an entry.
"""

import logging
import time
from collections.abc import Callable
from threading import Thread

from celery import Celery
from django.db import close_old_connections

from tournaments.clubs.selectors import for_each_club
from tournaments.errors import outage_of

log = logging.getLogger(__name__)


def start(app: Celery) -> list[Thread]:
    """Start one thread per entry of the schedule; the threads end with the process."""
    threads = [
        Thread(
            target=_repeat,
            args=(for_each_club(app.tasks[entry["task"]].run), entry["schedule"]),
            name=name,
            daemon=True,
        )
        for name, entry in app.conf.beat_schedule.items()
    ]
    for thread in threads:
        thread.start()
    return threads


def _repeat(work: Callable[[], int], pause: float) -> None:
    failing = False
    while True:
        try:
            close_old_connections()
            work()
            failing = False
        except Exception as error:  # the next round tries again; the log has it once
            if not failing:
                log.warning("%s failed, and is tried again", work.__name__, exc_info=not outage_of(error))
            failing = True
        finally:
            close_old_connections()
        time.sleep(pause)
