"""The doorbell: wake a worker up. It may fail without a word, the sweeper rings every two seconds anyway."""

from contextlib import suppress

from celery import current_app

STALE = 30  # seconds after which nobody needs to hear it any more


def ring() -> None:
    """Send "drain what is due"; a broker that is away costs the caller nothing but its short time-out."""
    with suppress(Exception):
        current_app.send_task("tournaments.jobs.tasks.drain", expires=STALE)
