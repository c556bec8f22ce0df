"""Independent reference implementation of the order of entrants in standings.

It shares no code with the rules under test.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.campaign.counting import COLUMNS, Counted


def direct(entrant: int, level: Sequence[int], table: Counted) -> Fraction:
    worth = {"win": table.house.win, "level": table.house.level, "loss": table.house.loss}
    return sum((worth[outcome] for outcome, _games, _points in table.among(entrant, level)), Fraction(0))


def direct_games(entrant: int, level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(sum(games for _outcome, games, _points in table.among(entrant, level)))


def direct_points(entrant: int, level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(sum(points for _outcome, _games, points in table.among(entrant, level)))


def game_difference(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[entrant]["games_won"] - table.of[entrant]["games_lost"])


def point_difference(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[entrant]["points_for"] - table.of[entrant]["points_against"])


def capped_point_difference(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[entrant]["capped"])


def points_scored(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[entrant]["points_for"])


def games_won(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return table.of[entrant]["games_won"] + Fraction(table.of[entrant]["halves"], 2)


def wins(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return Fraction(table.of[entrant]["won"])


def buchholz(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    return sum(map(table.points, table.met(entrant)), Fraction(0))


def buchholz_cut_1(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    opponent_points = [table.points(other) for other in table.met(entrant)]
    return sum(opponent_points, Fraction(0)) - (min(opponent_points) if opponent_points else 0)


def sonneborn_berger(entrant: int, _level: Sequence[int], table: Counted) -> Fraction:
    share = {"win": Fraction(1), "level": Fraction(1, 2), "loss": Fraction(0)}
    total = Fraction(0)
    for match in table.matches:
        if match.how == "result" and entrant in match.entrants:
            opponents = [
                other for other in match.entrants if table.side(match, other) != table.side(match, entrant)
            ]
            total += sum(
                share[table.duel(match, entrant, other)[0]] * table.points(other) for other in opponents
            )
    return total


def lot(entrant: int, level: Sequence[int], table: Counted) -> Fraction:
    lot_order = newest(table.house.lots, level)
    return Fraction(-lot_order.index(entrant)) if lot_order else Fraction(0)


def newest(lots: Sequence[tuple[int, ...]], level: Iterable[int]) -> tuple[int, ...]:
    """Return the newest drawing of lots that contains all given entrants, or an empty tuple."""
    return next((lot_order for lot_order in lots if set(level) <= set(lot_order)), ())


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
    """A row of the standings: place (may be shared), entrant, match points, columns, and tie-breaks."""

    place: int
    entrant: int
    points: Fraction
    columns: tuple[int, ...]
    worth: tuple[tuple[str, Fraction], ...]


def standings(
    table: Counted, ordered: Sequence[int], survival: dict[int, tuple[int, int]] | None = None
) -> list[Row]:
    """Return the standings. If `survival` is given, entrants are ordered by the rounds survived first."""
    groups = [list(ordered)]
    worth: dict[int, list[tuple[str, Fraction]]] = {entrant: [] for entrant in ordered}
    if survival:
        groups = [part for group in groups for part in split(group, lambda entrant: survival[entrant])]
    groups = [part for group in groups for part in split(group, table.points)]
    for key in table.house.chain:
        parted = []
        for group in groups:
            values = {entrant: CHAIN[key](entrant, group, table) for entrant in group}
            for entrant in group:
                worth[entrant].append((key, values[entrant]))
            parted += _asked(group, key, table)
        groups = parted
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(table, entrant, place, worth[entrant]) for entrant in group]
    return rows


def _asked(group: list[int], key: str, table: Counted) -> list[list[int]]:
    values = {entrant: CHAIN[key](entrant, group, table) for entrant in group}
    parts = split(group, values.__getitem__)
    if key in AGAIN and len(parts) > 1:
        return [each for part in parts for each in _asked(part, key, table)]
    return parts


def split(group: Sequence[int], worth: Callable[[int], object]) -> list[list[int]]:
    """Split a group of entrants by a value, highest value first; equal entrants stay in draw order."""
    parts: dict[object, list[int]] = {}
    for entrant in group:
        parts.setdefault(worth(entrant), []).append(entrant)
    return [parts[value] for value in sorted(parts, reverse=True)]  # type: ignore[type-var]


def _row(table: Counted, entrant: int, place: int, worth: list[tuple[str, Fraction]]) -> Row:
    row = table.of[entrant]
    columns = tuple(
        row[name] for name in (*COLUMNS, "games_won", "games_lost", "points_for", "points_against")
    )
    return Row(place, entrant, table.points(entrant), columns, tuple(worth))
