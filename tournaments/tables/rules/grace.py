"""The grace period of a team that is late for its match."""

from datetime import datetime, timedelta

from tournaments.tables.rules.clock import NONE_LEFT, in_utc


def grace_left(called_at: datetime, now: datetime, minutes: int) -> timedelta:
    """Return the remaining grace period of a called team; zero if the period is over.

    A walkover is only proposed once the period is over.
    """
    return max(NONE_LEFT, in_utc(called_at) + timedelta(minutes=minutes) - in_utc(now))
