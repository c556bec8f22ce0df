"""Independent reference implementation of the rules by which entrants qualify for the next stage."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.campaign.ordering import Row, newest

ADDS_UP = (
    "game_difference",
    "point_difference",
    "capped_point_difference",
    "points_scored",
    "games_won",
    "wins",
)


Lots = Sequence[tuple[int, ...]]
Worth = Callable[[Row], tuple[Any, ...]]


@dataclass
class Rules:
    """The qualification rules: qualifiers per group, next-best qualifiers, exclusions, and bye points."""

    advance: int
    best_next: int = 0
    with_a_win: bool = False
    bye: Fraction = Fraction(1)
    lots: Lots = ()
    departures: tuple[int, ...] = ()


def going_on(tables: Sequence[Sequence[Row]], rules: Rules) -> list[list[int]] | None:
    """Return the qualifiers in tiers (group winners, second places, …); None if lots must be drawn first."""
    able = [[row for row in table if _able(row, rules)] for table in tables]
    sure: list[int] = []
    rest: list[Row] = []
    for table in able:
        first = _cut(table, rules.advance, lambda row: (row.place,), rules.lots)
        if first is None:
            return None
        sure += [row.entrant for row in first]
        rest += [row for row in table if row.entrant not in sure]
    places_left = len(tables) * rules.advance + rules.best_next - len(sure)
    more = _cut(rest, places_left, lambda row: _against_others(row, rules), rules.lots)
    if more is None:
        return None
    onward = {*sure, *(row.entrant for row in more)}
    deepest = max(map(len, tables))
    ordered = [_in_order(table, lambda row: (row.place,), rules.lots) for table in tables]
    by_place = [[table[place] for table in ordered if place < len(table)] for place in range(deepest)]
    tiers = [[row.entrant for row in tier if row.entrant in onward] for tier in by_place]
    return [tier for tier in tiers if tier]


def _able(row: Row, rules: Rules) -> bool:
    won = row.columns[2]
    return row.entrant not in rules.departures and (won > 0 or not rules.with_a_win)


def _in_order(rows: Sequence[Row], worth: Worth, lots: Lots) -> list[Row]:
    """Return the rows from best to worst; tied rows are in the order of the newest drawing of lots."""
    ordered: list[Row] = []
    for value in sorted({worth(row) for row in rows}):
        level = [row for row in rows if worth(row) == value]
        lot_entrants = {entrant for each in lots for entrant in each}
        order = newest(lots, {row.entrant for row in level} & lot_entrants)
        ordered += sorted(
            level, key=lambda row: order.index(row.entrant) if row.entrant in order else len(order)
        )
    return ordered


def _cut(rows: Sequence[Row], places: int, worth: Worth, lots: Lots) -> list[Row] | None:
    """Return the rows that qualify; None if a tie at the qualifying line must be decided by lot."""
    ordered = _in_order(rows, worth, lots)
    if not 0 < places < len(ordered) or worth(ordered[places - 1]) != worth(ordered[places]):
        return ordered[: max(places, 0)]
    level = [row.entrant for row in ordered if worth(row) == worth(ordered[places])]
    return ordered[:places] if newest(lots, level) else None


def _against_others(row: Row, rules: Rules) -> tuple[Fraction, ...]:
    """Return a sort key for rows of different groups: place, then averages per match."""
    played, walkovers, _won, _level, _lost, byes = row.columns[:6]
    matches = max(played + walkovers, 1)
    points = (row.points - byes * rules.bye) / matches
    adding = [-worth / matches for key, worth in row.worth if key in ADDS_UP]
    return Fraction(row.place), -points, *adding
