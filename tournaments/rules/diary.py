"""When a match is played, for a diary: what has happened, else what was planned, else what may be expected.

Pure: no clock is read, so that the same facts say the same until one of them changes.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tournaments.rules.forecast import BETWEEN_MATCHES, Chance, Pace

RUNS = 101
STEP = 300
"""Lengths are told in whole steps of five minutes."""


class Known(NamedTuple):
    """What is known of the hours of a match."""

    called: datetime | None = None
    over: datetime | None = None
    postponed: datetime | None = None
    planned: datetime | None = None
    """When its round begins."""
    deadline: datetime | None = None
    """Until when its round must be played."""
    ready: datetime | None = None
    """Since when both sides are known."""
    before: Sequence[datetime] = ()
    """When the matches its sides come from are over."""
    begins: datetime | None = None
    """When its stage begins."""
    rounds_before: int = 0


class Hours(NamedTuple):
    """From when to when; `sure` where it was said by somebody and not worked out; or a day to play it by."""

    start: datetime
    end: datetime
    sure: bool
    by_day: bool = False


def usual_length(pace: Pace, chance: Chance) -> timedelta:
    """Return how long a match takes here: the middle of many, in whole steps."""
    lengths = sorted(pace.seconds(pace.hands(chance), chance) for _run in range(RUNS))
    steps = -(-lengths[RUNS // 2] // STEP)
    return timedelta(seconds=STEP * max(1, steps))


def hours_of(known: Known, length: timedelta) -> Hours | None:
    """Return when a match is played, or None where nobody can tell."""
    said = known.called or known.postponed or known.planned
    if said is None and known.deadline:
        return Hours(known.deadline, known.deadline, sure=True, by_day=True)
    start = said or known.ready or _expected(known, length)
    if start is None:
        return Hours(known.over - length, known.over, sure=True) if known.over else None
    over = known.over if known.over and known.over > start else start + length
    return Hours(start, over, sure=said is not None or known.over is not None)


def _expected(known: Known, length: timedelta) -> datetime | None:
    """After the matches before it; else so many rounds after the stage has begun."""
    pause = timedelta(seconds=BETWEEN_MATCHES)
    if known.before:
        return max(known.before) + pause
    return known.begins + known.rounds_before * (length + pause) if known.begins else None
