"""The doorbells: wake a worker up, wake the watchers up.

Both may fail without a word: the sweeper rings every two seconds and the watchers look twice a second.
"""

from contextlib import suppress
from functools import cache

from celery import current_app
from django.conf import settings
from redis import Redis

STALE = 30  # seconds after which nobody needs to hear it any more
PATIENCE = 0.3  # seconds that a Redis which is away may cost
CHANGED = "trionfo:changed"  # the channel the web processes listen to


def ring() -> None:
    """Tell the workers: drain what is due."""
    with suppress(Exception):
        current_app.send_task("tournaments.queue.tasks.drain", expires=STALE)


def announce() -> None:
    """Tell the web processes that some tournament changed; without Redis they find out by themselves."""
    if settings.REDIS_URL:
        with suppress(Exception):
            _redis().publish(CHANGED, "")


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
