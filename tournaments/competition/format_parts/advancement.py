"""Advancement: the winner and the loser of a match go on to their next matches.

`pass_on` works over any board that can say who stands in a match and put somebody into a slot, at the
cost of the slots it touches. COM-WO-1 decides who wins without play; what that means here is in `sent_on`.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from tournaments.competition import types


class SlotMove(NamedTuple):
    """Who comes to stand on one side of a match."""

    match: types.Label
    side: types.Side
    occupant: types.Occupant


class SentOn(NamedTuple):
    """What a match that is over sends to the slots that name it."""

    winner: types.Occupant
    loser: types.Occupant


class Progress(StrEnum):
    """How far a match is, as the bracket sees it."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    WALKOVER = "walkover"
    BYE = "bye"


PROGRESS_OF: Mapping[type[types.Outcome], Progress] = {
    types.Result: Progress.DECIDED,
    types.Walkover: Progress.WALKOVER,
    types.Withdrawal: Progress.WALKOVER,
    types.Disqualification: Progress.WALKOVER,
    types.DoubleWalkover: Progress.WALKOVER,
    types.DoubleDisqualification: Progress.WALKOVER,
    types.Annulled: Progress.WALKOVER,
    types.Bye: Progress.BYE,
}


def sent_on(sides: types.Sides, outcome: types.Outcome) -> SentOn:
    """Who goes on as winner and who as loser: one who was absent is a loser, one who left or had to is not.

    Only a match of two sides has one loser, and only such matches lead to others by who won.
    """
    if isinstance(outcome, types.Bye):
        passing = sides[outcome.winner] if outcome.winner is not None else types.Nobody(outcome.reason)
        return SentOn(passing, types.Nobody(types.NO_LOSER))
    refuse_unseated(sides)
    if isinstance(outcome, types.DoubleWalkover | types.DoubleDisqualification):
        nobody = types.Nobody(_GONE.get(type(outcome), types.DOUBLE_WALKOVER))
        return SentOn(nobody, nobody)
    if outcome.winner is None:
        raise ValueError("a level match sends nobody on: it has to be decided")
    gone = _GONE.get(type(outcome))
    return SentOn(sides[outcome.winner], types.Nobody(gone) if gone else sides[1 - outcome.winner])


_GONE: Mapping[type[types.Outcome], str] = {
    types.Withdrawal: types.WITHDRAWAL,
    types.Disqualification: types.DISQUALIFICATION,
    types.DoubleDisqualification: types.DISQUALIFICATION,
}
"""Who plays no later match after such an end, and the reason of the bye that leaves."""


_STANDING = frozenset(types.STANDING)


def refuse_unseated(sides: types.Sides) -> None:
    """Raise ValueError where a match that was won lacks somebody.

    Who is still expected is certain to stand there: such a match can be decided before they are free.
    """
    if not _STANDING.issuperset(map(type, sides)):
        raise ValueError("a match without two entrants, or as many as sit at it, cannot have been won")


def arrival(sides: types.Sides) -> Progress:
    """What a match is before it has an outcome: waiting for somebody, ready, or a bye."""
    if all(isinstance(side, types.KnownEntrant) for side in sides):
        return Progress.READY
    if any(isinstance(side, types.Unknown | types.Expected) for side in sides):
        return Progress.WAITING
    return Progress.BYE


def bye_of(sides: types.Sides) -> types.Bye:
    """The bye of whoever is there, or of nobody, with the reason of the empty side."""
    present = [number for number, side in enumerate(sides) if isinstance(side, types.KnownEntrant)]
    reason = next(side.reason for side in sides if isinstance(side, types.Nobody))
    return types.Bye(present[0] if present else None, reason)


def moves_after(
    feeds: Iterable[types.PlannedSlot], sides: types.Sides, outcome: types.Outcome
) -> tuple[SlotMove, ...]:
    """What each slot that names a match receives when that match is over.

    Where it was decided before somebody was free, that one goes on only once it stands there.
    """
    if not isinstance(outcome, types.Bye):
        refuse_unseated(sides)
    return tuple(
        SlotMove(slot.match, slot.side, _received(slot, sides, outcome))
        for slot in feeds
        if _goes_on(slot, sides)
    )


def _goes_on(slot: types.PlannedSlot, sides: types.Sides) -> bool:
    """Who only waits for the end of a match goes on once, and only once it stands there itself."""
    if not isinstance(slot.source, types.LineAfter):
        return True
    return slot.expected is not None and types.KnownEntrant(slot.expected) in sides


def _received(slot: types.PlannedSlot, sides: types.Sides, outcome: types.Outcome) -> types.Occupant:
    """Whoever was only expected is free now; a bracket takes the winner or the loser."""
    if slot.expected is not None:
        return types.KnownEntrant(slot.expected)
    sent = sent_on(sides, outcome)
    if isinstance(slot.source, types.RematchOf):
        return sent.loser if outcome.winner == 1 else types.Nobody(types.DECIDED)
    return sent.loser if isinstance(slot.source, types.LoserOf) else sent.winner


class Board(Protocol):
    """What `pass_on` needs of the place where slots are kept, be it memory or tables of a database."""

    def sides(self, match: types.Label) -> types.Sides:
        """Who stands in a match."""

    def fed_by(self, match: types.Label) -> Iterable[types.PlannedSlot]:
        """The slots that name a match as their source."""

    def place(self, move: SlotMove) -> bool:
        """Put somebody, or nobody for good, into a slot; say whether that changed anything."""

    def decided(self, match: types.Label) -> types.Outcome | None:
        """How a match has ended already, byes apart: it may have been decided before somebody was free."""

    def stand(self, match: types.Label, progress: Progress, bye: types.Bye | None) -> None:
        """Write what a match has become: waiting, ready or a bye."""


def pass_on(board: Board, match: types.Label, outcome: types.Outcome) -> None:
    """Fill the slots that name a match which is over, and go on through every bye this makes."""
    _place_all(board, moves_after(board.fed_by(match), board.sides(match), outcome))


def _place_all(board: Board, moves: Sequence[SlotMove]) -> None:
    changed = [move.match for move in moves if board.place(move)]
    for touched in dict.fromkeys(changed):
        settle(board, touched)


def free(board: Board, match: types.Label) -> None:
    """Free whoever stands in a match and was only expected after it, which sends nobody on."""
    freed = [
        SlotMove(slot.match, slot.side, types.KnownEntrant(slot.expected))
        for slot in board.fed_by(match)
        if slot.expected is not None and types.KnownEntrant(slot.expected) in board.sides(match)
    ]
    _place_all(board, freed)


def settle(board: Board, match: types.Label) -> None:
    """Say what a match has become now that its slots have changed; what is over passes on at once."""
    ended = board.decided(match)
    if ended:
        pass_on(board, match, ended)
        return
    progress = arrival(board.sides(match))
    bye = bye_of(board.sides(match)) if progress is Progress.BYE else None
    board.stand(match, progress, bye)
    if bye:
        pass_on(board, match, bye)
