"""Rounds at mixed tables: in each round everybody meets as many new opponents as possible.

The standings decide. The plan of all rounds is made at the draw, only from the order of the lines:

1. Byes: if the entrants do not fill the tables, the remaining entrants have a bye, from the last line
   upwards, and the next round continues there. So nobody has two byes before everybody has had one.
2. A first seating: the present lines form as many columns as a table has seats, and each column moves on by
   its own number of tables from round to round. In the first round the best seeds sit apart.
3. If that seating repeats meetings, others are tried: every other step of the columns, and a seating that
   fills one table after the other with the line that has met the others there least often. In each seating
   two people swap places as long as this reduces repeated meetings. The seating with the fewest is used, the
   first of equals.

No pairing waits for a result: a match may start as soon as its entrants have finished the round before, so a
quick table need not wait for a slow one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, cast

from scoring.game_parts.profile import number
from scoring.types import _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, always
from tournaments.competition.format_parts.round_names import label
from tournaments.competition.standings.qualifying import ADVANCE
from tournaments.competition.types import EntrantId, Label, Line, LineAfter, Plan, PlannedMatch, Source

# The lines that sit at a table.
Table = list[int]

# The number of meetings of each line with the other lines.
Meetings = Sequence[Counter[int]]

# The maximum number of tables for which other steps of the columns are tried.
MOST_STEPS = 12


class Seating(NamedTuple):
    """The tables and the byes of one round, as line numbers of the draw."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


@lru_cache(maxsize=64)
def seatings(entrants: int, sides: int, rounds: int) -> tuple[Seating, ...]:
    """Return the tables and byes of all rounds of a stage."""
    meetings: list[Counter[int]] = [Counter() for _line in range(entrants + 1)]
    planned = []
    for turn in range(rounds):
        resting = _resting(entrants, sides, turn)
        present = [line for line in range(1, entrants + 1) if line not in resting]
        tables = _seated(present, sides, turn, meetings)
        for first, second in _pairs(tables):
            meetings[first][second] += 1
            meetings[second][first] += 1
        planned.append(
            Seating(tuple(sorted(tuple(sorted(table)) for table in tables)), tuple(sorted(resting)))
        )
    return tuple(planned)


def _resting(entrants: int, sides: int, turn: int) -> frozenset[int]:
    over = entrants % sides
    return frozenset(entrants - (turn * over + place) % entrants for place in range(over))


def _seated(present: Sequence[int], sides: int, turn: int, meetings: Meetings) -> list[Table]:
    """Return the seating with the fewest repeated meetings, or the first seating without any."""
    best, fewest = [], -1
    for tables in _candidate_seatings(present, sides, turn, meetings):
        _change_places(tables, meetings)
        repeated = _repeated(tables, meetings)
        if fewest < 0 or repeated < fewest:
            best, fewest = tables, repeated
        if not repeated:
            break
    return best


def _candidate_seatings(
    present: Sequence[int], sides: int, turn: int, meetings: Meetings
) -> Iterator[list[Table]]:
    tables = len(present) // sides
    steps = [turn % tables, *range(min(tables, MOST_STEPS))]
    for step in dict.fromkeys(steps):
        yield _in_columns(present, tables, step)
    yield _one_by_one(present, sides, meetings)


def _in_columns(present: Sequence[int], tables: int, step: int) -> list[Table]:
    columns = [present[start : start + tables] for start in range(0, len(present), tables)]
    return [
        [column[(table + step * place) % tables] for place, column in enumerate(columns)]
        for table in range(tables)
    ]


def _one_by_one(present: Sequence[int], sides: int, meetings: Meetings) -> list[Table]:
    remaining, tables = list(present), []
    while remaining:
        table = [remaining.pop(0)]
        while len(table) < sides:
            table.append(remaining.pop(_least_met(remaining, table, meetings)))
        tables.append(table)
    return tables


def _least_met(waiting: Sequence[int], table: Table, meetings: Meetings) -> int:
    best, fewest = 0, -1
    for place, line in enumerate(waiting):
        times = _times(line, table, meetings)
        if not times:
            return place
        if fewest < 0 or times < fewest:
            best, fewest = place, times
    return best


def _change_places(tables: list[Table], meetings: Meetings) -> None:
    """Swap lines between tables as long as a swap reduces the number of repeated meetings."""
    seats = [(table, seat) for table in range(len(tables)) for seat in range(len(tables[table]))]
    changed = True
    while changed:
        changed = False
        for table, seat in seats:
            repeats = _times(tables[table][seat], tables[table], meetings)
            change = min(_changes(tables, table, seat, meetings), default=None) if repeats else None
            if change:
                _lessened, other, place = change
                tables[table][seat], tables[other][place] = tables[other][place], tables[table][seat]
                changed = True


def _changes(
    tables: list[Table], table: int, seat: int, meetings: Meetings
) -> Iterator[tuple[int, int, int]]:
    line, tablemates = tables[table][seat], _without(tables[table], seat)
    repeats = _times(line, tablemates, meetings)
    for other, seats in enumerate(tables):
        repeats_there = _times(line, seats, meetings)
        if other == table or repeats_there - max(meetings[line][each] for each in seats) >= repeats:
            continue
        for place, their in enumerate(seats):
            before = repeats + _times(their, seats, meetings)
            after = repeats_there - meetings[line][their] + _times(their, tablemates, meetings)
            if after < before:
                yield after - before, other, place


def _without(table: Table, seat: int) -> Table:
    return table[:seat] + table[seat + 1 :]


def _times(line: int, neighbours: Iterable[int], meetings: Meetings) -> int:
    return sum(map(meetings[line].__getitem__, neighbours))


def _repeated(tables: list[Table], meetings: Meetings) -> int:
    return sum(meetings[first][second] for first, second in _pairs(tables))


def _pairs(tables: list[Table]) -> Iterator[tuple[int, int]]:
    return (pair for table in tables for pair in combinations(table, 2))


def structure(entrants: Sequence[EntrantId], options: Options, sides: int) -> Plan:
    """Return the matches of all rounds; an entrant with a bye has a match without opponents."""
    rounds = cast(int, options["rounds"])
    matches: list[PlannedMatch] = []
    before: dict[int, Label] = {}
    for turn, seating in enumerate(seatings(len(entrants), sides, rounds), start=1):
        alone = (tuple(_beside(line, len(entrants), sides)) for line in seating.resting)
        for place, lines in enumerate([*seating.tables, *alone], start=1):
            name = label(turn, place)
            sources = tuple(_source(line, before.get(line)) for line in lines)
            matches.append(PlannedMatch(name, turn, place, sources))
            before |= dict.fromkeys((line for line in lines if line <= len(entrants)), name)
    return Plan(tuple(entrants), tuple(matches), rounds)


def _beside(line: int, entrants: int, sides: int) -> Iterable[int]:
    return (line, *range(entrants + 1, entrants + sides))


def _source(line: int, before: Label | None) -> Source:
    return LineAfter(line, before) if before else Line(line)


FORMAT = Format(
    key="table_rounds",
    listed=6,
    name=_("Rounds at mixed tables"),
    about=_("In each round everybody sits with others, as new as can be."),
    fewest=2,
    most=1024,
    sides=range(2, 6),
    family=Family.FIXED,
    options=(
        number("rounds", _("Rounds"), "", 3, range(1, 13), about=_("How many matches everybody plays.")),
        ADVANCE,
    ),
    paired=AtTheDraw(structure),
    promises=always("second_bye"),
)
