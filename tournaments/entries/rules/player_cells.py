"""The cells of players without the signs that people write beside the names."""

from collections.abc import Sequence

from scoring.types import _
from tournaments.entries.rules.cells import names_in, parted_names, without_signs
from tournaments.entries.rules.columns import PLAYERS, Columns
from tournaments.entries.rules.list_lines import DoubtList, Line, with_cells, with_cells_replaced
from tournaments.people.names import name_key

Cells = dict[tuple[int, int], str]
"""Texts of cells by the number of the row and the place of the column."""


def with_plain_names(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> list[Line]:
    """Return the rows without emoji and other signs beside the names."""
    cells = _player_cells(lines, fields, size, reading)
    plain = {place: without_signs(cell) for place, cell in cells.items() if without_signs(cell) != cell}
    if plain:
        place, name = next(iter(plain.items()))
        reading.note(
            _("Signs beside the names are left out: “%(text)s” is %(name)s."),
            text=cells[place], name=name or "–",
        )  # fmt: skip
    return with_cells_replaced(lines, plain)


def with_players_apart(lines: list[Line], fields: Columns, size: int) -> list[Line]:
    """Return the rows with one player a column, where one cell of a row holds the whole team."""
    seats = [place for place, key in fields.items() if key.startswith("players/")]
    if len(seats) != size:
        return lines
    return [(number, _with_players_apart(row, seats)) for number, row in lines]


def _with_players_apart(row: list[str], seats: Sequence[int]) -> list[str]:
    filled = [cell for cell in row if cell]
    names = parted_names(filled[0], len(seats)) if len(filled) == 1 else []
    return with_cells(row, seats, names if len(names) == len(seats) > 1 else None)


def _player_cells(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> Cells:
    """Return the cells of players, except cells with a name that has entered as it is written."""
    places = [place for place, key in fields.items() if key.split("/")[0] in {PLAYERS, "surnames"}]
    return {
        (number, place): row[place]
        for number, row in lines
        for place in places
        if place < len(row) and not _has_entered(row[place], size, reading)
    }


def _has_entered(cell: str, size: int, reading: DoubtList) -> bool:
    return any(name_key(name) in reading.entered_names for name in (cell, *names_in(cell, size)))
