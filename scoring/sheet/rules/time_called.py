"""Time called: which hands may still be dealt, and what a game and a match come to by it (COM-TIME-1 to 3).

A call names no instant: it is a fact of the sheet, placed by how many hands stood on it. Knows no clock and
no tournament; whether an equal match stays equal (`draws`) is said with the call.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict

from scoring.game_parts.card_game import highest
from scoring.strict_json import whole_number
from scoring.types import Problem, Scores, Stopped, Value, _, sentence

if TYPE_CHECKING:
    from scoring.game_parts.profile import Profile

MOST_HANDS = 1000
"""More than any sheet has."""


class TimeCallJson(TypedDict):
    """Time was called when so many hands stood on the sheet; `begun` says whether one was being played (left
    out: not known yet), `draws` whether level stays level (COM-TIME-1 to 3).
    """

    hands: int
    begun: NotRequired[bool]
    draws: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class TimeCall:
    """Time was called when so many hands stood on the sheet; `begun` says whether one was being played."""

    hands: int
    begun: bool | None = None
    """None while the table has not said: the hand is waited for."""
    draws: bool = False
    """Whether level stays level, as in groups; else further hands are played until somebody is ahead."""

    @property
    def last(self) -> int:
        """How many hands the sheet has once the hand that had begun is finished (COM-TIME-1)."""
        return self.hands + (self.begun is not False)

    def as_json(self) -> dict[str, int | bool]:
        """Write the call as the contract has it; `read_time_call` reads it back."""
        begun = {} if self.begun is None else {"begun": self.begun}
        return {"hands": self.hands, **begun, **({"draws": True} if self.draws else {})}


class Called(NamedTuple):
    """A call as one game of the sheet sees it."""

    call: TimeCall
    before: int
    """The hands of the games before: a call counts those of the whole sheet."""
    deciding: bool
    """COM-TIME-3: one hand, repeated while equal, its dealer drawn afresh each time."""

    def stop(self, profile: "Profile", hands: int, running: Scores) -> "Stop | None":
        """Return how the game counts after so many of its hands; None while more are to be played."""
        if not hands or self.before + hands < self.call.last:
            return None
        return deciding_stop(running) if self.deciding else stop_of(self.call, profile, running)


class Stop(NamedTuple):
    """How a game stopped by time counts, and for whom."""

    how: Stopped
    winner: int | None = None


def stop_of(call: TimeCall, profile: "Profile", running: Scores) -> Stop | None:
    """COM-TIME-2: the game in progress goes to the side ahead; None while it is level and played on."""
    if profile.options.get("time_unfinished") == "void":
        return Stop(Stopped.VOID)
    ahead = highest(running)
    if ahead is None:
        return Stop(Stopped.LEVEL) if call.draws else None
    return Stop(Stopped.WON, ahead)


def deciding_stop(running: Scores) -> Stop | None:
    """COM-TIME-3: one hand decides, repeated while it leaves them equal."""
    ahead = highest(running)
    return None if ahead is None else Stop(Stopped.WON, ahead)


def read_time_call(raw: object, where: str = "/time_called") -> tuple[TimeCall | None, list[Problem]]:
    """Read the call of a written sheet, or say what is wrong with it."""
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
