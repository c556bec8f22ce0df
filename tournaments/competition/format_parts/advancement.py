"""Advancement: the winner and the loser of a match move to their next matches.

`pass_on` works with any `Board`: one in memory, or one in the database. Its cost grows with the number of
changed slots. Rule COM-WO-1 decides who wins without play; `sent_on` returns who advances after such a win.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from tournaments.competition import types


class SlotMove(NamedTuple):
    """The new occupant (entrant or empty place) of one side of a match."""

    match: types.Label
    side: types.Side
    occupant: types.Occupant


class SentOn(NamedTuple):
    """The new occupants of the slots to which the winner and the loser of a decided match advance."""

    winner: types.Occupant
    loser: types.Occupant


class Progress(StrEnum):
    """The progress of a match in the bracket."""

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
    """Return the winner and the loser that advance; a side that left or was disqualified does not advance.

    The absent side of a walkover advances as the loser; after a double walkover nobody advances. Only a match
    of two sides has one loser, and only such matches are sources of `WinnerOf` and `LoserOf` slots. Raise
    ValueError if the entrant of a side is not known, or if the match ended level or was annulled.
    """
    if isinstance(outcome, types.Bye):
        passing = sides[outcome.winner] if outcome.winner is not None else types.Nobody(outcome.reason)
        return SentOn(passing, types.Nobody(types.NO_LOSER))
    refuse_unseated(sides)
    if isinstance(outcome, types.DoubleWalkover | types.DoubleDisqualification):
        nobody = types.Nobody(_REASONS.get(type(outcome), types.DOUBLE_WALKOVER))
        return SentOn(nobody, nobody)
    if outcome.winner is None:
        raise ValueError("a level match sends nobody on: it has to be decided")
    reason = _REASONS.get(type(outcome))
    return SentOn(sides[outcome.winner], types.Nobody(reason) if reason else sides[1 - outcome.winner])


# Outcomes whose loser plays no later match, and the reason of the bye that replaces the loser.
_REASONS: Mapping[type[types.Outcome], str] = {
    types.Withdrawal: types.WITHDRAWAL,
    types.Disqualification: types.DISQUALIFICATION,
    types.DoubleDisqualification: types.DISQUALIFICATION,
}


_STANDING = frozenset(types.STANDING)


def refuse_unseated(sides: types.Sides) -> None:
    """Raise ValueError if the entrant of a side of a decided match is not known."""
    if not _STANDING.issuperset(map(type, sides)):
        raise ValueError("a match without two entrants, or as many as sit at it, cannot have been won")


def arrival(sides: types.Sides) -> Progress:
    """Return the progress of a match without an outcome: waiting for an entrant, ready, or a bye."""
    if all(isinstance(side, types.KnownEntrant) for side in sides):
        return Progress.READY
    if any(isinstance(side, types.Unknown | types.Expected) for side in sides):
        return Progress.WAITING
    return Progress.BYE


def bye_of(sides: types.Sides) -> types.Bye:
    """Return a bye with its reason; the winner is the side with an entrant, None if all sides are empty."""
    present = [number for number, side in enumerate(sides) if isinstance(side, types.KnownEntrant)]
    reason = next(side.reason for side in sides if isinstance(side, types.Nobody))
    return types.Bye(present[0] if present else None, reason)


def moves_after(
    feeds: Iterable[types.PlannedSlot], sides: types.Sides, outcome: types.Outcome
) -> tuple[SlotMove, ...]:
    """Return the moves of the winner and the loser of a finished match into their next slots.

    A match can be decided while an entrant is still playing another match. This entrant moves on later, when
    the other match is over.
    """
    if not isinstance(outcome, types.Bye):
        refuse_unseated(sides)
    return tuple(
        SlotMove(slot.match, slot.side, _received(slot, sides, outcome))
        for slot in feeds
        if _is_entrant_free(slot, sides)
    )


def _is_entrant_free(slot: types.PlannedSlot, sides: types.Sides) -> bool:
    if not isinstance(slot.source, types.LineAfter):
        return True
    return slot.expected is not None and types.KnownEntrant(slot.expected) in sides


def _received(slot: types.PlannedSlot, sides: types.Sides, outcome: types.Outcome) -> types.Occupant:
    """Return the new occupant of a slot: the expected entrant, or the winner or loser of the source match."""
    if slot.expected is not None:
        return types.KnownEntrant(slot.expected)
    sent = sent_on(sides, outcome)
    if isinstance(slot.source, types.RematchOf):
        return sent.loser if outcome.winner == 1 else types.Nobody(types.DECIDED)
    return sent.loser if isinstance(slot.source, types.LoserOf) else sent.winner


class Board(Protocol):
    """The storage of slots, in memory or in the database, that `pass_on` reads and changes."""

    def sides(self, match: types.Label) -> types.Sides:
        """Return the occupants of the slots of a match."""

    def fed_by(self, match: types.Label) -> Iterable[types.PlannedSlot]:
        """Return the slots of later matches that are filled from this match."""

    def place(self, move: SlotMove) -> bool:
        """Store the new occupant of a slot; return True if the slot has changed."""

    def decided(self, match: types.Label) -> types.Outcome | None:
        """Return the outcome of a decided match, else None (also for a bye).

        An entrant of a decided match may still be playing its previous match.
        """

    def stand(self, match: types.Label, progress: Progress, bye: types.Bye | None) -> None:
        """Store the progress of a match: waiting, ready or a bye."""


def pass_on(board: Board, match: types.Label, outcome: types.Outcome) -> None:
    """Fill the slots that the winner and the loser of a match take in later matches.

    If a later match becomes a bye, the entrant also takes the slot after the bye.
    """
    _place_all(board, moves_after(board.fed_by(match), board.sides(match), outcome))


def _place_all(board: Board, moves: Sequence[SlotMove]) -> None:
    changed = [move.match for move in moves if board.place(move)]
    for touched in dict.fromkeys(changed):
        settle(board, touched)


def free(board: Board, match: types.Label) -> None:
    """Mark the entrants of a finished match as available in the later matches that wait for them."""
    freed = [
        SlotMove(slot.match, slot.side, types.KnownEntrant(slot.expected))
        for slot in board.fed_by(match)
        if slot.expected is not None and types.KnownEntrant(slot.expected) in board.sides(match)
    ]
    _place_all(board, freed)


def settle(board: Board, match: types.Label) -> None:
    """Store the progress of a match whose slots have changed.

    If the match is over, fill the slots of the next matches.
    """
    ended = board.decided(match)
    if ended:
        pass_on(board, match, ended)
        return
    progress = arrival(board.sides(match))
    bye = bye_of(board.sides(match)) if progress is Progress.BYE else None
    board.stand(match, progress, bye)
    if bye:
        pass_on(board, match, bye)
