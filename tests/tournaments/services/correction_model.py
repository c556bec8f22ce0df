"""What corrections should do to a stage, written once more and plainly: dictionaries, no table, no database.

It is told what happens and says who then stands in every match, what state it is in, and what everybody has
won. It shares no code with what it is compared with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

NOBODY, UNKNOWN = "nobody", "unknown"
GONE = ("withdrawal", "disqualification")
Source = tuple[str, int, str]
"""(line, after, winner or loser; the entrant; the match), as much of it as the kind needs."""
Ending = tuple[str, int | None]
"""(how the match ended, who won it)."""


@dataclass
class Model:
    """A stage: where the sides of each match come from, and what has happened to it."""

    sources: dict[str, Sequence[Source]] = field(default_factory=dict)
    counts: dict[str, Ending] = field(default_factory=dict)
    """How each match ended, as corrected."""
    moves: dict[str, Ending] = field(default_factory=dict)
    """By which ending its entrants went on."""
    held: set[str] = field(default_factory=set)
    """Given back to its table, and who had gone on stays there."""
    hands: set[str] = field(default_factory=set)
    """With a hand on its sheet."""

    def sides(self, moves: dict[str, Ending] | None = None) -> dict[str, list[int | str]]:
        """Who stands in each match: an entrant, nobody for good, or not known yet."""
        moves = self.moves if moves is None else moves
        there: dict[str, list[int | str]] = {}
        for label, sources in self.sources.items():
            there[label] = [self._from(source, there, moves) for source in sources]
        return there

    def _from(self, source: Source, there: dict[str, list[int | str]], moves: dict[str, Ending]) -> int | str:
        kind, entrant, before = source
        if kind in ("line", "after"):
            return entrant
        came = there[before]
        if UNKNOWN in came:
            return UNKNOWN
        if NOBODY in came:
            present = [who for who in came if who != NOBODY]
            return present[0] if present and kind == "winner" else NOBODY
        if before not in moves:
            return UNKNOWN
        ending, winner = moves[before]
        if winner is None or (kind == "loser" and ending in GONE):
            return NOBODY
        return came[winner] if kind == "winner" else came[1 - winner]

    def waits(self, label: str) -> bool:
        """Whether somebody still has to come, or plays the match before."""
        there = self.sides()
        after = [before for kind, _who, before in self.sources[label] if kind == "after"]
        played = [before for before in after if NOBODY not in there[before]]
        return UNKNOWN in there[label] or any(before not in self.moves for before in played)

    def state(self, label: str) -> str:
        """The state of a match."""
        if self.waits(label):
            return "waiting"
        if NOBODY in self.sides()[label]:
            return "bye"
        if label in self.counts:
            return "confirmed" if self.counts[label][0] == "result" else "walkover"
        return "playing" if label in self.hands else "ready"

    def begun(self, label: str) -> bool:
        """Whether a match keeps its entrants, whatever becomes of those before."""
        return label in self.hands or label in self.counts or label in self.held

    def play(self, label: str, ending: Ending) -> None:
        """A match ends, played or given."""
        self.counts[label] = ending
        if label not in self.held:
            self.moves[label] = ending
        self.held.discard(label)

    def correct(self, label: str, ending: Ending | None, *, stays: bool) -> bool:
        """What stands is put right, or given back to the table; False where the director has to decide."""
        moves = {each: how for each, how in self.moves.items() if each != label}
        if ending is not None:
            moves[label] = ending
        elif any(kind == "after" for sources in self.sources.values() for kind, *_rest in sources):
            moves[label] = self.moves[label]  # who only waited for its end waits no longer
        before, after = self.sides(), self.sides(moves)
        moved = [each for each in before if before[each] != after[each]]
        looked_at = self._fed(label, before) if ending != self.counts[label] else moved
        if moved and not stays and any(map(self.begun, [*moved, *looked_at])):
            return False
        self.held.discard(label)
        if moved and stays:
            self.held |= {label} if ending is None else set()
        else:
            self.moves = moves
        del self.counts[label]
        if ending is not None:
            self.counts[label] = ending
        return True

    def _fed(self, label: str, there: dict[str, list[int | str]]) -> list[str]:
        fed = [
            each
            for each, sources in self.sources.items()
            if any(kind in ("winner", "loser") and before == label for kind, _who, before in sources)
        ]
        through = [each for each in fed if NOBODY in there[each] and UNKNOWN not in there[each]]
        return fed + [further for each in through for further in self._fed(each, there)]

    def won(self) -> dict[int, int]:
        """How many matches each entrant has won; a bye is no match."""
        found: dict[int, int] = {}
        for label, (_ending, winner) in self.counts.items():
            if winner is not None:
                who = self.sides()[label][winner]
                assert isinstance(who, int)
                found[who] = found.get(who, 0) + 1
        return found
