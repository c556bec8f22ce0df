"""Value types of the rules of a stage: entrants, slots and their sources, outcomes, planned matches.

Numbers are integers and fractions. This module does not depend on any format or card game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, NamedTuple, NewType

from scoring.types import Sentence, _

# The identity of an entrant, without a meaning: names may change, ids do not.
EntrantId = NewType("EntrantId", str)

# The name of a match within its stage: R1.1, P3.
Label = str

# The number of a side in seating order: 0, 1 and, if more than two sides sit at a table, 2, 3 …
Side = int

# The entrants of one match in seating order. A single entrant has a bye.
Pairing = tuple[EntrantId, ...]

Points = Fraction


class Entrant(NamedTuple):
    """An entrant of a draw, its seed (1 is the strongest; None if drawn by lot) and its club."""

    id: EntrantId
    seed: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Source of a slot: the entrant on this line of the draw; a line without an entrant gives a bye."""

    kind: ClassVar[str] = "line"
    number: int


@dataclass(frozen=True, slots=True)
class LineAfter:
    """Source of a slot: the entrant on this line of the draw, once `match` is over, whatever its outcome."""

    kind: ClassVar[str] = "after"
    number: int
    match: Label


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Source of a slot: the winner of `match`."""

    kind: ClassVar[str] = "winner"
    match: Label


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Source of a slot: the loser of `match`."""

    kind: ClassVar[str] = "loser"
    match: Label


@dataclass(frozen=True, slots=True)
class RematchOf:
    """Source of a slot: the first side of `match` if it lost, else nobody. Used for a second final."""

    kind: ClassVar[str] = "rematch"
    match: Label


# The origin of the entrant of a slot.
Source = Line | LineAfter | WinnerOf | LoserOf | RematchOf

_FROM_A_MATCH: Mapping[str, type[WinnerOf] | type[LoserOf] | type[RematchOf]] = {
    source.kind: source for source in (WinnerOf, LoserOf, RematchOf)
}


def read_source(kind: str, line: int | None, match: Label | None) -> Source:
    """Return the source of a slot from its stored values; raise ValueError if they are invalid."""
    if kind == Line.kind and line is not None:
        return Line(line)
    if kind == LineAfter.kind and line is not None and match:
        return LineAfter(line, match)
    if kind in _FROM_A_MATCH and match:
        return _FROM_A_MATCH[kind](match)
    raise ValueError(f"no source is stored as {kind!r}, line {line!r}, match {match!r}")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A slot whose entrant is not known yet."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A slot whose entrant is known but has not yet finished its previous match."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class KnownEntrant:
    """A slot whose entrant is known and is not waiting for the end of another match."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Nobody:
    """A slot that no entrant will ever take. `reason` is a code of this module, such as NO_OPPONENT."""

    reason: str


Occupant = Unknown | Expected | KnownEntrant | Nobody
# Occupants whose entrant is known, even if its previous match is not over.
STANDING = (KnownEntrant, Expected)

# The occupant of each side of a match, in seating order.
Sides = tuple[Occupant, ...]

UNKNOWN = Unknown()


def read_occupant(resolved: bool, entrant: EntrantId | None, reason: str) -> Occupant:
    """Return the occupant of a slot from its stored values."""
    if entrant is not None:
        return KnownEntrant(entrant) if resolved else Expected(entrant)
    return Nobody(reason) if resolved else UNKNOWN


@dataclass(frozen=True, slots=True)
class Result:
    """A played match: its winner (None if the match ended level) and the final score of each game.

    `winners` contains the winner of each game, who may have the lower score after a lost claim. If `winners`
    is empty, the higher score won each game.
    """

    kind: ClassVar[str] = "result"
    winner: Side | None
    games: tuple[tuple[int, ...], ...] = ()
    reason: str = ""
    winners: tuple[Side | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkover:
    """A walkover (COM-WO-1): the side that was present wins, and the other sides count as losers."""

    kind: ClassVar[str] = "walkover"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A withdrawal (COM-WO-1): the side that stayed wins; the side that left plays no later match."""

    kind: ClassVar[str] = "withdrawal"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Disqualification:
    """A disqualification: the other side wins; the disqualified side plays no later match."""

    kind: ClassVar[str] = "disqualification"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DoubleWalkover:
    """A double walkover: no side was present, each side gets a loss, and no side advances."""

    kind: ClassVar[str] = "double_walkover"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class DoubleDisqualification:
    """A double disqualification: no side wins, and no side advances, not even as a loser."""

    kind: ClassVar[str] = "double_disqualification"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Annulled:
    """An annulled match, which does not count in the standings, as if it had never been planned."""

    kind: ClassVar[str] = "annulled"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A bye: the entrant advances without playing. `winner` is None if both sides are empty."""

    kind: ClassVar[str] = "bye"
    winner: Side | None
    reason: str = ""


# The end of a match: exactly one of these types.
Outcome = (
    Result
    | Walkover
    | Withdrawal
    | Disqualification
    | DoubleWalkover
    | DoubleDisqualification
    | Annulled
    | Bye
)


def read_outcome(
    kind: str,
    winner: Side | None,
    games: Sequence[Sequence[int]] = (),
    reason: str = "",
    winners: Sequence[Side | None] = (),
) -> Outcome:
    """Return the outcome of a match from its stored values; raise ValueError if they are invalid."""
    if kind == Result.kind:
        return Result(winner, tuple(map(tuple, games)), reason, tuple(winners))
    if kind == Bye.kind:
        return Bye(winner, reason)
    if kind in _GIVEN_TO_NOBODY and winner is None:
        return _GIVEN_TO_NOBODY[kind](reason)
    if kind in _WITHOUT_PLAY and winner is not None:
        return _WITHOUT_PLAY[kind](winner, reason)
    raise ValueError(f"no outcome is stored as {kind!r} with winner {winner!r}")


_WITHOUT_PLAY: Mapping[str, type[Walkover] | type[Withdrawal] | type[Disqualification]] = {
    outcome.kind: outcome for outcome in (Walkover, Withdrawal, Disqualification)
}
_GIVEN_TO_NOBODY: Mapping[str, type[DoubleWalkover] | type[DoubleDisqualification] | type[Annulled]] = {
    outcome.kind: outcome for outcome in (DoubleWalkover, DoubleDisqualification, Annulled)
}


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
    """Return the sentence that explains the bye."""
    return Sentence(BYE_REASONS[reason])


class PlannedMatch(NamedTuple):
    """A match of the structure: its label, round, number and group, and its sources in seating order."""

    label: Label
    round: int
    number: int
    sources: tuple[Source, ...]
    # The key of its group, empty if the stage has no groups.
    group: str = ""


class Group(NamedTuple):
    """A group with its own standings: its key (A, B …) and its entrants in the order of their lines."""

    key: str
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True)
class Plan:
    """The structure of a stage: the entrants by line, the matches in playing order, and the final."""

    entrants: tuple[EntrantId, ...]
    matches: tuple[PlannedMatch, ...]
    rounds: int
    # None if the standings decide the stage.
    final: Label | None = None
    # The groups, each with its own standings; empty if all entrants share one table of standings.
    groups: tuple[Group, ...] = ()

    def on_line(self, number: int) -> Occupant:
        """Return the occupant of a line of the draw, counted from 1."""
        return (
            KnownEntrant(self.entrants[number - 1]) if number <= len(self.entrants) else Nobody(NO_OPPONENT)
        )


class PlannedSlot(NamedTuple):
    """One side of a match: its source, and the expected entrant, if known."""

    match: Label
    side: Side
    source: Source
    expected: EntrantId | None = None


class Scene(StrEnum):
    """The kind of view that the wall screen shows."""

    TABLES = "tables"
    DRAW = "draw"
    STANDINGS = "standings"
    CHAMPIONS = "champions"


# The maximum of points for a place of a circuit.
MOST_POINTS = 10_000
# The maximum number of tournaments of a circuit.
MOST_EVENTS = 100


class Counted(StrEnum):
    """The kind of row in a circuit's standings: a player, or a pair of players that played together."""

    PLAYERS = "players"
    PAIRS = "pairs"


class Sharing(StrEnum):
    """The rule for shared places: each entrant gets an equal share of the points, or the full points."""

    SPLIT = "split"
    FULL = "full"
