"""The Celery app and its broker: it only carries doorbells, what is to be done is in the Job rows.

Embedded, the broker is a folder in the data folder; with REDIS_URL it is Redis. A message may be
lost, doubled or late without harm, so nothing is retried and nobody waits for the broker.
"""

import os
import warnings
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.conf import settings
from django.utils.module_loading import import_string

from config.server import folder_transport  # noqa: F401  # so that kombu has the transport `folder`

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # a worker shows no pages and need not load them to start

NICENESS = 10
"""Of a worker: while a round of a thousand is paired, whoever waits at a table has the processor first."""
PATIENCE = 0.3  # seconds; with the defaults a hung Redis blocks the request without end

# Who starts a small club's machine as root has decided so; the messages are JSON and run nothing.
warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")


def broker() -> dict[str, Any]:
    """Return where the doorbell hangs."""
    if settings.REDIS_URL:
        impatient = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "max_retries": 0}
        return {"broker_url": settings.REDIS_URL, "broker_transport_options": impatient}
    queue = settings.TRIONFO_DATA / "queue"
    folders = {"data_folder_in": queue, "data_folder_out": queue, "control_folder": queue / "control"}
    return {
        "broker_url": "folder://localhost",
        "broker_transport_options": folders | {"polling_interval": 0.1},
    }


app = Celery("trionfo", set_as_current=True)
app.conf.update(
    **broker(),
    broker_connection_timeout=PATIENCE,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    task_publish_retry=False,
    task_ignore_result=True,
    task_store_eager_result=False,
    accept_content=["json"],
    task_serializer="json",
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
    worker_prefetch_multiplier=1,
    timezone=settings.TIME_ZONE,
    imports=["config.tasks"],
)


@worker_init.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_the_timetable(**_signal: Any) -> None:
    """A worker does by itself what is to be done without a message, and gives signs of life while it does."""
    from config import preparation
    from config.server import processes
    from tournaments.clubs.selectors import for_each_club
    from tournaments.queue import runner, timetable

    for work in (*runner.AHEAD.values(), *runner.WORK.values()):
        import_string(work)
    processes.search_seldom()
    processes.take_turns_often()
    processes.give_way(NICENESS)
    entries = (*timetable.TIMETABLE, (preparation.forget, timetable.FORGET))
    threads = timetable.start(tuple((for_each_club(work), pause) for work, pause in entries))
    processes.beat_while(lambda: all(thread.is_alive() for thread in threads))
