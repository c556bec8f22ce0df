"""The grace period of a team that is late for its match."""

from datetime import datetime, timedelta

from tournaments.tables.rules.clock import NONE_LEFT, in_utc


def grace_left(called_at: datetime, now: datetime, minutes: int) -> timedelta:
    """Return how long a called team is still waited for; nothing left only ever proposes a walkover."""
    return max(NONE_LEFT, in_utc(called_at) + timedelta(minutes=minutes) - in_utc(now))
