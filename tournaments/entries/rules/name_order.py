"""Reordering of names with the surname first, and of names in two columns."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from scoring.types import Sentence, _
from tournaments.competition.names import PARTICLES, SUFFIXES, name_key
from tournaments.entries.rules.cells import names_in
from tournaments.entries.rules.columns import PLAYERS, WITHOUT_HEADINGS, Columns, heading_text
from tournaments.entries.rules.list_lines import DoubtList, Line, cell_at, with_cells_replaced

# A heading of full names that begin with the surname: “cognome e nome”.
SURNAME_FIRST = re.compile(r"\b(?:cognome (?:e )?nome|(?:surname|last name) (?:and )?(?:first )?name)\b")


def with_surname_columns(
    headings: Sequence[str], lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> Columns:
    """Read the column after each first name as the surname, unless the user has declined.

    A question is added for a list without headings if most first names (3 of 4) are a single word, and
    for a list with headings if the column after each player has text but no heading.
    """
    places = (
        _places_beside(headings, lines, fields) if any(headings) else _places_of_words(lines, fields, size)
    )
    if not places:
        return fields
    row = next((row for _number, row in lines if all(cell_at(row, each) for each in places)), lines[0][1])
    pairs = [(cell_at(row, first), cell_at(row, first + 1)) for first in places[::2]]
    values = {"text": " · ".join(cell for pair in pairs for cell in pair)}
    question = Sentence(_("Do first name and surname stand in two columns in “%(text)s”?"), values)
    yes = Sentence(_("Yes: %(names)s"), {"names": ", ".join(" ".join(pair) for pair in pairs)})
    no = Sentence(_("No: the columns stay apart"))
    if not reading.is_changed("halves", question, yes, no):
        return fields
    seats = [f"{kind}/{seat}" for seat in range(size) for kind in ("players", "surnames")]
    if any(headings):
        return {**fields, **{each + 1: fields[each].replace("players", "surnames") for each in places[::2]}}
    details = (key for key in WITHOUT_HEADINGS if size > 1 or key != "name")
    last = max(fields)
    return dict(zip(range(places[0], last + size + 1), [*seats, *details], strict=False))


def _places_beside(headings: Sequence[str], lines: list[Line], fields: Columns) -> list[int]:
    seats = [place for place, key in fields.items() if key.startswith("players/")]
    used_places = set(fields) | {place for place, cell in enumerate(headings) if cell}
    beside = [place for place in seats if place + 1 not in used_places]
    is_filled = beside == seats and all(
        2 * sum(bool(cell_at(row, place + 1)) for _number, row in lines) > len(lines) for place in beside
    )
    return [each for place in beside for each in (place, place + 1)] if is_filled else []


def _places_of_words(lines: list[Line], fields: Columns, size: int) -> list[int]:
    first = min(fields, default=0)
    places = list(range(first, first + 2 * size))
    usual = [*(f"players/{seat}" for seat in range(size)), *("club", "town")]
    cells = [cell_at(row, place) for _number, row in lines for place in places]
    is_usual = [fields.get(place) for place in places] == usual[: 2 * size]
    is_full = all(cells) and all(any(map(str.isalpha, cell)) for cell in cells)
    is_of_words = 4 * sum(len(cell.split()) == 1 for cell in cells[::2]) >= 3 * len(cells[::2])
    return places if is_usual and is_full and is_of_words else []


def given_names_of(keys: Iterable[str]) -> frozenset[str]:
    """Return the presumed given names: the words that begin at least one name and end none.

    `keys` are the name keys of persons. Names of a single word are ignored.
    """
    words = [key.split() for key in keys]
    several = [each for each in words if len(each) > 1]
    return frozenset(each[0] for each in several) - {each[-1] for each in several}


def with_given_names_first(
    headings: Sequence[str],
    lines: list[Line],
    fields: Columns,
    size: int,
    given_names: Collection[str],
    reading: DoubtList,
) -> list[Line]:
    """Change “Sanna Gavino” to Gavino Sanna in all rows, unless the user has declined.

    A question is added if a heading puts the surname first, or if at least two names end with a word of
    `given_names`. No question is added if a name begins with a word of `given_names`.
    """
    cells = _cells_of_names(lines, fields, size, reading)
    words = [name_key(name).split() for names in cells.values() for name in names]
    if any(each[0] in given_names for each in words if each):
        return lines
    if sum(each[-1] in given_names for each in words if len(each) > 1) < 2:
        called = {place for place, cell in enumerate(headings) if SURNAME_FIRST.search(heading_text(cell))}
        cells = {at: names for at, names in cells.items() if at[1] in called}
    changes = {at: list(map(given_name_first, names)) for at, names in cells.items()}
    changes = {at: names for at, names in changes.items() if names != cells[at]}
    if not changes:
        return lines
    at, names = next(iter(changes.items()))
    name, other = next(pair for pair in zip(cells[at], names, strict=True) if pair[0] != pair[1])
    question = Sentence(_("Do the surnames stand first? “%(text)s”"), {"text": name})
    yes, no = Sentence(_("Yes: %(name)s"), {"name": other}), Sentence(_("No: the names as written"))
    if not reading.is_changed("order", question, yes, no):
        return lines
    return with_cells_replaced(lines, {place: "\n".join(names) for place, names in changes.items()})


def _cells_of_names(
    lines: list[Line], fields: Columns, size: int, reading: DoubtList
) -> Mapping[tuple[int, int], list[str]]:
    """Return the names in each full-name cell; skip cells with a comma or the name of an entered player."""
    surnames = {key.split("/")[1] for key in fields.values() if key.startswith("surnames/")}
    places = {
        place: size if key == PLAYERS else 1
        for place, key in fields.items()
        if key == PLAYERS or (key.startswith("players/") and key.split("/")[1] not in surnames)
    }
    cells = {
        (number, place): names_in(row[place], size) if count > 1 else [row[place]]
        for number, row in lines
        for place, count in places.items()
        if cell_at(row, place)
    }
    return {
        at: names
        for at, names in cells.items()
        if not any(name_key(name) in reading.entered_names or "," in name for name in names)
    }


def given_name_first(name: str) -> str:
    """Move the surname to the end of a name: De Luca Anna becomes Anna De Luca."""
    suffix = SUFFIXES.search(name)
    bare, rest = (name[: suffix.start()], name[suffix.start() :]) if suffix else (name, "")
    words = bare.split()
    last = 1 + next((at for at, word in enumerate(words) if word.lower() not in PARTICLES), 0)
    return " ".join([*words[last:], *words[:last]]) + rest if last < len(words) else name
