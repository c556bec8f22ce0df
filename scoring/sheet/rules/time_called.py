"""Calls of time: the hands still to be dealt, and how a stopped game or match ends (COM-TIME-1 to 3).

A call of time is recorded with the number of hands before it, not with the time of day, and with `draws`:
whether a tie is a draw. Independent of clocks and tournaments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.game_parts.card_game import highest
from scoring.strict_json import whole_number
from scoring.types import Problem, Scores, Stopped, Value, _, sentence

if TYPE_CHECKING:
    from scoring.game_parts.profile import Profile

# More than a sheet can have.
MOST_HANDS = 1000


@dataclass(frozen=True, slots=True)
class TimeCall:
    """A call of time after `hands` hands of the sheet; `begun` is true if another hand was in play."""

    hands: int
    # None while the table has not entered it; the hand is then expected
    begun: bool | None = None
    # Whether a tie is a draw, as in groups; if not, further hands are played until one side is ahead
    draws: bool = False

    @property
    def last(self) -> int:
        """The number of hands on the sheet once the hand in play is finished (COM-TIME-1)."""
        return self.hands + (self.begun is not False)

    def as_json(self) -> dict[str, int | bool]:
        """Return the call of time as JSON; `read_time_call` reads it back."""
        begun = {} if self.begun is None else {"begun": self.begun}
        return {"hands": self.hands, **begun, **({"draws": True} if self.draws else {})}


class Called(NamedTuple):
    """A call of time as it affects one game of the sheet."""

    call: TimeCall
    # The number of hands in earlier games; the call counts the hands of the whole sheet
    before: int
    # COM-TIME-3: one hand, repeated while level, with a newly drawn dealer each time
    deciding: bool

    def stop(self, profile: "Profile", hands: int, running: Scores) -> "Stop | None":
        """Return how the game ends if it stops after `hands` hands.

        Return None if the game has no hands, hands are still to be dealt, or the game is level and goes on.
        """
        if not hands or self.before + hands < self.call.last:
            return None
        return deciding_stop(running) if self.deciding else stop_of(self.call, profile, running)


class Stop(NamedTuple):
    """The end of a game that a call of time stops: how the game counts, and its winner."""

    how: Stopped
    winner: int | None = None


def stop_of(call: TimeCall, profile: "Profile", running: Scores) -> Stop | None:
    """Return how a game stopped by a call of time ends; None if it is tied and continues (COM-TIME-2)."""
    if profile.options.get("time_unfinished") == "void":
        return Stop(Stopped.VOID)
    ahead = highest(running)
    if ahead is None:
        return Stop(Stopped.LEVEL) if call.draws else None
    return Stop(Stopped.WON, ahead)


def deciding_stop(running: Scores) -> Stop | None:
    """Return the result of the deciding hand; None if the hand is tied (COM-TIME-3)."""
    ahead = highest(running)
    return None if ahead is None else Stop(Stopped.WON, ahead)


def read_time_call(raw: object, where: str = "/time_called") -> tuple[TimeCall | None, list[Problem]]:
    """Return the call of time on a sheet, and its problems; the call is None if invalid."""
    if type(raw) is not dict:
        return None, [_problem(where, _NOT_A_CALL)]
    problems = [_problem(f"{where}/{key}", _NO_FIELD) for key in raw if key not in _KEYS]
    if not whole_number(raw.get("hands"), 0, MOST_HANDS):
        problems.append(_problem(f"{where}/hands", _NO_HANDS, most=MOST_HANDS))
    problems += [_problem(f"{where}/{key}", _NOT_A_FLAG) for key in _flags(raw) if type(raw[key]) is not bool]
    if problems:
        return None, problems
    return TimeCall(raw["hands"], raw.get("begun"), raw.get("draws", False)), []


def _flags(raw: Mapping[str, Any]) -> list[str]:
    return [key for key in ("begun", "draws") if key in raw]


def _problem(where: str, text: str, **values: Value) -> Problem:
    return Problem("bad_time_call", "COM-TIME-1", "error", where, sentence(text, **values))


_KEYS = frozenset({"hands", "begun", "draws"})
_NOT_A_CALL = _("Write when time was called as an object: how many hands stood on the sheet.")
_NO_FIELD = _("There is no such field here. Take it away.")
_NO_HANDS = _("Write how many hands stood on the sheet when time was called: a whole number up to %(most)d.")
_NOT_A_FLAG = _("Write true or false.")
