"""Values of the rules of a stage: entrants, slots and their sources, outcomes, planned matches.

Numbers are integers and fractions. This module knows no format and no card game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, NamedTuple, NewType

from scoring.types import Sentence, _

EntrantId = NewType("EntrantId", str)
"""Who enters, by an id that means nothing: names may change, ids do not."""

Label = str
"""The name of a match within its stage: R1.1, P3."""

Side = int
"""0, 1 and, where more than two sit at a table, 2, 3 …: in seating order."""

Pairing = tuple[EntrantId, ...]
"""Who meets whom; one alone has the bye."""

Points = Fraction


class Entrant(NamedTuple):
    """Who enters a draw, as which seed, 1 strongest, and of which club; without a seed the lot decides."""

    id: EntrantId
    seed: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The slot of whoever the draw put on this line; a line nobody stands on gives a bye."""

    kind: ClassVar[str] = "line"
    number: int


@dataclass(frozen=True, slots=True)
class LineAfter:
    """The slot of whoever the draw put on this line, once that match is over, however it ended."""

    kind: ClassVar[str] = "after"
    number: int
    match: Label


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The slot of whoever wins that match."""

    kind: ClassVar[str] = "winner"
    match: Label


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The slot of whoever loses that match."""

    kind: ClassVar[str] = "loser"
    match: Label


@dataclass(frozen=True, slots=True)
class RematchOf:
    """The slot of that match's first side if it lost it, its first defeat; else of nobody: it is decided."""

    kind: ClassVar[str] = "rematch"
    match: Label


Source = Line | LineAfter | WinnerOf | LoserOf | RematchOf
"""Where a slot gets its entrant from."""

_FROM_A_MATCH: Mapping[str, type[WinnerOf] | type[LoserOf] | type[RematchOf]] = {
    source.kind: source for source in (WinnerOf, LoserOf, RematchOf)
}


def read_source(kind: str, line: int | None, match: Label | None) -> Source:
    """Turn the stored words back into a source."""
    if kind == Line.kind and line is not None:
        return Line(line)
    if kind == LineAfter.kind and line is not None and match:
        return LineAfter(line, match)
    if kind in _FROM_A_MATCH and match:
        return _FROM_A_MATCH[kind](match)
    raise ValueError(f"no source is stored as {kind!r}, line {line!r}, match {match!r}")


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody knows yet who will stand here."""


@dataclass(frozen=True, slots=True)
class Expected:
    """This entrant will stand here as soon as its match before is over."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class KnownEntrant:
    """This entrant stands here."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Nobody:
    """No entrant will ever take this slot. `reason` is a code of this module, such as NO_OPPONENT."""

    reason: str


Occupant = Unknown | Expected | KnownEntrant | Nobody
STANDING = (KnownEntrant, Expected)
"""Who is known, be it that a match before is still to end."""

Sides = tuple[Occupant, ...]
"""Who stands on each side of a match, in seating order."""

UNKNOWN = Unknown()


def read_occupant(resolved: bool, entrant: EntrantId | None, reason: str) -> Occupant:
    """Turn the stored words back into who stands in a slot."""
    if entrant is not None:
        return KnownEntrant(entrant) if resolved else Expected(entrant)
    return Nobody(reason) if resolved else UNKNOWN


@dataclass(frozen=True, slots=True)
class Result:
    """The match was played: its winner, none if it ended level, and the final score of each game.

    `winners` says who won each game: a lost claim gives it to the lower score. Without it the higher won.
    """

    kind: ClassVar[str] = "result"
    winner: Side | None
    games: tuple[tuple[int, ...], ...] = ()
    reason: str = ""
    winners: tuple[Side | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Walkover:
    """COM-WO-1: given to who was present; the other sides have what a loser has."""

    kind: ClassVar[str] = "walkover"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """COM-WO-1: given to who stayed; the side that left plays no later match."""

    kind: ClassVar[str] = "withdrawal"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Disqualification:
    """Given to the other side: who was sent away plays no later match and takes no slot of a loser."""

    kind: ClassVar[str] = "disqualification"
    winner: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DoubleWalkover:
    """Nobody was there: nobody wins, and both are losers like any other."""

    kind: ClassVar[str] = "double_walkover"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class DoubleDisqualification:
    """All were sent away: nobody wins and nobody goes on, not even as a loser."""

    kind: ClassVar[str] = "double_disqualification"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Annulled:
    """The match is taken out of the standings: as if it had never been on the list."""

    kind: ClassVar[str] = "annulled"
    reason: str = ""
    winner: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Bye:
    """No opponent: the one who is there passes on, or nobody does."""

    kind: ClassVar[str] = "bye"
    winner: Side | None
    reason: str = ""


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
"""How a match ended: one of these and nothing else."""


def read_outcome(
    kind: str,
    winner: Side | None,
    games: Sequence[Sequence[int]] = (),
    reason: str = "",
    winners: Sequence[Side | None] = (),
) -> Outcome:
    """Turn the stored words back into an outcome."""
    if kind == Result.kind:
        return Result(winner, tuple(map(tuple, games)), reason, tuple(winners))
    if kind == Bye.kind:
        return Bye(winner, reason)
    if kind in _GIVEN_TO_NOBODY and winner is None:
        return _GIVEN_TO_NOBODY[kind](reason)
    if kind in _GIVEN and winner is not None:
        return _GIVEN[kind](winner, reason)
    raise ValueError(f"no outcome is stored as {kind!r} with winner {winner!r}")


_GIVEN: Mapping[str, type[Walkover] | type[Withdrawal] | type[Disqualification]] = {
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


class Scene(StrEnum):
    """What fills the wall."""

    TABLES = "tables"
    DRAW = "draw"
    STANDINGS = "standings"
    CHAMPIONS = "champions"


MOST_POINTS = 10_000
MOST_EVENTS = 100
"""What a circuit has at most: points for a place, tournaments."""


class Counted(StrEnum):
    """Whose points are added up: each person's, or those that the same two made together."""

    PLAYERS = "players"
    PAIRS = "pairs"


class Sharing(StrEnum):
    """What a shared place is worth: its part of the points of all the places it takes, or its own in full."""

    SPLIT = "split"
    FULL = "full"
