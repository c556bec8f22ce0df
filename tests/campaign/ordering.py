"""A second, simple implementation of the order of standings: match points, tie-breaks, shared places.

It shares no code with the rules under test.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.campaign.counting import COLUMNS, Counted


def direct(who: int, level: Sequence[int], table: Counted) -> Fraction:
    worth = {"win": table.house.win, "level": table.house.level, "loss": table.house.loss}
    return sum((worth[made] for made, _games, _points in table.among(who, level)), Fraction(0))


def direct_games(who: int, level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(sum(games for _made, games, _points in table.among(who, level)))


def direct_points(who: int, level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(sum(points for _made, _games, points in table.among(who, level)))


def game_difference(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[who]["games_won"] - table.of[who]["games_lost"])


def point_difference(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[who]["points_for"] - table.of[who]["points_against"])


def capped_point_difference(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[who]["capped"])


def points_scored(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[who]["points_for"])


def games_won(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return table.of[who]["games_won"] + Fraction(table.of[who]["halves"], 2)


def wins(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[who]["won"])


def buchholz(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    return sum(map(table.points, table.met(who)), Fraction(0))


def buchholz_cut_1(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    met = [table.points(other) for other in table.met(who)]
    return sum(met, Fraction(0)) - (min(met) if met else 0)


def sonneborn_berger(who: int, _level: Sequence[int], table: Counted) -> Fraction:
    share = {"win": Fraction(1), "level": Fraction(1, 2), "loss": Fraction(0)}
    found = Fraction(0)
    for match in table.matches:
        if match.how == "result" and who in match.who:
            others = [other for other in match.who if table.side(match, other) != table.side(match, who)]
            found += sum(share[table.duel(match, who, other)[0]] * table.points(other) for other in others)
    return found


def lot(who: int, level: Sequence[int], table: Counted) -> Fraction:
    drawn = newest(table.house.lots, level)
    return Fraction(-drawn.index(who)) if drawn else Fraction(0)


def newest(lots: Sequence[tuple[int, ...]], level: Iterable[int]) -> tuple[int, ...]:
    """Return the newest lot that contains all these entrants; empty if there is none."""
    return next((drawn for drawn in lots if set(level) <= set(drawn)), ())


Ask = Callable[[int, Sequence[int], Counted], Fraction]
# Every tie-break of this reference.
CHAIN: dict[str, Ask] = {
    ask.__name__: ask
    for ask in (
        direct,
        direct_games,
        direct_points,
        game_difference,
        point_difference,
        capped_point_difference,
        points_scored,
        games_won,
        wins,
        buchholz,
        buchholz_cut_1,
        sonneborn_berger,
        lot,
    )
}
# Tie-breaks that are applied again to the entrants that they leave tied.
AGAIN = ("direct", "direct_games", "direct_points")
USUAL = ("direct", "game_difference", "capped_point_difference", "points_scored", "lot")


class Row(NamedTuple):
    """One line of the standings: place (maybe shared), entrant, match points, columns, tie-break values."""

    place: int
    who: int
    points: Fraction
    columns: tuple[int, ...]
    worth: tuple[tuple[str, Fraction], ...]


def standings(
    table: Counted, ordered: Sequence[int], came: dict[int, tuple[int, int]] | None = None
) -> list[Row]:
    """Return the standings of the entrants; `came` orders them first by the round reached, if given."""
    groups = [list(ordered)]
    worth: dict[int, list[tuple[str, Fraction]]] = {who: [] for who in ordered}
    if came:
        groups = [part for group in groups for part in split(group, lambda who: came[who])]
    groups = [part for group in groups for part in split(group, table.points)]
    for key in table.house.chain:
        parted = []
        for group in groups:
            values = {who: CHAIN[key](who, group, table) for who in group}
            for who in group:
                worth[who].append((key, values[who]))
            parted += _asked(group, key, table)
        groups = parted
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(table, who, place, worth[who]) for who in group]
    return rows


def _asked(group: list[int], key: str, table: Counted) -> list[list[int]]:
    values = {who: CHAIN[key](who, group, table) for who in group}
    parts = split(group, values.__getitem__)
    if key in AGAIN and len(parts) > 1:
        return [each for part in parts for each in _asked(part, key, table)]
    return parts


def split(group: Sequence[int], worth: Callable[[int], object]) -> list[list[int]]:
    """Split the group by value, the highest first; equal entrants stay together in the order of the lines."""
    parts: dict[object, list[int]] = {}
    for who in group:
        parts.setdefault(worth(who), []).append(who)
    return [parts[value] for value in sorted(parts, reverse=True)]  # type: ignore[type-var]


def _row(table: Counted, who: int, place: int, worth: list[tuple[str, Fraction]]) -> Row:
    row = table.of[who]
    columns = tuple(
        row[name] for name in (*COLUMNS, "games_won", "games_lost", "points_for", "points_against")
    )
    return Row(place, who, table.points(who), columns, tuple(worth))
