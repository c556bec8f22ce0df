"""Conversion of spreadsheet cells to the rows of a list of teams, with errors and questions.

The functions take a table of text and return rows, errors and questions, each with its position in the
spreadsheet (row number, column letter). The functions use neither files nor the database.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.types import BadEntry, Sentence, _
from tournaments.competition.names import name_key
from tournaments.entries.rules.cells import (
    ERROR,
    UNREADABLE,
    names_in,
    trimmed,
)
from tournaments.entries.rules.columns import (
    PLAYERS,
    UNUSED,
    checked_columns,
)
from tournaments.entries.rules.list_lines import (
    DoubtAnswers,
    DoubtList,
    ListDoubt,
    cell_at,
    divided,
    with_letters_mended,
    with_names_turned,
    without_numbering,
)
from tournaments.entries.rules.name_order import with_given_names_first, with_surname_columns
from tournaments.entries.rules.player_cells import with_players_put_right
from tournaments.values.details import DETAILS

Table = Sequence[Sequence[str]]
MOST_ROWS = 10_000
WIDEST = 60
# A cell with only dashes, dots or slashes: the team has no club, town or seed.
DASHES = re.compile(r"[-–—./]+")


@dataclass(frozen=True, slots=True)
class ImportRow:
    """The values of one row; a value is None if its column is missing or its cell is empty."""

    number: int
    players: tuple[str, ...]
    name: str | None = None
    seed: int | None = None
    # The details of the team that have a value in the row.
    details: Mapping[str, str] = field(default_factory=dict)
    # The member numbers in the row, by the player's place; the name of the player may be missing.
    members: Mapping[int, str] = field(default_factory=dict)
    # The column letter of each field; players are `players/0`, `players/1`, member numbers `members/0`.
    columns: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a list. `column` is empty if a whole row is wrong; `row` is 0 for the whole list."""

    row: int
    column: str
    code: str
    message: Sentence


@dataclass(frozen=True, slots=True)
class ReadTable:
    """The rows, errors and questions that result from reading a list.

    `ignored` are the headings that match no field; `columns` maps each column index (from 0) to its field,
    one of `column_choices`; `notes` are sentences about the parts that were not read.
    """

    rows: tuple[ImportRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...] = ()
    columns: Mapping[int, str] = field(default_factory=dict)
    doubts: tuple[ListDoubt, ...] = ()
    notes: tuple[Sentence, ...] = ()


def column_letter(index: int) -> str:
    """Return the letters of the column with this index: A for 0, AA for 26."""
    letters = ""
    index += 1
    while index:
        index, place = divmod(index - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters


def read_table(
    table: Table,
    size: int,
    columns: Mapping[int, str] | None = None,
    answers: DoubtAnswers | None = None,
    entered_names: Collection[str] = (),
    given_names: Collection[str] = (),
) -> ReadTable:
    """Read a list of teams of `size` players.

    `columns` maps each column to its field (`column_choices`). If `columns` is None, the headings decide; a
    list without headings has the default order. `answers` maps the keys of questions to the user's answers.
    `entered_names` are the keys of the names of entered players, `given_names` are the keys of known given
    names. Raise BadEntry if the list has no team, too many rows or no column for the players.
    """
    reading = DoubtList(answers or {}, entered_names)
    cells = [[trimmed(cell) for cell in row[:WIDEST]] for row in table]
    lines = [(number, row) for number, row in enumerate(cells, start=1) if any(row)]
    lines = with_letters_mended(lines, reading)
    headings, body, fields = divided(lines, size, reading)
    if not body:
        raise BadEntry("no_rows", Sentence(_("There is no team in this list. Write one team a row.")))
    if len(body) > MOST_ROWS:
        text = _("This list has more than %(most)s rows. Divide it.")
        raise BadEntry("too_many_rows", Sentence(text, {"most": MOST_ROWS}))
    meant = checked_columns(columns, size) if columns is not None else fields
    ignored = tuple(cell for place, cell in enumerate(headings) if cell and place not in meant)
    body = without_numbering(body, meant, reading)
    columns_before = meant
    meant = with_surname_columns(headings, body, meant, size, reading)
    body, meant = with_players_put_right(body, meant, size, reading)
    body, meant = with_names_turned(body, meant, size, reading)
    body = with_given_names_first(headings, body, meant, size, given_names, reading)
    faults: list[Fault] = []
    rows = tuple(_row(number, row, meant, size, faults) for number, row in body)
    width = max(len(row) for _number, row in lines)
    is_open = any(doubt.key == "halves" for doubt in reading.doubts)
    column_fields = {
        place: (columns_before if is_open else meant).get(place, UNUSED) for place in range(width)
    }
    return ReadTable(rows, tuple(faults), ignored, column_fields, tuple(reading.doubts), tuple(reading.notes))


def _row(
    number: int, cells: Sequence[str], columns: Mapping[int, str], size: int, faults: list[Fault]
) -> ImportRow:
    faulty = _unreadable(number, cells, columns)
    faults += faulty
    texts = {key: cell_at(cells, place) for place, key in columns.items()}
    texts |= {key: "" for key in (*DETAILS, "seed") if DASHES.fullmatch(texts.get(key, ""))}
    letters = {key: column_letter(place) for place, key in columns.items()}
    players = _players(texts, size)
    members = {place: text for place in range(size) if (text := texts.get(f"members/{place}", ""))}
    players += [""] * (size - len(players))
    missing = [place for place in range(size) if not players[place] and place not in members]
    for place in range(size):
        letters.setdefault(f"players/{place}", letters.get(f"surnames/{place}", letters.get(PLAYERS, "")))
    faults += [
        Fault(number, letters[f"players/{place}"], "player_missing", _missing(place + 1, size))
        for place in missing
    ]
    known_faults = {fault.column for fault in faulty}
    seed = None
    if letters.get("seed") not in known_faults:
        seed = _seed(number, texts.get("seed", ""), letters.get("seed", ""), faults)
    details = {key: texts[key] for key in DETAILS if texts.get(key)}
    player_names = tuple(player for place, player in enumerate(players) if player or place in members)
    member_numbers = {} if missing else members  # the places change if a player is missing
    return ImportRow(number, player_names, texts.get("name") or None, seed, details, member_numbers, letters)


def _unreadable(number: int, cells: Sequence[str], columns: Mapping[int, str]) -> list[Fault]:
    """Return an error for each cell that has a spreadsheet error or an unreadable character."""
    faults = []
    for place in columns:
        text = cell_at(cells, place)
        if ERROR.fullmatch(text):
            message = Sentence(
                _("This cell has an error (%(text)s): write what belongs there."), {"text": text}
            )
            faults.append(Fault(number, column_letter(place), "cell_error", message))
        elif UNREADABLE in text:
            message = Sentence(_("A letter of “%(text)s” cannot be read: write it again."), {"text": text})
            faults.append(Fault(number, column_letter(place), "letter_unreadable", message))
    return faults


def _missing(place: int, size: int) -> Sentence:
    if size == 1:
        return Sentence(_("The name is missing: write it."))
    return Sentence(_("Player %(number)s is missing: write the name."), {"number": place})


def _players(texts: Mapping[str, str], size: int) -> list[str]:
    if PLAYERS in texts and "players/0" not in texts:
        return names_in(texts[PLAYERS], size)
    return [
        _whole_name(texts.get(f"players/{place}", ""), texts.get(f"surnames/{place}", ""))
        for place in range(size)
    ]


def _whole_name(name: str, surname: str) -> str:
    """Join a name and the surname from the surname column, unless the name already contains the surname."""
    words, last = name_key(name).split(), name_key(surname).split()
    is_whole = len(words) > len(last) and last in (words[: len(last)], words[len(words) - len(last) :])
    return name if is_whole else " ".join(filter(None, (name, surname)))


def _seed(number: int, text: str, letter: str, faults: list[Fault]) -> int | None:
    if not text:
        return None
    if re.fullmatch(r"[1-9][0-9]{0,3}", text):
        return int(text)
    message = Sentence(
        _("“%(text)s” is not a seed: write a whole number from 1, or nothing."), {"text": text[:20]}
    )
    faults.append(Fault(number, letter, "bad_seed", message))
    return None


def place_of(where: str, rows: Sequence[ImportRow]) -> tuple[int, str]:
    """Return the row number and column letter of a JSON Pointer; (0, "") for the whole list."""
    steps = where.strip("/").split("/") if where else []
    if not steps or int(steps[0]) >= len(rows):
        return 0, ""
    row = rows[int(steps[0])]
    key = "/".join(steps[1:3]) if steps[1:2] == ["players"] else "".join(steps[1:2])
    return row.number, row.columns.get(key) or row.columns.get("players/0", "")


def in_order(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Return the errors in order: first those about the whole list, then the others by row and column."""
    return iter(sorted(faults, key=lambda fault: (fault.row, len(fault.column), fault.column)))
