"""What a worker does by itself, whether a message comes or not: drain what is due, forget what is due.

Each entry has a thread of its own and counts its pauses on the monotonic clock, so that neither a broker
that is away nor a clock that is set back stops it. Draining stands there twice: while one of them runs a
long job, the other finds what else is due.
"""

import logging
import time
from collections.abc import Callable
from threading import Thread

from django.core.cache import cache
from django.db import close_old_connections, connection
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.errors import outage_of
from tournaments.extras import extras
from tournaments.queue import runner
from tournaments.queue.selectors import SIGN, sign_file

log = logging.getLogger(__name__)

BUDGET = 2.0  # seconds; then the runner rings again, so that other messages get their turn
SWEEP = 2.0  # seconds between two looks at what is due
SIGNS = 5.0  # seconds between two signs of life for who asks /health/
FORGET = 300.0  # seconds between two looks whose name is due: a club's machine runs an evening, not a night


def drain() -> int:
    """Run every job that is due, for BUDGET seconds at most; return how many ran."""
    return runner.drain(BUDGET)


def forget() -> int:
    """Let each extra forget what is due, such as names; return how many things went.

    On a day that is done it costs seven queries.
    """
    now = timezone.now()
    return sum(import_string(chore)(at=now) for extra in extras() for chore in extra.chores)


def sign() -> int:
    """Give a sign of life: in a file where the site has one machine, else where all its machines see it."""
    if connection.vendor == "sqlite":
        sign_file().touch(mode=0o600)
    else:
        cache.set(SIGN, timezone.now().timestamp(), None)
    return 1


TIMETABLE: tuple[tuple[Callable[[], int], float], ...] = (
    (drain, SWEEP),
    (drain, SWEEP),
    (forget, FORGET),
    (sign, SIGNS),
)


def start(timetable: tuple[tuple[Callable[[], int], float], ...] = TIMETABLE) -> list[Thread]:
    """Start a thread for each entry, work and pause in seconds; they end with the process."""
    threads = [
        Thread(target=_repeat, args=entry, name=f"timetable-{number}", daemon=True)
        for number, entry in enumerate(timetable)
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
