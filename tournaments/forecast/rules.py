"""Forecast of the end time: the remaining matches are simulated many times with random durations.

The functions are pure: random numbers are passed in, so the same seed gives the same end. Times are whole
seconds from now.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.competition.types import Line, Plan
from tournaments.tables.rules.match_hours import BETWEEN_MATCHES, Chance, MeasuredPace, Played

# The percentiles of the runs: eighty of a hundred runs end between LOW and HIGH.
LOW, MIDDLE, HIGH = 10, 50, 90


class MatchToCome(NamedTuple):
    """A future match: its key, the matches that must end before it, the seconds until its earliest start."""

    key: str
    after: tuple[str, ...] = ()
    not_before: int = 0


class Running(NamedTuple):
    """A match in play, and the numbers of games and hands already played in it."""

    key: str
    played: Played


@dataclass(frozen=True)
class Work:
    """All unfinished matches of a tournament, in the order in which they are called to the tables."""

    steps: tuple[MatchToCome, ...]
    running: tuple[Running, ...] = ()
    tables: int = 1


class Ending(NamedTuple):
    """The forecast end in seconds from now: the median, and the range of 80 % of the simulated runs."""

    low: int
    middle: int
    high: int


def steps_of(plan: Plan, stage: str, *, first_after: Sequence[str] = ()) -> tuple[MatchToCome, ...]:
    """Return the future matches of a format's plan; each waits for the matches that decide its entrants."""
    entrants = len(plan.entrants)
    return tuple(
        MatchToCome(
            f"{stage}/{match.label}",
            tuple(f"{stage}/{source.match}" for source in match.sources if not isinstance(source, Line))
            or tuple(first_after),
        )
        for match in plan.matches
        if not any(isinstance(source, Line) and source.number > entrants for source in match.sources)
    )


def steps_of_rounds(
    rounds: Sequence[int], stage: str, *, first_after: Sequence[str] = ()
) -> tuple[MatchToCome, ...]:
    """Return the future matches of rounds; each match waits for all matches of the previous round.

    `rounds` gives the number of matches in each round.
    """
    steps: list[MatchToCome] = []
    before = tuple(first_after)
    for turn, matches in enumerate(rounds, start=1):
        now = tuple(MatchToCome(f"{stage}/{turn}.{number}", before) for number in range(1, matches + 1))
        steps += now
        before = tuple(step.key for step in now) or before
    return tuple(steps)


def ends_after(work: Work, pace: MeasuredPace, chance: Chance) -> int:
    """Simulate the remaining matches once and return their total duration in seconds.

    Each free table takes the first match that is ready.
    """
    followers, missing = _followers(work)
    over: list[tuple[int, int, str]] = []
    for place, match in enumerate(work.running):
        length = pace.seconds(pace.hands(chance, match.played), chance) + BETWEEN_MATCHES
        heapq.heappush(over, (length, place, match.key))
    order = {step.key: place for place, step in enumerate(work.steps)}
    ready = [(step.not_before, order[step.key]) for step in work.steps if not missing[step.key]]
    heapq.heapify(ready)
    now, free = 0, max(1, work.tables - len(work.running))
    while over or ready:
        while ready and free and ready[0][0] <= now:
            _at, place = heapq.heappop(ready)
            length = pace.seconds(pace.hands(chance), chance) + BETWEEN_MATCHES
            heapq.heappush(over, (now + length, len(order) + place, work.steps[place].key))
            free -= 1
        if not over:
            now = ready[0][0]
            continue
        now, _place, key = heapq.heappop(over)
        free += 1
        for follower in followers.get(key, ()):
            missing[follower] -= 1
            if not missing[follower]:
                place = order[follower]
                heapq.heappush(ready, (max(now, work.steps[place].not_before), place))
    return now


def _followers(work: Work) -> tuple[Mapping[str, list[str]], dict[str, int]]:
    to_come = {step.key for step in work.steps} | {match.key for match in work.running}
    followers: dict[str, list[str]] = {}
    missing = {}
    for step in work.steps:
        waits = set(step.after) & to_come
        missing[step.key] = len(waits)
        for key in waits:
            followers.setdefault(key, []).append(step.key)
    return followers, missing


def forecast(work: Work, pace: MeasuredPace, runs: int, chance: Chance) -> Ending | None:
    """Simulate the remaining matches `runs` times; return the forecast end, or None if no match remains."""
    if not work.steps and not work.running:
        return None
    ends = sorted(ends_after(work, pace, chance) for _run in range(runs))
    low, middle, high = (ends[(len(ends) - 1) * part // 100] for part in (LOW, MIDDLE, HIGH))
    return Ending(low, middle, high)
