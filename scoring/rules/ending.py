"""When a game is over, and who has won it (COM-2); a game with its own way to end says so in its file."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from scoring.types import Scores

if TYPE_CHECKING:
    from scoring.rules.card_game import Moment
    from scoring.rules.hand import Hand


class Reached(NamedTuple):
    """Where a hand left the game: the totals, those of every part, and how many hands were dealt."""

    running: Scores
    parts: Mapping[str, Scores]
    dealt: int


class Ended(NamedTuple):
    """The game is over; it has no winner when the best are equal and share."""

    winner: int | None


def at_the_target(_hand: "Hand", moment: "Moment", reached: Reached) -> Ended | None:
    """COM-2: over when one side has reached the target with more than anybody else."""
    winner = ahead_at(reached.running, moment.target)
    return None if winner is None else Ended(winner)


def ahead_at(running: Scores, target: int) -> int | None:
    """Return the side that reached the target with more than anybody else."""
    return highest(running) if max(running) >= target else None


def highest(running: Scores) -> int | None:
    """Return the side that has more than anybody else."""
    best = max(running)
    return running.index(best) if running.count(best) == 1 else None
