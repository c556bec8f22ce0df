"""The clock of the round that is played, folded from its facts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import ClockMove, RoundPlan, Stage
from tournaments.rules.timetable import Clock, ClockAct, ClockFact, fold_clock


@dataclass(frozen=True)
class RoundClock:
    """The clock of one round of a stage, and the reason of its last pause or shift."""

    stage: Stage
    round: int
    clock: Clock
    reason: str

    @property
    def running(self) -> bool:
        """Whether it is shown: it was not stopped."""
        return self.clock.stopped_at is None


def clock_facts(moves: Iterable[ClockMove]) -> list[ClockFact]:
    """Turn stored moves into the values the rules fold."""
    return [ClockFact(ClockAct(move.act), move.at, timedelta(seconds=move.seconds)) for move in moves]


def clock_of(stage: Stage) -> RoundClock | None:
    """Return the clock started last in a stage; None before the first: one query."""
    moves = list(ClockMove.objects.filter(stage=stage).order_by("at", "seq"))
    if not moves:
        return None
    number = next(move.round for move in reversed(moves) if move.act == ClockAct.START)
    mine = sorted((move for move in moves if move.round == number), key=lambda move: move.seq)
    clock = fold_clock(clock_facts(mine))
    return RoundClock(stage, number, clock, mine[-1].reason) if clock else None


def clock_of_round(stage: Stage, number: int) -> tuple[Clock | None, int]:
    """Return the clock of one round and the number of its last fact: one query."""
    moves = list(ClockMove.objects.filter(stage=stage, round=number).order_by("seq"))
    return fold_clock(clock_facts(moves)), len(moves)


def plans_of(stage: Stage) -> dict[int, RoundPlan]:
    """Return what is planned of each round: one query."""
    return {plan.round: plan for plan in RoundPlan.objects.filter(stage=stage)}


def late_rounds(plans: Iterable[RoundPlan], now: datetime) -> list[int]:
    """Return the rounds whose deadline has passed."""
    return [plan.round for plan in plans if plan.deadline and plan.deadline <= now]
