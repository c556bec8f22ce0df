"""Independent reference implementation of brackets: matches, entrants, and final places.

It shares no code with the rules under test. A match is identified by its label. A source describes how an
entrant comes to a match; it is a tuple (kind, entrant, label): ("line", 7, ""), ("after", 7, "R1.2"),
("winner", 0, "R1.2"), ("loser", 0, "R1.2").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

NOBODY, UNKNOWN = "nobody", "unknown"
Occupant = int | str
Source = tuple[str, Occupant, str]
# (how the match ended, index of the winning side).
Ending = tuple[str, int | None]
DEPARTURES = ("withdrawal", "disqualification")


@dataclass
class Part:
    """A round of a bracket: its matches, and the next rounds of its winners and of its losers."""

    labels: list[str]
    winners: "Part | None" = None
    losers: "Part | None" = None


@dataclass
class Bracket:
    """All matches of a bracket and, in a knockout, the tree of its rounds."""

    sources: dict[str, list[Source]] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    root: Part = field(default_factory=lambda: Part([]))
    final: str = ""

    def add(self, label: str, turn: int, *sources: Source) -> None:
        self.sources[label], self.rounds[label] = list(sources), turn

    def in_order(self) -> "Bracket":
        """Sort the matches by round, so that each follows the matches it depends on; return the bracket."""
        self.sources = dict(sorted(self.sources.items(), key=lambda each: self.rounds[each[0]]))
        return self


def next_power(number: int) -> int:
    """Return the bracket size for the given number of entrants, which is the next power of two."""
    size = 1
    while size < number:
        size *= 2
    return size


def halves(size: int) -> list[int]:
    """Return the lines of a bracket from top to bottom; lines 1 and 2 are in different halves."""
    if size == 1:
        return [1]
    return [line for best in halves(size // 2) for line in (best, size + 1 - best)]


def won(label: str) -> Source:
    """Return a source for a side of a match: the entrant is the winner of match `label`."""
    return ("winner", 0, label)


def lost(label: str) -> Source:
    """Return a source for a side of a match: the entrant is the loser of match `label`."""
    return ("loser", 0, label)


def on_line(lines: Sequence[int], number: int) -> Source:
    """Return a source for a side of a match: the entrant on draw line `number`, or NOBODY if it is empty."""
    return ("line", lines[number - 1] if number <= len(lines) else NOBODY, "")


def knockout(lines: Sequence[int], options: Mapping[str, object]) -> Bracket:
    """Return the bracket of a knockout, which may have placing matches or a consolation bracket."""
    size = next_power(len(lines))
    last = size.bit_length() - 1
    bracket = Bracket(final=f"R{last}.1")
    bracket.root = Part([])
    part = bracket.root
    for turn in range(1, last + 1):
        count = size >> turn
        if turn > 1:
            part.winners = Part([])
            part = part.winners
        for number in range(1, count + 1):
            part.labels.append(f"R{turn}.{number}")
            if turn == 1:
                above, below = halves(size)[2 * number - 2 : 2 * number]
                bracket.add(f"R1.{number}", 1, on_line(lines, above), on_line(lines, below))
            else:
                before = f"R{turn - 1}.{2 * number - 1}", f"R{turn - 1}.{2 * number}"
                bracket.add(f"R{turn}.{number}", turn, won(before[0]), won(before[1]))
        part.losers = _for_the_losers(bracket, turn, last, part.labels, options)
    return bracket.in_order()


def _for_the_losers(
    bracket: Bracket, turn: int, last: int, labels: list[str], options: Mapping[str, object]
) -> Part | None:
    played = [
        label
        for label in labels
        if all(occupant != NOBODY for _kind, occupant, _match in bracket.sources[label])
    ]
    rounds_left = last - turn
    if rounds_left == 1 and options.get("third_place"):
        return _play_off(bracket, [lost(label) for label in played], 3, turn + 1, "P", everybody=False)
    ranks = dict(zip(labels, halves(len(labels)), strict=True))
    losers = [lost(label) for label in sorted(played, key=lambda label: -ranks[label])]
    if rounds_left > 1 and options.get("placing"):
        return _play_off(bracket, losers, 2**rounds_left + 1, turn + 1, "P", everybody=True)
    if rounds_left > 1 and turn == 1 and options.get("consolation"):
        return _play_off(bracket, losers, 2**rounds_left + 1, turn + 1, "C", everybody=False)
    return None


def _play_off(
    bracket: Bracket, sources: list[Source], first: int, turn: int, letter: str, *, everybody: bool
) -> Part | None:
    """Add the matches of a knockout: the first entrant meets the last, and entrants with a bye advance."""
    if len(sources) < 2:
        return None
    size = next_power(len(sources))
    part = Part([])
    onward: dict[int, Source] = {}
    out: dict[int, Source] = {}
    for high, low in zip(halves(size)[::2], halves(size)[1::2], strict=True):
        onward[high] = sources[high - 1]
        if low <= len(sources):
            label = _name(letter, first, len(sources), len(part.labels) + 1)
            part.labels.append(label)
            bracket.add(label, turn, sources[high - 1], sources[low - 1])
            onward[high], out[low] = won(label), lost(label)
    better = [onward[rank] for rank in sorted(onward)]
    worse = [out[rank] for rank in sorted(out)] if everybody else []
    part.winners = _play_off(bracket, better, first, turn + 1, letter, everybody=everybody)
    part.losers = _play_off(bracket, worse, first + size // 2, turn + 1, letter, everybody=everybody)
    return part


def _name(letter: str, first: int, count: int, number: int) -> str:
    if letter == "C":
        return "C2" if count == 2 else f"C{next_power(count)}.{number}"
    return f"P{first}" if count == 2 else f"P{first}-{first + count - 1}.{number}"


def double_knockout(lines: Sequence[int], options: Mapping[str, object]) -> Bracket:
    """Return a double knockout: upper bracket, lower bracket, final, and with `reset` a second final."""
    size = next_power(len(lines))
    height = size.bit_length() - 1
    bracket = Bracket()
    for turn in range(1, height + 1):
        for number in range(1, (size >> turn) + 1):
            label = f"U{turn}.{number}"
            if turn == 1:
                above, below = halves(size)[2 * number - 2 : 2 * number]
                bracket.add(label, 1, on_line(lines, above), on_line(lines, below))
            else:
                before = f"U{turn - 1}.{2 * number - 1}", f"U{turn - 1}.{2 * number}"
                bracket.add(label, 2 * turn - 2, won(before[0]), won(before[1]))
    byes = [
        NOBODY in (occupant for _kind, occupant, _match in bracket.sources[f"U1.{n}"])
        for n in range(1, size // 2 + 1)
    ]
    waiting = [None if bye else lost(f"U1.{number}") for number, bye in enumerate(byes, start=1)]
    for turn in range(2, height + 1):
        waiting = _lower(bracket, 2 * turn - 3, waiting[::2], waiting[1::2])
        coming = [lost(f"U{turn}.{place + 1}") for place in crossed(size >> turn, turn)]
        waiting = _lower(bracket, 2 * turn - 2, coming, waiting)
    assert waiting[0] is not None
    bracket.add("F", 2 * height, won(f"U{height}.1"), waiting[0])
    bracket.final = "F"
    if options.get("reset"):
        bracket.add("F2", 2 * height + 1, ("rematch", 0, "F"), won("F"))
        bracket.final = "F2"
    return bracket.in_order()


def crossed(places: int, turn: int) -> list[int]:
    """Return the order in which losers enter the lower bracket, chosen so that rematches occur late."""
    order = list(range(places))
    block, digits = places, turn - 1
    while block > 1:
        if digits % 2:
            half = block // 2
            order = [
                each
                for start in range(0, places, block)
                for each in (*order[start + half : start + block], *order[start : start + half])
            ]
        block, digits = block // 2, digits // 2
    return order


def _lower(
    bracket: Bracket, turn: int, first: Sequence[Source | None], second: Sequence[Source | None]
) -> list[Source | None]:
    onward: list[Source | None] = []
    number = 0
    for one, other in zip(first, second, strict=True):
        if one is None or other is None:
            onward.append(one or other)
            continue
        number += 1
        bracket.add(f"L{turn}.{number}", turn + 1, one, other)
        onward.append(won(f"L{turn}.{number}"))
    return onward
