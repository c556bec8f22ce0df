"""Cleaning of the rows of a list: titles, headings, numbers, wrong encoding and the order of names.

If a row is ambiguous, a question is added, and the proposed answer is used until the user answers.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.types import Sentence, _
from tournaments.competition.names import name_key
from tournaments.entries.rules.cells import (
    ANY_SIGN,
    BRACKETS,
    STRUCK_OUT,
    SYMBOLS,
    is_numbered,
    mended,
    names_in,
    numbering_length,
    turned,
    without_number,
)
from tournaments.entries.rules.columns import (
    PLAYERS,
    WITHOUT_HEADINGS,
    Columns,
    columns_of,
    has_small_words,
    looks_like_headings,
    usual_columns,
)

# The number and the cells of a row with text.
Line = tuple[int, list[str]]

# The number of rows that may contain the headings.
FIRST_ROWS = 12
NUMBER_OF_TEAM = re.compile(r"\(?(\d{1,4})\s?[.):-]\s*(?=\w)")
# The beginning of a row below the teams that is not a team: totals and reserves.
TOTAL = re.compile(r"\W*(?:totale|totali|tot|total|totals|riserv[ae]|reserves?)\b", re.IGNORECASE)
# The answers to a doubt: keep the text as written, accept the proposal, read two players in one cell.
KEEP, CHANGE, TWO = "keep", "change", "two"


@dataclass(frozen=True, slots=True)
class ListDoubt:
    """A question about an ambiguous list. `choices` are the possible answers, the proposed one first."""

    key: str
    question: Sentence
    choices: tuple[tuple[str, Sentence], ...]


# The answers to doubts, by their key.
DoubtAnswers = Mapping[str, str]


class DoubtList:
    """The questions, answers and notes that are collected while a list is read.

    No question is added about a name whose key is in `entered_names`.
    """

    def __init__(self, answers: DoubtAnswers, entered_names: Collection[str]) -> None:
        self.answers = answers
        self.entered_names = entered_names
        self.doubts: list[ListDoubt] = []
        self.notes: list[Sentence] = []

    def is_changed(self, key: str, question: Sentence, proposal: Sentence, other: Sentence) -> bool:
        """Return True if the user has accepted the proposed change to the list, or has not answered yet."""
        return self.answer(key, question, [(CHANGE, proposal), (KEEP, other)]) == CHANGE

    def answer(self, key: str, question: Sentence, choices: Sequence[tuple[str, Sentence]]) -> str:
        """Return the answer to a question; if there is none, add the question and return its first choice."""
        if key not in self.answers:
            self.doubts.append(ListDoubt(key, question, tuple(choices)))
        return self.answers.get(key, choices[0][0])

    def note(self, words: str, /, **values: int | str) -> None:
        """Add a note for the user about text that was omitted from the list."""
        self.notes.append(Sentence(words, values))


def cell_at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def with_letters_mended(lines: list[Line], reading: DoubtList) -> list[Line]:
    """Repair the letters of a list that was encoded twice, unless the user has declined."""
    broken = {
        cell: mended(cell)
        for _number, row in lines
        for cell in row
        if mended(cell) != cell and name_key(cell) not in reading.entered_names
    }
    if not broken:
        return lines
    text, other = next(iter(broken.items()))
    question = Sentence(_("Is “%(text)s” meant to be “%(other)s”?"), {"text": text, "other": other})
    yes = Sentence(_("Yes: put the letters of the whole list right"))
    if not reading.is_changed("letters", question, yes, Sentence(_("No: keep the letters as they are"))):
        return lines
    return [(number, [broken.get(cell, cell) for cell in row]) for number, row in lines]


def divided(lines: list[Line], size: int, reading: DoubtList) -> tuple[list[str], list[Line], Columns]:
    """Return the headings of a list, the rows with teams, and the field of each column.

    Rows above the headings are titles, which are left out, or teams, which are kept. If the list has no known
    headings, a question is added for each row at its beginning that may contain headings.
    """
    for index, (_number, row) in enumerate(lines[:FIRST_ROWS]):
        fields = columns_of(row, size)
        if fields:
            below = columns_of(lines[index + 1][1], size) if index + 1 < len(lines) else {}
            if len(below) > len(fields):
                continue
            rows_below = [line for line in lines[index + 1 :] if not _is_left_out_below(line, size, reading)]
            body = _with_players_together(row, [*_titles(lines[:index], size, reading), *rows_below], fields)
            return row, with_symbols_replaced(body, fields, size, reading), fields
    start = 0
    while start < min(len(lines) - 1, FIRST_ROWS) and _may_be_headings(start, lines, size):
        if not is_left_out(lines[start], reading):
            break
        start += 1
    body = [line for line in lines[start:] if not _is_left_out_below(line, size, reading)]
    body = with_symbols_replaced(body, None, size, reading)
    return [], body, usual_columns([row for _number, row in body], size)


def _may_be_headings(start: int, lines: list[Line], size: int) -> bool:
    """Return whether a row may contain headings: it has typical words or differs from all later rows."""
    row, *other_rows = ([BRACKETS.sub(" ", cell) for cell in row] for _number, row in lines[start:])
    if looks_like_headings(row, size):
        return True
    kinds = (
        has_small_words,
        *((_is_in_capitals, _has_figures, _is_of_single_words) if other_rows[1:] else ()),
    )
    return any(is_such(row) and not any(map(is_such, other_rows)) for is_such in kinds)


def _is_in_capitals(row: Sequence[str]) -> bool:
    return "".join(row).isupper()


def _has_figures(row: Sequence[str]) -> bool:
    return any(letter.isdigit() for cell in row for letter in cell[numbering_length(cell) :])


def _is_of_single_words(row: Sequence[str]) -> bool:
    return len([cell for cell in row if cell]) > 1 and all(len(cell.split()) < 2 for cell in row)


def _is_left_out_below(line: Line, size: int, reading: DoubtList) -> bool:
    """Return True if a row below the headings is left out of the import.

    A repeated row of headings is omitted with a note; a question is added for totals and struck-out rows.
    """
    number, row = line
    filled = [cell for cell in row if cell]
    if any(name_key(cell) in reading.entered_names for cell in filled):
        return False
    if columns_of(row, size) and all(looks_like_headings([cell], size) for cell in filled):
        reading.note(_("Row %(row)s is not read: “%(text)s”."), row=number, text=row_text(row))
        return True
    is_doubtful = TOTAL.match(filled[0]) or all(map(STRUCK_OUT.fullmatch, filled))
    return bool(is_doubtful) and is_left_out(line, reading)


def with_symbols_replaced(
    lines: list[Line], fields: Columns | None, size: int, reading: DoubtList
) -> list[Line]:
    """Replace symbols between players with a slash, unless the user has declined.

    A cell is changed if no other cell in its row contains players. If a list without headings has no such
    cell, the first cells of all rows are changed, provided that symbols separate the players in every first
    cell. `fields` maps each column to its field; `fields` is None for a list without headings.
    """
    if size == 1:
        return lines
    changes = {}
    for number, row in lines:
        filled = [
            (place, cell)
            for place, cell in enumerate(row)
            if cell and (fields is None or fields.get(place, "").split("/")[0] == PLAYERS)
        ]
        if len(filled) == 1:
            changes[number, filled[0][0]] = _parted_by_symbols(filled[0][1], size, reading)
    if fields is None and not any(changes.values()):
        changes = {(number, 0): _parted_by_symbols(row[0], size, reading) for number, row in lines}
        changes = changes if all(changes.values()) else {}
    changes = {place: names for place, names in changes.items() if names}
    if not changes:
        return lines
    (number, column), names = next(iter(changes.items()))
    question = Sentence(
        _("Does a sign stand between the players in “%(text)s”?"), {"text": dict(lines)[number][column]}
    )
    yes = Sentence(_("Yes: %(names)s"), {"names": ", ".join(names)})
    if not reading.is_changed("sign", question, yes, Sentence(_("No: one player"))):
        return lines
    return with_cells_replaced(lines, {place: " / ".join(names) for place, names in changes.items()})


def _parted_by_symbols(cell: str, size: int, reading: DoubtList) -> list[str]:
    """Return the players in a cell in which symbols separate the names; empty for any other cell.

    A hyphen counts as a symbol if it stands between two full names.
    """
    bare = cell[numbering_length(cell) :]
    names = [part.strip() for part in SYMBOLS.split(bare) if part.strip()]
    by_hyphens = re.split(r"\s?[-–—]\s?", bare)
    if len(names) == 1 and all(len(part.split()) > 1 for part in by_hyphens):
        names = by_hyphens
    is_parted = len(names) == size and not ANY_SIGN.search(bare)
    return names if is_parted and name_key(cell) not in reading.entered_names else []


def _with_players_together(headings: Sequence[str], body: list[Line], fields: Columns) -> list[Line]:
    """Return the rows with the players in one cell, if the last heading is for all players of a team.

    The cell below the last heading and all cells to its right are joined with commas. If the last heading is
    for something else, the rows are returned unchanged.
    """
    last = max(place for place, cell in enumerate(headings) if cell)
    if fields.get(last) != PLAYERS:
        return body
    return [(number, [*row[:last], ", ".join(filter(None, row[last:]))]) for number, row in body]


def _titles(lines: list[Line], size: int, reading: DoubtList) -> list[Line]:
    """Return the rows that contain teams. `lines` are the rows above the headings of a list.

    Titles are left out with a note. A question is added for each other row.
    """
    teams = []
    for number, row in lines:
        filled = [cell for cell in row if cell]
        if len(filled) < size or len(filled) == 1 or looks_like_headings(row, size):
            reading.note(_("Row %(row)s is not read: “%(text)s”."), row=number, text=row_text(row))
        elif not is_left_out((number, row), reading):
            teams.append((number, row))
    return teams


def is_left_out(line: Line, reading: DoubtList) -> bool:
    """Return True if a doubtful row is left out of the import; add a question if not yet answered."""
    number, row = line
    question = Sentence(_("Is row %(row)s a team? “%(text)s”"), {"row": number, "text": row_text(row)})
    no, yes = Sentence(_("No: leave that row out")), Sentence(_("Yes, a team"))
    return reading.is_changed(f"row_{number}", question, no, yes)


def row_text(row: Sequence[str]) -> str:
    """Join the cells of a row into one text of at most 120 characters."""
    return " · ".join(cell for cell in row if cell)[:120]


def without_numbering(lines: list[Line], fields: Columns, reading: DoubtList) -> list[Line]:
    """Remove numbers and bullets before the names.

    A question is added for a column in which fewer than half of the rows have a number or a bullet.
    """
    changes, doubtful = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
    for place in (each for each, key in fields.items() if key.split("/")[0] == PLAYERS):
        cells = {number: cell_at(row, place) for number, row in lines}
        bare = {
            (number, place): without_number(cell)
            for number, cell in cells.items()
            if numbering_length(cell) and name_key(cell) not in reading.entered_names
        }
        (changes if is_numbered(list(cells.values())) else doubtful).update(bare)
    by_number = dict(lines)
    if changes:
        (number, place), short = next(iter(changes.items()))
        reading.note(
            _("Numbers and signs before the names are left out: “%(text)s” is %(name)s."),
            text=by_number[number][place], name=short,
        )  # fmt: skip
    if doubtful:
        (number, place), short = next(iter(doubtful.items()))
        text = by_number[number][place]
        values = {"number": text[: numbering_length(text)].strip(), "text": text}
        question = Sentence(_("Does “%(number)s” belong to the name in “%(text)s”?"), values)
        no, yes = Sentence(_("No: %(name)s"), {"name": short}), Sentence(_("Yes, written as it stands"))
        if reading.is_changed("numbering", question, no, yes):
            changes |= doubtful
    return with_cells_replaced(_without_numbers_of_teams(lines, fields), changes)


def _without_numbers_of_teams(lines: list[Line], fields: Columns) -> list[Line]:
    """Remove the numbers before team names if they run 1, 2, 3 and so on."""
    place = next((each for each, key in fields.items() if key == "name"), None)
    if place is None or len(lines) < 2:
        return lines
    cells = {(number, place): NUMBER_OF_TEAM.match(cell_at(row, place)) for number, row in lines}
    numbers = [int(match[1]) if match else 0 for match in cells.values()]
    if numbers != [*range(1, len(lines) + 1)]:
        return lines
    names = {at: match.string[match.end() :] for at, match in cells.items() if match}
    return with_cells_replaced(lines, names)


def with_names_turned(
    lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> tuple[list[Line], Columns]:
    """Change “Sanna, Gavino” to Gavino Sanna or to two separate players; return the rows and columns."""
    places = [place for place, key in fields.items() if key.startswith("players/")]
    doubtful = {
        (number, place): turned(cell_at(row, place))
        for number, row in lines
        for place in places
        if turned(cell_at(row, place)) != cell_at(row, place)
        and name_key(cell_at(row, place)) not in reading.entered_names
    }
    if not doubtful:
        return lines, fields
    by_number = dict(lines)
    (number, place), name = next(iter(doubtful.items()))
    question = Sentence(_("Is “%(text)s” one player?"), {"text": by_number[number][place]})
    choices = [
        (CHANGE, Sentence(_("Yes: %(name)s"), {"name": name})),
        (KEEP, Sentence(_("Yes, written as it stands"))),
    ]
    divided_rows = _with_two_players(lines, fields, size, list(doubtful))
    if divided_rows:
        choices.append((TWO, Sentence(_("No: two players"))))
    answer = reading.answer("comma", question, choices)
    if answer == TWO and divided_rows:
        return divided_rows
    if answer != CHANGE:
        return lines, fields
    return with_cells_replaced(lines, doubtful), fields


def with_cells_replaced(lines: list[Line], cells: Mapping[tuple[int, int], str]) -> list[Line]:
    """Return the rows with some cells replaced; `cells` maps row number and column index (from 0) to text."""
    return [
        (number, [cells.get((number, place), cell) for place, cell in enumerate(row)])
        for number, row in lines
    ]


def _with_two_players(
    lines: list[Line], fields: Columns, size: int, doubtful: Sequence[tuple[int, int]]
) -> tuple[list[Line], Columns] | None:
    """Split each given cell into two players; return None if the columns of the list do not allow this."""
    rows, places = dict(lines), {place for _number, place in doubtful}
    seats = [place for place, key in fields.items() if key.startswith("players/")]
    if size != len(seats) or size != 2 or len(dict(doubtful)) < len(doubtful):  # two players per team
        return None
    is_alone = all(
        sum(bool(cell_at(rows[number], seat)) for seat in seats) == 1 for number, _place in doubtful
    )
    if is_alone:
        both = {number: names_in(rows[number][place], size) for number, place in doubtful}
        return [(number, with_cells(row, seats, both.get(number))) for number, row in lines], fields
    if len(places) > 1 or len(doubtful) < len(lines):
        return None
    (place,) = places
    other_fields = {
        each: key
        for each, key in fields.items()
        if each not in seats and any(cell_at(row, each) for _number, row in lines)
    }
    detail = next((key for key in WITHOUT_HEADINGS if key not in other_fields.values()), None)
    beside = {each: detail for each in seats if each != place and detail}
    return lines, {**other_fields, **beside, place: PLAYERS}


def with_cells(row: list[str], places: Sequence[int], texts: Sequence[str] | None) -> list[str]:
    """Return a copy of a row with the given texts in the given columns; the row itself without texts."""
    if texts is None:
        return row
    longer = [*row, *[""] * (max(places) + 1 - len(row))]
    for place, text in zip(places, texts, strict=True):
        longer[place] = text
    return longer
