"""A stage's structure: which matches there are, and where each side of each comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.sentences import Sentence, _
from tournaments.types import EntrantId, KnownEntrant, Label, Nobody, Occupant, Side, Source

NO_OPPONENT = "no_opponent"
DOUBLE_WALKOVER = "double_walkover"
WITHDRAWAL = "withdrawal"
DISQUALIFICATION = "disqualification"
NO_LOSER = "no_loser"
DECIDED = "decided"

BYE_REASONS: Mapping[str, str] = {
    NO_OPPONENT: _("Bye: the draw gives no opponent in this round."),
    DOUBLE_WALKOVER: _("Bye: nobody won the match the opponent would have come from."),
    WITHDRAWAL: _("Bye: the opponent has left the tournament."),
    DISQUALIFICATION: _("Bye: the opponent was disqualified."),
    NO_LOSER: _("Bye: nobody lost the match the opponent would have come from."),
    DECIDED: _("Not played: the final decided it, and its winner had lost to nobody."),
}


def bye_sentence(reason: str) -> Sentence:
    """Say why a side has no opponent."""
    return Sentence(BYE_REASONS[reason])


class PlannedMatch(NamedTuple):
    """A match of the structure: its place in it, and where its sides come from, in seating order."""

    label: Label
    round: int
    number: int
    sources: tuple[Source, ...]
    group: str = ""
    """The key of its group, where a stage has several."""


class Group(NamedTuple):
    """Entrants who have standings of their own: A, B …, in the order of their lines."""

    key: str
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True)
class Plan:
    """A stage's structure: entrants on their lines, matches in playing order, the one that decides it."""

    entrants: tuple[EntrantId, ...]
    matches: tuple[PlannedMatch, ...]
    rounds: int
    final: Label | None = None
    """None where the standings decide."""
    groups: tuple[Group, ...] = ()
    """Each with standings of its own; none where all play in one."""

    def on_line(self, number: int) -> Occupant:
        """Who stands on a line of the draw."""
        return (
            KnownEntrant(self.entrants[number - 1]) if number <= len(self.entrants) else Nobody(NO_OPPONENT)
        )


class PlannedSlot(NamedTuple):
    """One side of a match, where it gets its entrant from, and who is known to come."""

    match: Label
    side: Side
    source: Source
    expected: EntrantId | None = None
