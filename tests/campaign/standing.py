"""Independent reference implementation of the matches of a stage: their entrants and states."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.campaign.brackets import DEPARTURES, NOBODY, UNKNOWN, Bracket, Occupant, Source
from tests.campaign.counting import Game

Sides = dict[str, list[Occupant]]


class End(NamedTuple):
    """The outcome of a match: how it ended, the winning side, and the games."""

    how: str
    winner: int | None = None
    games: tuple[Game, ...] = ()


@dataclass
class Standing:
    """A stage: its entrants by line, and its matches with their outcomes."""

    form: str
    options: Mapping[str, Any]
    lines: list[int]
    seats: int
    sources: dict[str, list[Source]] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    bracket: Bracket | None = None
    # How each match ended, after corrections.
    counts: dict[str, End] = field(default_factory=dict)
    # The ends by which entrants went on to later matches.
    moves: dict[str, End] = field(default_factory=dict)
    # Matches reopened while their entrants stayed in the later matches.
    reopened: set[str] = field(default_factory=set)
    # Matches with a hand on the sheet.
    hands: set[str] = field(default_factory=set)
    # Entrants that left the stage, and how.
    departures: dict[int, str] = field(default_factory=dict)
    # Entrants that would be in a match if they had not left.
    departures_by_match: dict[str, list[int]] = field(default_factory=dict)

    def play(self, label: str, end: End) -> None:
        """Record the outcome of a match that was played or awarded."""
        self.counts[label] = end
        if end.how == "result":
            self.hands.add(label)
        if label not in self.reopened:
            self.moves[label] = end
        self.reopened.discard(label)

    def correct(self, label: str, end: End | None, *, stays: bool) -> bool:
        """Correct or reopen a match; return False if the director must decide something first."""
        moves = {each: how for each, how in self.moves.items() if each != label}
        if end is not None:
            moves[label] = end
        elif self.bracket is None:
            moves[label] = self.moves[label]  # a match that only waited for this end does not wait longer
        before, after = self.fold()[0], self.fold(moves)[0]
        moved = [each for each in before if before[each] != after[each]]
        changed = end is None or end[:2] != self.counts[label][:2]
        looked_at = self._fed(label, before) if changed else moved
        if moved and not stays and any(map(self._begun, [*moved, *looked_at])):
            return False
        self.reopened.discard(label)
        if moved and stays:
            self.reopened |= {label} if end is None else set()
        else:
            self.moves = moves
        del self.counts[label]
        if end is not None:
            self.counts[label] = end
        return True

    def _begun(self, label: str) -> bool:
        return label in self.hands or label in self.counts or label in self.reopened

    def _fed(self, label: str, sides_by_match: Sides) -> list[str]:
        fed = [
            each
            for each, sources in self.sources.items()
            if any(kind not in ("line", "after") and before == label for kind, _entrant, before in sources)
        ]
        through = [
            each for each in fed if NOBODY in sides_by_match[each] and UNKNOWN not in sides_by_match[each]
        ]
        return fed + [further for each in through for further in self._fed(each, sides_by_match)]

    def fold(self, moves: Mapping[str, End] | None = None) -> tuple[Sides, set[str]]:
        """Return the entrants of each match, and the labels of the matches ready to be played."""
        moves = self.moves if moves is None else moves
        sides_by_match: Sides = {}
        ready: set[str] = set()
        finished: set[tuple[str, Occupant]] = set()
        self.departures_by_match = {}
        for label, sources in self.sources.items():
            sides_by_match[label] = [
                self._stands(came_from(source, sides_by_match, moves), label, moves) for source in sources
            ]
            if (
                self.departures_by_match.get(label)
                and set(sides_by_match[label]) == {NOBODY}
                and self._played_after(label, moves)
            ):
                last = [entrant for entrant in self.departures if entrant in self.departures_by_match[label]][
                    -1
                ]
                occupants = [came_from(source, sides_by_match, moves) for source in sources]
                sides_by_match[label] = [occupant if occupant == last else NOBODY for occupant in occupants]
                self.departures_by_match[label].remove(last)
            free = [kind != "after" or (before, entrant) in finished for kind, entrant, before in sources]
            stand = [
                occupant
                for occupant, is_free in zip(sides_by_match[label], free, strict=True)
                if is_free or occupant == NOBODY
            ]
            if len(stand) == len(free) and UNKNOWN not in stand:
                ready.add(label)
            if label in moves or (label in ready and NOBODY in sides_by_match[label]):
                finished |= {(label, occupant) for occupant in stand}
        return sides_by_match, ready

    def _played_after(self, label: str, moves: Mapping[str, End]) -> bool:
        """Return whether the winner of the given match has played a later match that has a result."""
        after = [each for each, sources in self.sources.items() if ("winner", 0, label) in sources]
        return any(each in moves or self._played_after(each, moves) for each in after)

    def _stands(self, occupant: Occupant, label: str, moves: Mapping[str, End]) -> Occupant:
        """Return the entrant, or NOBODY if the entrant withdrew before the result and has no bye."""
        by_draw = any(kind == "line" and entrant == NOBODY for kind, entrant, _match in self.sources[label])
        open_again = self.bracket is None and label not in self.counts
        rests = by_draw and not any(
            occupant in departures for departures in self.departures_by_match.values()
        )
        if occupant not in self.departures or (label in moves and not open_again) or rests:
            return occupant
        assert isinstance(occupant, int)
        self.departures_by_match.setdefault(label, []).append(occupant)
        return NOBODY

    def states(self) -> dict[str, tuple[list[Occupant], str]]:
        """Return the entrants and the state of each match."""
        sides_by_match, ready = self.fold()
        return {label: (sides, self._state(label, sides, ready)) for label, sides in sides_by_match.items()}

    def _state(self, label: str, sides: list[Occupant], ready: set[str]) -> str:
        if label in self.counts:
            return "confirmed" if self.counts[label].how == "result" else "walkover"
        if label not in ready:
            return "waiting"
        if NOBODY in sides:
            return "bye"
        return "playing" if label in self.hands else "ready"


def came_from(source: Source, sides_by_match: Sides, moves: Mapping[str, End]) -> Occupant:
    """Return the entrant that a source identifies, such as the winner of a match."""
    kind, entrant, before = source
    if kind in ("line", "after"):
        return entrant
    occupants = sides_by_match[before]
    if UNKNOWN in occupants:
        return UNKNOWN
    if NOBODY in occupants:
        present = [occupant for occupant in occupants if occupant != NOBODY]
        return present[0] if present and kind == "winner" else NOBODY
    if before not in moves:
        return UNKNOWN
    how, winner, _games = moves[before]
    if winner is None or (kind != "winner" and how in DEPARTURES) or (kind == "rematch" and winner != 1):
        return NOBODY
    return occupants[winner] if kind == "winner" else occupants[1 - winner]
