"""The cells of players without the signs that people write beside the names."""

from scoring.types import _
from tournaments.entries.rules.cells import names_in, without_signs
from tournaments.entries.rules.columns import PLAYERS, Columns
from tournaments.entries.rules.list_lines import DoubtList, Line, with_cells_replaced
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
