"""The start and end times of matches, estimated from the pace of play at the club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

# A random number from 0 to 1, without 1.
Chance = Callable[[], float]
# Seconds between two matches, for signatures, the call and the walk to the next table.
BETWEEN_MATCHES = 300
# The length of a hand in eighths of the usual length, if nothing was measured: from 5 to 11.
SPREAD = (5, 8)


@dataclass(frozen=True)
class MeasuredPace:
    """The lengths of hands and games: those measured at this club, or the usual ones of the card game."""

    # Lengths of hands in seconds, equally likely.
    hand_seconds: tuple[int, ...]
    # Numbers of hands of each game of a match, equally likely.
    game_hands: tuple[tuple[int, ...], ...]
    games_to_win: int = 1

    def hands(self, chance: Chance, played: "Played | None" = None) -> int:
        """Simulate a match and return its number of hands, or the remaining hands if `played` is given.

        Each side wins a game with probability 1/2.
        """
        won = list(played.games_won) if played else [0, 0]
        number, hands_played = (played.game, played.hands) if played else (0, 0)
        total = 0
        while max(won) < self.games_to_win and number < len(self.game_hands):
            total += max(1, pick(self.game_hands[number], chance) - hands_played)
            won[int(chance() * 2)] += 1
            number, hands_played = number + 1, 0
        return total

    def seconds(self, hands: int, chance: Chance) -> int:
        """Return the simulated length of `hands` hands in seconds."""
        return sum(pick(self.hand_seconds, chance) for _hand in range(hands))


class Played(NamedTuple):
    """The state of a match in play: games won, index of the current game, hands played in that game."""

    games_won: tuple[int, int]
    game: int
    hands: int


def pick(values: Sequence[int], chance: Chance) -> int:
    """Return one of the values at random; all values are equally likely."""
    return values[int(chance() * len(values))]


def usual_hands(hands: int) -> tuple[int, ...]:
    """Return possible numbers of hands in a game, spread around the usual number; each is at least 1."""
    return (
        tuple(max(1, hands * eighths // SPREAD[1]) for eighths in range(SPREAD[0], 12))
        if hands > 2
        else (hands,)
    )


def usual_seconds(seconds: int) -> tuple[int, ...]:
    """Return possible lengths of a hand in seconds, spread around the usual length."""
    return tuple(seconds * eighths // SPREAD[1] for eighths in range(SPREAD[0], 12))


RUNS = 101
# Lengths are rounded to steps of five minutes; the step is in seconds.
STEP = 300


class MatchFacts(NamedTuple):
    """The recorded and planned times of a match, from which its start and end are computed."""

    called: datetime | None = None
    over: datetime | None = None
    postponed: datetime | None = None
    # The start of the match's round.
    planned: datetime | None = None
    # The deadline of the match's round.
    deadline: datetime | None = None
    # The time from which both sides are known.
    ready: datetime | None = None
    # The ends of the matches that decide the sides of this match.
    before: Sequence[datetime] = ()
    # The start of the match's stage.
    begins: datetime | None = None
    rounds_before: int = 0


class Hours(NamedTuple):
    """The start and end of a match, or its deadline. `sure` is False if the times are only estimated."""

    start: datetime
    end: datetime
    sure: bool
    by_day: bool = False


def usual_length(pace: MeasuredPace, chance: Chance) -> timedelta:
    """Return the usual length of a match: the median of RUNS simulations, rounded up to STEP."""
    lengths = sorted(pace.seconds(pace.hands(chance), chance) for _run in range(RUNS))
    steps = -(-lengths[RUNS // 2] // STEP)
    return timedelta(seconds=STEP * max(1, steps))


def hours_of(facts: MatchFacts, length: timedelta) -> Hours | None:
    """Return the known or estimated start and end of a match; None if neither can be estimated."""
    set_start = facts.called or facts.postponed or facts.planned
    if set_start is None and facts.deadline:
        return Hours(facts.deadline, facts.deadline, sure=True, by_day=True)
    start = set_start or facts.ready or _expected(facts, length)
    if start is None:
        return Hours(facts.over - length, facts.over, sure=True) if facts.over else None
    over = facts.over if facts.over and facts.over > start else start + length
    return Hours(start, over, sure=set_start is not None or facts.over is not None)


def hours_of_all(matches: Sequence[Hours]) -> Hours:
    """Return the time from the first start to the last end of several matches, or their deadline.

    The value of `sure` is that of the match with the first start. If one of the matches has only a deadline,
    that deadline is returned.
    """
    first = min(matches, key=lambda each: each.start)
    by_day = (each for each in matches if each.by_day)
    return next(by_day, first._replace(end=max(each.end for each in matches)))


def _expected(facts: MatchFacts, length: timedelta) -> datetime | None:
    """Return the expected start of a match, computed from the preceding matches or the start of the stage."""
    pause = timedelta(seconds=BETWEEN_MATCHES)
    if facts.before:
        return max(facts.before) + pause
    return facts.begins + facts.rounds_before * (length + pause) if facts.begins else None
