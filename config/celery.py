"""The Celery app. A message only wakes a worker; the work is stored in the Job table.

A message that is lost, duplicated or late does no harm. It is sent only once, and no request waits for the
broker.
"""

import os
import warnings
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import worker_init

from config.server import folder_transport  # noqa: F401  # so that kombu has the transport `folder`
from tournaments.extras import subjects

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # a worker shows no pages and need not load them to start

# A worker has a lower priority, so that the web processes come first while a round of a thousand is paired.
# With niceness 10 a job took five times as long while other programs kept the machine busy (decision 0061).
NICENESS = 2

# Silences a warning: a small club may run its machine as root, and the messages are JSON that executes
# nothing.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")


class SiteTask(DjangoTask):  # type: ignore[misc]  # Celery has no types
    """Base class of the site's Celery tasks: a task has no arguments, and runs for each club in turn."""

    expires = 30  # seconds; the sweep has run the jobs by then

    def __call__(self) -> int:
        """Run the task for each club. If the database does not respond, a later run does the jobs."""
        from tournaments.clubs.selectors import for_each_club
        from tournaments.errors import outage_of

        try:
            return for_each_club(self.run)()
        except Exception as error:
            if outage_of(error) is None:
                raise
            return 0

    def apply_async(self, *arguments: Any, **options: Any) -> Any:
        """Send the message. A lost message does no harm, so an unreachable broker raises no error."""
        with suppress(Exception):
            return super().apply_async(*arguments, **options)
        return None


app = Celery("trionfo", set_as_current=True, task_cls=SiteTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(lambda: ["config", *subjects()])


@worker_init.connect  # type: ignore[untyped-decorator]  # Celery has no types
def start_schedule(**_signal: Any) -> None:
    """Start the schedule of this worker, and send heartbeats while its threads are alive."""
    from config.server import processes, schedule

    processes.collect_garbage_rarely()
    processes.switch_threads_often()
    processes.lower_priority(NICENESS)
    threads = schedule.start(app)
    processes.send_heartbeats_while(lambda: all(thread.is_alive() for thread in threads))
