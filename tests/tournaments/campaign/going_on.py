"""Who goes on from a stage, said once more and plainly; None where only a lot can say so."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.tournaments.campaign.ordering import Row

ADDS_UP = (
    "game_difference",
    "point_difference",
    "capped_point_difference",
    "points_scored",
    "games_won",
    "wins",
)


@dataclass
class Rules:
    """How many go on of each table, how many of the next best, who cannot, and what a bye was worth."""

    advance: int
    best_next: int = 0
    with_a_win: bool = False
    bye: Fraction = Fraction(1)
    lots: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


def going_on(tables: Sequence[Sequence[Row]], rules: Rules) -> list[list[int]] | None:
    """Who goes on: the winners of all tables, then the seconds, and so on; None where the lot is needed."""
    able = [[row for row in table if _able(row, rules)] for table in tables]
    sure: list[int] = []
    rest: list[Row] = []
    for table in able:
        first = _cut(table, rules.advance, lambda row: (row.place,), rules.lots)
        if first is None:
            return None
        sure += [row.who for row in first]
        rest += [row for row in table if row.who not in sure]
    left = len(tables) * rules.advance + rules.best_next - len(sure)
    more = _cut(rest, left, lambda row: _against_others(row, rules), rules.lots)
    if more is None:
        return None
    onward = {*sure, *(row.who for row in more)}
    deepest = max(map(len, tables))
    ordered = [sorted(table, key=lambda row: (row.place, _drawn(row, rules.lots))) for table in tables]
    by_place = [[table[place] for table in ordered if place < len(table)] for place in range(deepest)]
    tiers = [[row.who for row in tier if row.who in onward] for tier in by_place]
    return [tier for tier in tiers if tier]


def _able(row: Row, rules: Rules) -> bool:
    won = row.columns[2]
    return row.who not in rules.gone and (won > 0 or not rules.with_a_win)


def _drawn(row: Row, lots: tuple[int, ...]) -> int:
    return lots.index(row.who) if row.who in lots else len(lots)


def _cut(rows: Sequence[Row], places: int, worth: object, lots: tuple[int, ...]) -> list[Row] | None:
    """The first so many; None where the last of them is level with the next and no lot was drawn."""
    assert callable(worth)
    ordered = sorted(rows, key=lambda row: (worth(row), _drawn(row, lots)))
    if not 0 < places < len(ordered) or worth(ordered[places - 1]) != worth(ordered[places]):
        return ordered[: max(places, 0)]
    level = [row for row in ordered if worth(row) == worth(ordered[places])]
    return ordered[:places] if all(row.who in lots for row in level) else None


def _against_others(row: Row, rules: Rules) -> tuple[Fraction, ...]:
    """Between tables: the place, then what a match brought; less is better."""
    played, walkovers, _won, _level, _lost, byes = row.columns[:6]
    matches = max(played + walkovers, 1)
    points = (row.points - byes * rules.bye) / matches
    adding = [-worth / matches for key, worth in row.worth if key in ADDS_UP]
    return Fraction(row.place), -points, *adding
