"""Schedules of a round robin for positions 1, 2, 3 …, and the resulting matches.

`berger` is the table of the FIDE handbook, C.05, Annex 1. In `circle` the first position is fixed, and the
others rotate by one. Position 1 meets the last position in the first turn and position 2 in the last turn, so
the strongest meet at the end. In `circle` some positions are at home in many consecutive turns, up to half of
all turns. `alternating_circle` has the same pairings in the same turns, but no position has more than three
home matches, or three away matches, in a row.

In all schedules the first position of a pairing is at home, and the numbers of home and away matches of each
position differ by at most one. With an odd number of entrants, the position whose opponent would be the
missing entrant has a bye, which is listed at the end of the turn.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.game_parts.profile import Option, choice
from scoring.types import _
from tournaments.competition.format_parts.round_names import label
from tournaments.competition.types import Label, Line, LineAfter, PlannedMatch, Source

# The simultaneous pairings (home, away) of one turn. A single position has a bye.
Turn = tuple[tuple[int, ...], ...]

Turns = tuple[Turn, ...]


def berger(entrants: int, legs: int = 1) -> Turns:
    """Return the Berger table of FIDE C.05, Annex 1.

    Before a second leg the last two turns are swapped, so that with six entrants nobody is at home three
    times in a row.
    """
    last = entrants + entrants % 2
    turns = [_berger_turn(turn, last) for turn in range(1, last)]
    if legs == 2:
        turns[-2:] = turns[:-3:-1]
    return _in_legs(turns, entrants, legs)


def _berger_turn(turn: int, last: int) -> Turn:
    middle = (turn + 1) // 2 + (0 if turn % 2 else last // 2)
    first = (middle, last) if turn % 2 else (last, middle)
    return first, *(
        (_wrapped(middle + step, last), _wrapped(middle - step, last)) for step in range(1, last // 2)
    )


def _wrapped(position: int, last: int) -> int:
    return (position - 1) % (last - 1) + 1


def circle(entrants: int, legs: int = 1) -> Turns:
    """Return the rounds of the circle method: the first position is fixed, the others rotate by one."""
    last = entrants + entrants % 2
    return _in_legs([_circle_turn(turn, last) for turn in range(1, last)], entrants, legs)


def _circle_turn(turn: int, last: int) -> Turn:
    first, *other_pairs = _ring(turn, last)
    return first if turn % 2 else first[::-1], *other_pairs


def _ring(turn: int, last: int) -> Turn:
    ring = [1, *range(last - turn + 2, last + 1), *range(2, last - turn + 2)]
    return tuple(zip(ring[: last // 2], reversed(ring[last // 2 :]), strict=True))


def alternating_circle(entrants: int, legs: int = 1) -> Turns:
    """Return the rounds of `circle` with at most three home or three away matches in a row per position."""
    last = entrants + entrants % 2
    rings = [_ring(turn, last) for turn in range(1, last)]
    turns = _once(rings, entrants) if legs == 1 else _twice(rings, entrants)
    return _in_legs(turns, entrants, legs)


def _once(rings: Sequence[Turn], entrants: int) -> list[Turn]:
    """Return the rounds of a single leg. The choice of the home sides balances home and away matches."""
    turns = [
        (ring[0], *(pair[::-1] if at > 2 and at % 2 else pair for at, pair in enumerate(ring) if at))
        for ring in rings
    ]
    beside = {pair[0] for turn in turns for pair in turn[1:] if pair[-1] == entrants + 1}
    return [
        (first[::-1] if (first[1] in beside if entrants % 2 else number % 2) else first, *other_pairs)
        for number, (first, *other_pairs) in enumerate(turns)
    ]


def _twice(rings: Sequence[Turn], entrants: int) -> list[Turn]:
    """Return the rounds of the first of two legs; the second leg balances home and away matches."""
    early = entrants % 4 != 1
    return [
        (
            first[::-1] if (number + early) // 2 % 2 else first,
            *(pair[::-1] if number % 2 else pair for pair in other_pairs),
        )
        for number, (first, *other_pairs) in enumerate(rings)
    ]


def _in_legs(turns: Sequence[Turn], entrants: int, legs: int) -> Turns:
    """Return the rounds of all legs. The second leg repeats the first with home and away swapped."""
    first = tuple(_without_missing(turn, entrants) for turn in turns)
    second = tuple(tuple(pairing[::-1] for pairing in turn) for turn in first)
    return first + second if legs == 2 else first


def _without_missing(turn: Turn, entrants: int) -> Turn:
    pairings = (tuple(position for position in pairing if position <= entrants) for pairing in turn)
    return tuple(sorted(pairings, key=len, reverse=True))


TURNS: Mapping[str, Callable[[int, int], Turns]] = {
    "berger": berger,
    "strongest_last": alternating_circle,
    "seeds_last": circle,
}

# Former schedules, which stored stages keep, each mapped to the schedule of new stages.
EARLIER = {"seeds_last": "strongest_last"}


def turns_option(default: str) -> Option:
    """Return the format option that selects the schedule of a round robin."""
    names = {"berger": _("Berger tables"), "strongest_last": _("The strongest meet last")}
    about = _("Who meets whom in which round; everybody meets everybody either way.")
    return choice("turns", _("Order of the rounds"), "", names, default, about=about, former=EARLIER)


class Schedule(NamedTuple):
    """The rounds of one group, and the line of the draw for each position."""

    turns: Turns
    lines: Sequence[int]
    group: str = ""


def planned(schedules: Sequence[Schedule], entrants: int) -> tuple[PlannedMatch, ...]:
    """Return the matches of all rounds; each may start once both entrants have played the previous round."""
    matches: list[PlannedMatch] = []
    before: dict[int, Label] = {}
    for turn in range(1, max(len(schedule.turns) for schedule in schedules) + 1):
        for number, (name, group, lines) in enumerate(_of_turn(schedules, turn), start=1):
            sources = tuple(_source(line, before.get(line)) for line in lines)
            beside = (Line(entrants + 1),) if len(lines) == 1 else ()
            matches.append(PlannedMatch(name, turn, number, sources + beside, group))
            before |= dict.fromkeys(lines, name)
    return tuple(matches)


def _of_turn(schedules: Iterable[Schedule], turn: int) -> Iterable[tuple[Label, str, tuple[int, ...]]]:
    """Yield the label, group and lines of each match of a round."""
    for schedule in schedules:
        pairings = schedule.turns[turn - 1] if turn <= len(schedule.turns) else ()
        for number, pairing in enumerate(pairings, start=1):
            lines = tuple(schedule.lines[position - 1] for position in pairing)
            yield label(turn, number, schedule.group), schedule.group, lines


def _source(line: int, before: Label | None) -> Source:
    return LineAfter(line, before) if before else Line(line)
