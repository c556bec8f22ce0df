"""Who is in a stage beside those of its draw: who has left it, who came back, who entered late.

Each change is a fact under its number among the outcomes of the stage; the latest of each team counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from tournaments.format_parts.plan import DISQUALIFICATION, WITHDRAWAL
from tournaments.types import EntrantId, Points

RETURN = "return"
LATE = "late"
SUBSTITUTE = "substitute"
LEAVING = frozenset({WITHDRAWAL, DISQUALIFICATION})
"""How one leaves: of one's own will, or sent away. They are the reasons of the byes that leaves."""


class Change(NamedTuple):
    """A change of who is in: a word of this module, about whom, and what the rounds missed are worth."""

    kind: str
    entrant: EntrantId
    points: Points = Points(0)


@dataclass(frozen=True)
class Roster:
    """Who has left and how, and who entered late, in that order, with what the rounds missed are worth."""

    gone: Mapping[EntrantId, str] = field(default_factory=dict)
    late: Mapping[EntrantId, Points] = field(default_factory=dict)


def roster_of(changes: Iterable[Change]) -> Roster:
    """Fold the changes of a stage, in their order."""
    gone: dict[EntrantId, str] = {}
    late: dict[EntrantId, Points] = {}
    for change in changes:
        if change.kind in LEAVING:
            gone[change.entrant] = change.kind
        elif change.kind == RETURN:
            gone.pop(change.entrant, None)
        elif change.kind == LATE:
            late[change.entrant] = change.points
    return Roster(gone, late)


def stood_at(changes: Sequence[tuple[datetime, bool]], moment: datetime | None) -> bool:
    """Return whether a player stood in a team at a moment, or still does.

    `changes` are when they came (true) or went, in order; who went first had been there from the start.
    """
    there = not (changes and changes[0][1])
    for at, came in changes:
        if moment is None or at <= moment:
            there = came
    return there
