"""The clock of a round, computed from its stored actions: start, pauses, shifts (added minutes), stop.

The remaining time is computed from stored times, so that no process has to run a timer. Times are converted
to UTC before they are added: a change to or from summer time has no effect.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from scoring.types import BadEntry, NotNow, Sentence, _
from tournaments.values.clock import ClockAct

# The remaining times at which the room is warned; zero is the end of the round.
WARNINGS = (timedelta(minutes=10), timedelta(minutes=5), timedelta(0))
LONGEST = timedelta(hours=12)
NONE_LEFT = timedelta(0)


class ClockState(StrEnum):
    """The state of a round clock: running, paused, at the end of time, or stopped."""

    RUNNING = "running"
    PAUSED = "paused"
    TIME = "time"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ClockFact:
    """A round-clock action. `span` is the round length (for a start) or the added time (for a shift)."""

    act: ClockAct
    at: datetime
    span: timedelta = NONE_LEFT


@dataclass(frozen=True, slots=True)
class Clock:
    """A started round clock. `ends_at` assumes no further pause; `paused_at` is None while the clock runs."""

    started_at: datetime
    ends_at: datetime
    paused_at: datetime | None = None
    stopped_at: datetime | None = None

    def remaining(self, now: datetime) -> timedelta:
        """Return the remaining time at the given time; zero after the end of the round."""
        until = self.stopped_at or self.paused_at or in_utc(now)
        return max(NONE_LEFT, self.ends_at - until)

    def state(self, now: datetime) -> ClockState:
        """Return the state of the clock at the given time."""
        if self.stopped_at:
            return ClockState.STOPPED
        if not self.remaining(now):
            return ClockState.TIME
        return ClockState.PAUSED if self.paused_at else ClockState.RUNNING

    def end(self, now: datetime) -> datetime:
        """Return the end of the round, if the clock runs without a pause from the given time on."""
        return in_utc(now) + self.remaining(now) if self.paused_at else self.ends_at

    def next_warning(self, now: datetime) -> datetime | None:
        """Return the time of the next warning; None if the clock is paused or the round is over."""
        if self.state(now) is not ClockState.RUNNING:
            return None
        return min(at for before in WARNINGS if (at := self.ends_at - before) > in_utc(now))


def in_utc(at: datetime) -> datetime:
    """Convert a time to UTC."""
    return at.astimezone(UTC)


def fold_clock(facts: Iterable[ClockFact]) -> Clock | None:
    """Return the clock after all actions, given in order; None if the clock was never started."""
    clock: Clock | None = None
    for fact in facts:
        clock = move_clock(clock, fact)
    return clock


def move_clock(clock: Clock | None, fact: ClockFact) -> Clock:
    """Return the clock after an action.

    Raise NotNow if the action is impossible in the current state of the clock, and BadEntry if the length or
    the shift is not valid.
    """
    at = in_utc(fact.at)
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
    """Return the clock with a changed end. After the end of the round, added minutes count from now."""
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
