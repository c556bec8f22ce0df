"""The rows of a list as they are meant: without titles and numbering, with their letters and names put right.

Where two readings are possible the program asks, and meanwhile reads the list as it proposes.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.types import Sentence, _
from tournaments.entries.rules.cells import BRACKETS, is_numbered, mended, names_in, numbering_length, turned
from tournaments.entries.rules.columns import (
    PLAYERS,
    WITHOUT_HEADINGS,
    Columns,
    columns_of,
    has_small_words,
    looks_like_headings,
    usual_columns,
)
from tournaments.people.names import name_key

Line = tuple[int, list[str]]
"""The number and the cells of a row with text."""

FIRST_ROWS = 12
"""The number of rows that may contain the headings."""
KEEP, CHANGE, TWO = "keep", "change", "two"
"""The answers to a doubt: the text as written, the proposal of the program, two players in one cell."""


@dataclass(frozen=True, slots=True)
class ListDoubt:
    """A question about the list: `choices` are the answers in words, the first what the program proposes."""

    key: str
    question: Sentence
    choices: tuple[tuple[str, Sentence], ...]


DoubtAnswers = Mapping[str, str]
"""The answers to doubts, by their key."""


class DoubtList:
    """The doubts and notes of one list, with the answers to its doubts.

    A name whose key is in `entered_names` is never doubted.
    """

    def __init__(self, answers: DoubtAnswers, entered_names: Collection[str]) -> None:
        self.answers = answers
        self.entered_names = entered_names
        self.doubts: list[ListDoubt] = []
        self.notes: list[Sentence] = []

    def is_changed(self, key: str, question: Sentence, proposal: Sentence, other: Sentence) -> bool:
        """Ask whether to change something, unless that was answered; return the answer or the proposal."""
        return self.answer(key, question, [(CHANGE, proposal), (KEEP, other)]) == CHANGE

    def answer(self, key: str, question: Sentence, choices: Sequence[tuple[str, Sentence]]) -> str:
        """Ask a question that has no answer yet; return the answer, or the first choice."""
        if key not in self.answers:
            self.doubts.append(ListDoubt(key, question, tuple(choices)))
        return self.answers.get(key, choices[0][0])

    def note(self, words: str, /, **values: int | str) -> None:
        """Add a note about a part of the list that was not read."""
        self.notes.append(Sentence(words, values))


def cell_at(row: Sequence[str], place: int) -> str:
    return row[place] if place < len(row) else ""


def with_letters_mended(lines: list[Line], reading: DoubtList) -> list[Line]:
    """Return the rows with the letters that were encoded twice as they were before, if that is wanted."""
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
    """Return the headings, the rows below them, and the field of each column.

    A row above the headings is a title. Without headings a first row that may be one is asked about.
    """
    for index, (_number, row) in enumerate(lines[:FIRST_ROWS]):
        fields = columns_of(row, size)
        if fields:
            body = [*_titles(lines[:index], size, reading), *lines[index + 1 :]]
            return row, _with_players_together(row, body, fields), fields
    start = 0
    while start < min(len(lines) - 1, FIRST_ROWS) and _may_be_headings(start, lines, size):
        if not _is_left_out(lines[start], reading):
            break
        start += 1
    body = lines[start:]
    return [], body, usual_columns([row for _number, row in body], size)


def _may_be_headings(start: int, lines: list[Line], size: int) -> bool:
    """Return whether a first row may be no team: by its words, or as the only one in small letters."""
    row, *others = ([BRACKETS.sub(" ", cell) for cell in row] for _number, row in lines[start:])
    return looks_like_headings(row, size) or (has_small_words(row) and not any(map(has_small_words, others)))


def _with_players_together(headings: Sequence[str], body: list[Line], fields: Columns) -> list[Line]:
    """Return the rows with the players in one cell where the last heading is that of all of them."""
    last = max(place for place, cell in enumerate(headings) if cell)
    if fields.get(last) != PLAYERS:
        return body
    return [(number, [*row[:last], ", ".join(filter(None, row[last:]))]) for number, row in body]


def _titles(lines: list[Line], size: int, reading: DoubtList) -> list[Line]:
    """Return the rows above the headings that are teams, not titles; a doubtful row is asked about."""
    teams = []
    for number, row in lines:
        filled = [cell for cell in row if cell]
        if len(filled) < size or len(filled) == 1 or looks_like_headings(row, size):
            reading.note(_("Row %(row)s is not read: “%(text)s”."), row=number, text=row_text(row))
        elif not _is_left_out((number, row), reading):
            teams.append((number, row))
    return teams


def _is_left_out(line: Line, reading: DoubtList) -> bool:
    number, row = line
    question = Sentence(_("Is row %(row)s a team? “%(text)s”"), {"row": number, "text": row_text(row)})
    no, yes = Sentence(_("No: leave that row out")), Sentence(_("Yes, a team"))
    return reading.is_changed(f"row_{number}", question, no, yes)


def row_text(row: Sequence[str]) -> str:
    """Return the cells of a row as one text, cut at 120 letters."""
    return " · ".join(cell for cell in row if cell)[:120]


def without_numbering(lines: list[Line], fields: Columns, reading: DoubtList) -> list[Line]:
    """Return the rows without the numbers and bullets before the names, if half of the rows have one."""
    place = min(
        place for place, key in fields.items() if key.split("/")[0] in {PLAYERS, "surnames", "members"}
    )
    if fields[place].startswith("members/") or not is_numbered(
        [cell_at(row, place) for _number, row in lines]
    ):
        return lines
    lengths = {
        number: numbering_length(cell_at(row, place))
        for number, row in lines
        if name_key(cell_at(row, place)) not in reading.entered_names
    }
    first = next((cell_at(row, place) for number, row in lines if lengths.get(number)), None)
    if first is None:
        return lines
    short = first[numbering_length(first) :]
    reading.note(
        _("Numbers and signs before the names are left out: “%(text)s” is %(name)s."), text=first, name=short
    )
    return [
        (number, [*row[:place], cell_at(row, place)[lengths.get(number, 0) :], *row[place + 1 :]])
        for number, row in lines
    ]


def with_names_turned(
    lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> tuple[list[Line], Columns]:
    """Return the rows with “Sanna, Gavino” as Gavino Sanna, or as two players; and the columns."""
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
    """Return the rows with other texts at some places: by the number of the row and the column from 0."""
    return [
        (number, [cells.get((number, place), cell) for place, cell in enumerate(row)])
        for number, row in lines
    ]


def _with_two_players(
    lines: list[Line], fields: Columns, size: int, doubtful: Sequence[tuple[int, int]]
) -> tuple[list[Line], Columns] | None:
    """Return the rows with two players in each of these cells, and the columns; None where that cannot be.

    Either nobody stands beside the two players, or the column has two players in every row, and the column
    beside it holds no player but the next detail of a list without headings.
    """
    rows, places = dict(lines), {place for _number, place in doubtful}
    seats = [place for place, key in fields.items() if key.startswith("players/")]
    if size != len(seats) or size != 2 or len(dict(doubtful)) < len(doubtful):  # two players a team
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
    kept = {
        each: key
        for each, key in fields.items()
        if each not in seats and any(cell_at(row, each) for _number, row in lines)
    }
    detail = next((key for key in WITHOUT_HEADINGS if key not in kept.values()), None)
    beside = {each: detail for each in seats if each != place and detail}
    return lines, {**kept, **beside, place: PLAYERS}


def with_cells(row: list[str], places: Sequence[int], texts: Sequence[str] | None) -> list[str]:
    """Return a row with these texts at these places; the row as it is without texts."""
    if texts is None:
        return row
    longer = [*row, *[""] * (max(places) + 1 - len(row))]
    for place, text in zip(places, texts, strict=True):
        longer[place] = text
    return longer
