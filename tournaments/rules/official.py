"""When results can still be put right, and from when on they are official.

While a stage is played everything is open. Once it is over its standings are provisional for the correction
period; then they are official. An event whose last stage is official is frozen: its owner may open it again,
with a reason, for another such period.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

USUAL_MINUTES = 30
MOST_MINUTES = 7 * 24 * 60


class Standing(StrEnum):
    """How far the results of a stage, or of an event, are from being settled."""

    OPEN = "open"
    PROVISIONAL = "provisional"
    OFFICIAL = "official"


class Settled(NamedTuple):
    """How results stand, and from when on they are official: an instant to come while provisional."""

    standing: Standing
    official_at: datetime | None


def settled(
    over_at: datetime | None, minutes: int, now: datetime, reopened_at: datetime | None = None
) -> Settled:
    """Say how the results stand that were all in at `over_at`, an instant; None while there are more to come.

    `reopened_at` is when the event was opened again, if it was.
    """
    if over_at is None:
        return Settled(Standing.OPEN, None)
    official_at = latest([over_at, reopened_at]) + timedelta(minutes=minutes)
    return Settled(Standing.OFFICIAL if now >= official_at else Standing.PROVISIONAL, official_at)


def latest(instants: Iterable[datetime | None]) -> datetime:
    """The last of these instants; at least one must be there."""
    return max(instant for instant in instants if instant is not None)
