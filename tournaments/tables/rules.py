"""The clock of a round: a length and a start, pauses and shifts, each a fact with its instant.

What is left follows from instants alone, so nothing ticks, drifts or is lost. Instants are taken in universal
time before they are added up: a zone that puts its clocks forward or back in between changes nothing.

And how long hands and matches take here: measured, or the usual of the card game.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.values.clock import ClockAct

WARNINGS = (timedelta(minutes=10), timedelta(minutes=5), timedelta(0))
"""How long before the end the hall is told; the last is time itself."""
LONGEST = timedelta(hours=12)
NONE_LEFT = timedelta(0)


def grace_left(called_at: datetime, now: datetime, minutes: int) -> timedelta:
    """Return how long a called team is still waited for; nothing left only ever proposes a walkover."""
    return max(NONE_LEFT, _universal(called_at) + timedelta(minutes=minutes) - _universal(now))


class ClockState(StrEnum):
    """How a clock stands."""

    RUNNING = "running"
    PAUSED = "paused"
    TIME = "time"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ClockFact:
    """One act upon a clock; `span` is its length at the start, or how far a shift moves its end."""

    act: ClockAct
    at: datetime
    span: timedelta = NONE_LEFT


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was started: its end, were it to run on, and since when it is paused."""

    started_at: datetime
    ends_at: datetime
    paused_at: datetime | None = None
    stopped_at: datetime | None = None

    def remaining(self, now: datetime) -> timedelta:
        """Return the time remaining at an instant; zero once the round is over."""
        until = self.stopped_at or self.paused_at or _universal(now)
        return max(NONE_LEFT, self.ends_at - until)

    def state(self, now: datetime) -> ClockState:
        """Say how it stands at an instant."""
        if self.stopped_at:
            return ClockState.STOPPED
        if not self.remaining(now):
            return ClockState.TIME
        return ClockState.PAUSED if self.paused_at else ClockState.RUNNING

    def end(self, now: datetime) -> datetime:
        """Return when it ends, were it to run on from this instant."""
        return _universal(now) + self.remaining(now) if self.paused_at else self.ends_at

    def next_warning(self, now: datetime) -> datetime | None:
        """Return the next instant at which the hall is told; none while it is paused or once it is over."""
        if self.state(now) is not ClockState.RUNNING:
            return None
        return min(at for before in WARNINGS if (at := self.ends_at - before) > _universal(now))


def _universal(at: datetime) -> datetime:
    return at.astimezone(UTC)


def fold_clock(facts: Iterable[ClockFact]) -> Clock | None:
    """Fold the acts upon a round's clock, in order; None before it was first started."""
    clock: Clock | None = None
    for fact in facts:
        clock = move_clock(clock, fact)
    return clock


def move_clock(clock: Clock | None, fact: ClockFact) -> Clock:
    """Return the clock after one more act; raise NotNow when it cannot be done now, BadEntry when never."""
    at = _universal(fact.at)
    if fact.act is ClockAct.START:
        return _started(clock, at, fact.span)
    if clock is None or clock.stopped_at:
        raise NotNow(
            "clock_not_started", Sentence(_("The clock of this round is not running. Start it first."))
        )
    return _MOVES[fact.act](clock, at, fact.span)


def _started(clock: Clock | None, at: datetime, length: timedelta) -> Clock:
    if clock is not None and not clock.stopped_at:
        raise NotNow(
            "clock_started", Sentence(_("The clock of this round is running already. Stop it first."))
        )
    if not NONE_LEFT < length <= LONGEST:
        raise BadEntry("bad_length", Sentence(_("Write how many minutes the round lasts, from 1 to 720.")))
    return Clock(at, at + length)


def _paused(clock: Clock, at: datetime, _span: timedelta) -> Clock:
    if clock.paused_at:
        raise NotNow("clock_paused", Sentence(_("The clock is paused already.")))
    if clock.state(at) is ClockState.TIME:
        raise NotNow("clock_over", Sentence(_("Time is up: set the clock forward to give the round more.")))
    return replace(clock, paused_at=at)


def _resumed(clock: Clock, at: datetime, _span: timedelta) -> Clock:
    if clock.paused_at is None:
        raise NotNow("clock_not_paused", Sentence(_("The clock is not paused.")))
    return replace(clock, ends_at=clock.ends_at + (at - clock.paused_at), paused_at=None)


def _shifted(clock: Clock, at: datetime, span: timedelta) -> Clock:
    """A round whose time is up gets its minutes from now on."""
    if not span or abs(span) > LONGEST:
        text = _("Write by how many minutes: 5 gives five more, -5 takes five away.")
        raise BadEntry("bad_shift", Sentence(text))
    end = max(clock.ends_at, clock.paused_at or at) if span > NONE_LEFT else clock.ends_at
    return replace(clock, ends_at=end + span)


def _stopped(clock: Clock, at: datetime, _span: timedelta) -> Clock:
    return replace(clock, stopped_at=at)


_MOVES = {
    ClockAct.PAUSE: _paused,
    ClockAct.RESUME: _resumed,
    ClockAct.SHIFT: _shifted,
    ClockAct.STOP: _stopped,
}
NEEDS_A_REASON = frozenset({ClockAct.PAUSE, ClockAct.SHIFT})


Chance = Callable[[], float]
"""A number from 0 up to 1, another each time."""

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
