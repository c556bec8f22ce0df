"""A stage's structure: its matches, where each side of them comes from, the lines of entrants and their byes.

Lines meet 1 v 16, 8 v 9, 4 v 13, 5 v 12, 2 v 15 …: 1 and 2 in the final only, 1 to 4 in the semifinals at the
earliest. With fewer entrants than lines the last lines stay empty, and they face the first ones: byes go to
the best seeds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.types import Sentence, _
from tournaments.types import Entrant, EntrantId, KnownEntrant, Label, Nobody, Occupant, Side, Source

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


def bracket_size(entrants: int) -> int:
    """How many lines the bracket has: the next power of two."""
    return 1 << (entrants - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """The lines from the top of the bracket to the bottom; each two neighbours meet in the first round."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(line for strong in order for line in (strong, total - strong))
    return order


def seeded_first(entrants: Sequence[Entrant]) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    """Those with a seed, strongest first, and the others in the order given."""
    seeded = sorted((entrant.seed, entrant.id) for entrant in entrants if entrant.seed is not None)
    others = tuple(entrant.id for entrant in entrants if entrant.seed is None)
    return tuple(identity for _seed, identity in seeded), others


def lines_by_seeds(entrants: Sequence[Entrant]) -> tuple[EntrantId, ...]:
    """Draw by seeds: the seeded on the first lines, the others behind them in the order of entry."""
    seeded, others = seeded_first(entrants)
    return seeded + others
