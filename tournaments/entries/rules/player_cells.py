"""Cleaning of cells with players: symbols, remarks and clubs beside the names, and shared surnames.

Symbols are removed with a note; a question is added for a remark, a club or a shared surname.
"""

import re
from collections.abc import Sequence

from scoring.types import Sentence, _
from tournaments.competition.names import name_key, surname
from tournaments.entries.rules.cells import BRACKETS, PHONE, names_in, parted_names, without_signs
from tournaments.entries.rules.columns import PLAYERS, Columns, has_small_words
from tournaments.entries.rules.list_lines import DoubtList, Line, is_left_out, with_cells, with_cells_replaced

# A line of players, and a text after a comma or another separator of cells.
AFTER_PLAYERS = re.compile(r"([^,;|\t]+?)\s*[,;|\t]\s*([^,;|\t]+)")
AND = re.compile(r"&|\s(?:e|ed|and|et|y|und)\s")
# A number, a time or an amount of money.
FIGURES = re.compile(r"[\d .,:€%-]*\d[\d .,:€%-]*")
# Texts of cells by the number of the row and the place of the column.
Cells = dict[tuple[int, int], str]


def with_players_put_right(
    lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> tuple[list[Line], Columns]:
    """Clean the cells with players so that only names are left; return the rows and columns."""
    lines = without_remarks(lines, fields, size, reading)
    lines = with_plain_names(lines, fields, size, reading)
    lines, fields = with_clubs_apart(lines, fields, size, reading)
    lines = with_surnames_shared(lines, fields, size, reading)
    lines = without_rows_of_figures(lines, fields, size, reading)
    return with_players_apart(lines, fields, size), fields


def with_plain_names(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> list[Line]:
    """Remove emoji and other symbols beside the names."""
    cells = _player_cells(lines, fields, size, reading)
    plain = {place: without_signs(cell) for place, cell in cells.items() if without_signs(cell) != cell}
    if plain:
        place, name = next(iter(plain.items()))
        reading.note(
            _("Signs beside the names are left out: “%(text)s” is %(name)s."),
            text=cells[place], name=name or "–",
        )  # fmt: skip
    return with_cells_replaced(lines, plain)


def without_remarks(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> list[Line]:
    """Remove telephone numbers and remarks in brackets, unless the user has kept the remarks.

    “(perhaps late)” is a remark; “(Pedru)” may be a nickname and is kept.
    """
    cells = _player_cells(lines, fields, size, reading)
    remarks = {
        place: [
            *(text for text in BRACKETS.findall(cell) if has_small_words([text])),
            *map(str.strip, PHONE.findall(BRACKETS.sub(" ", cell))),
        ]
        for place, cell in cells.items()
    }
    remarks = {place: texts for place, texts in remarks.items() if texts}
    if not remarks:
        return lines
    question = Sentence(
        _("Is “%(text)s” part of a player’s name?"), {"text": next(iter(remarks.values()))[0]}
    )
    no, yes = Sentence(_("No: leave the remark out")), Sentence(_("Yes: keep it in the name"))
    if not reading.is_changed("remark", question, no, yes):
        return lines
    remark_texts = [f"{number} {text}" for (number, _place), texts in remarks.items() for text in texts]
    reading.note(_("Remarks left out of the names: %(remarks)s."), remarks=", ".join(remark_texts))
    return with_cells_replaced(
        lines, {place: _without_texts(cells[place], texts) for place, texts in remarks.items()}
    )


def _without_texts(cell: str, texts: Sequence[str]) -> str:
    for text in texts:
        cell = cell.replace(text, " ")
    return re.sub(" {2,}", " ", cell).strip()


def with_clubs_apart(
    lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> tuple[list[Line], Columns]:
    """Move the text after the last player to a club column, unless the user has kept the text in the name."""
    if size == 1 or PLAYERS not in fields.values() or "club" in fields.values():
        return lines, fields
    cells = _player_cells(lines, fields, size, reading)
    clubs = {
        place: (match[1], match[2])
        for place, cell in cells.items()
        if (match := AFTER_PLAYERS.fullmatch(cell)) and len(parted_names(match[1], size)) == size
    }
    if not clubs:
        return lines, fields
    (row, _place), (_names, club) = next(iter(clubs.items()))
    question = Sentence(_("Row %(row)s: is “%(text)s” the club of the team?"), {"row": row, "text": club})
    yes, no = Sentence(_("Yes: the club")), Sentence(_("No: it belongs to the last name"))
    if not reading.is_changed("club", question, yes, no):
        return with_cells_replaced(lines, {place: ", ".join(parts) for place, parts in clubs.items()}), fields
    lines = with_cells_replaced(lines, {place: names for place, (names, _club) in clubs.items()})
    width = max(len(cells) for _number, cells in lines)
    by_number = {number: [text] for (number, _place), (_names, text) in clubs.items()}
    return [(number, with_cells(cells, [width], by_number.get(number))) for number, cells in lines], {
        **fields,
        width: "club",
    }


def with_surnames_shared(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> list[Line]:
    """Give all players in a cell the surname of the last one, unless the user has kept the names."""
    if PLAYERS not in fields.values():
        return lines
    cells = _player_cells(lines, fields, size, reading)
    shared = {place: names for place, cell in cells.items() if (names := _with_surname(cell, size))}
    changes = {}
    for (number, place), names in shared.items():
        cell = cells[number, place]
        values: dict[str, int | str] = {"row": number, "text": cell, "surname": surname(names[-1])}
        question = Sentence(
            _("Row %(row)s: do all players in “%(text)s” have the surname %(surname)s?"), values
        )
        yes = Sentence(_("Yes: %(names)s"), {"names": ", ".join(names)})
        if reading.is_changed(f"surname_{number}", question, yes, Sentence(_("No: the names as written"))):
            changes[number, place] = "\n".join(names)
    return with_cells_replaced(lines, changes)


def _with_surname(cell: str, size: int) -> list[str]:
    """Return the full names in a cell such as “Nino e Billia Canu”; an empty list for other cells."""
    names = names_in(cell, size)
    *first_names, last = names
    is_shared = (
        len(names) == size > 1
        and AND.search(cell)
        and all(len(name.split()) == 1 for name in first_names)
        and surname(last) != last
    )
    return [*(f"{name} {surname(last)}" for name in first_names), last] if is_shared else []


def without_rows_of_figures(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> list[Line]:
    """Remove each row with a number in place of a player's name, unless the user has kept the row."""
    cells = _player_cells(lines, fields, size, reading)
    doubtful = {
        number
        for (number, place), cell in cells.items()
        for name in (names_in(cell, size) if fields[place] == PLAYERS else [cell])
        if FIGURES.fullmatch(name)
    }
    return [line for line in lines if line[0] not in doubtful or not is_left_out(line, reading)]


def with_players_apart(lines: list[Line], fields: Columns, size: int) -> list[Line]:
    """Split each cell that names the whole team, so that every column has one player."""
    seats = [place for place, key in fields.items() if key.startswith("players/")]
    if len(seats) != size:
        return lines
    return [(number, _with_players_apart(row, seats)) for number, row in lines]


def _with_players_apart(row: list[str], seats: Sequence[int]) -> list[str]:
    filled = [cell for cell in row if cell]
    names = parted_names(filled[0], len(seats)) if len(filled) == 1 else []
    return with_cells(row, seats, names if len(names) == len(seats) > 1 else None)


def _player_cells(lines: list[Line], fields: Columns, size: int, reading: DoubtList) -> Cells:
    """Return the cells with players, except cells with the name of a player already entered."""
    places = [place for place, key in fields.items() if key.split("/")[0] in {PLAYERS, "surnames"}]
    return {
        (number, place): row[place]
        for number, row in lines
        for place in places
        if place < len(row) and not _has_entered(row[place], size, reading)
    }


def _has_entered(cell: str, size: int, reading: DoubtList) -> bool:
    return any(name_key(name) in reading.entered_names for name in (cell, *names_in(cell, size)))
