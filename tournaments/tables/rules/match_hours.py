"""The hours at which a match begins and ends, estimated from the pace of matches at the club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

Chance = Callable[[], float]
"""A random number from 0 to 1, without 1."""
BETWEEN_MATCHES = 300
"""Seconds for the signatures, the call and the way to the next table."""
SPREAD = (5, 8)
"""Where nothing was measured yet a hand takes from five eighths of the usual up to eleven."""


@dataclass(frozen=True)
class MeasuredPace:
    """How long hands and games take here: measured, or the usual of the card game."""

    hand_seconds: tuple[int, ...]
    """What hands took, each as likely as another."""
    game_hands: tuple[tuple[int, ...], ...]
    """What each game of a match takes in hands, each number as likely as another."""
    games_to_win: int = 1

    def hands(self, chance: Chance, played: "Played | None" = None) -> int:
        """Return how many hands a match still takes: who wins a game is as open as a coin."""
        won = list(played.games_won) if played else [0, 0]
        number, done = (played.game, played.hands) if played else (0, 0)
        total = 0
        while max(won) < self.games_to_win and number < len(self.game_hands):
            total += max(1, pick(self.game_hands[number], chance) - done)
            won[int(chance() * 2)] += 1
            number, done = number + 1, 0
        return total

    def seconds(self, hands: int, chance: Chance) -> int:
        """Return how long so many hands take."""
        return sum(pick(self.hand_seconds, chance) for _hand in range(hands))


class Played(NamedTuple):
    """What stands on the sheet of a match in play: games won, the game in play from 0, its hands."""

    games_won: tuple[int, int]
    game: int
    hands: int


def pick(values: Sequence[int], chance: Chance) -> int:
    """Return one of these, each as likely as another."""
    return values[int(chance() * len(values))]


def usual_hands(hands: int) -> tuple[int, ...]:
    """Return what a game takes that usually takes so many hands: some fewer, some more, never none."""
    return (
        tuple(max(1, hands * eighths // SPREAD[1]) for eighths in range(SPREAD[0], 12))
        if hands > 2
        else (hands,)
    )


def usual_seconds(seconds: int) -> tuple[int, ...]:
    """Return what hands take that usually take so long."""
    return tuple(seconds * eighths // SPREAD[1] for eighths in range(SPREAD[0], 12))


RUNS = 101
STEP = 300
"""Lengths are told in whole steps of five minutes."""


class MatchFacts(NamedTuple):
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


def usual_length(pace: MeasuredPace, chance: Chance) -> timedelta:
    """Return how long a match takes here: the middle of many, in whole steps."""
    lengths = sorted(pace.seconds(pace.hands(chance), chance) for _run in range(RUNS))
    steps = -(-lengths[RUNS // 2] // STEP)
    return timedelta(seconds=STEP * max(1, steps))


def hours_of(facts: MatchFacts, length: timedelta) -> Hours | None:
    """Return when a match is played, or None where nobody can tell."""
    said = facts.called or facts.postponed or facts.planned
    if said is None and facts.deadline:
        return Hours(facts.deadline, facts.deadline, sure=True, by_day=True)
    start = said or facts.ready or _expected(facts, length)
    if start is None:
        return Hours(facts.over - length, facts.over, sure=True) if facts.over else None
    over = facts.over if facts.over and facts.over > start else start + length
    return Hours(start, over, sure=said is not None or facts.over is not None)


def hours_of_all(matches: Sequence[Hours]) -> Hours:
    """Return when several matches are played: from the first to the end of the last, or by their day.

    The beginning says whether it is sure; while one of them is to be played by a day, it is that day.
    """
    first = min(matches, key=lambda each: each.start)
    by_day = (each for each in matches if each.by_day)
    return next(by_day, first._replace(end=max(each.end for each in matches)))


def _expected(facts: MatchFacts, length: timedelta) -> datetime | None:
    """After the matches before it; else so many rounds after the stage has begun."""
    pause = timedelta(seconds=BETWEEN_MATCHES)
    if facts.before:
        return max(facts.before) + pause
    return facts.begins + facts.rounds_before * (length + pause) if facts.begins else None
