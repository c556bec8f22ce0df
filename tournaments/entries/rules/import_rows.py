"""A list of teams from a spreadsheet: which column is what, and what each row says.

Knows neither files nor who has entered: a table of text in, rows and faults out, each with its place
as the spreadsheet names it (row number, column letter).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.types import BadEntry, Sentence, _
from tournaments.entries.rules.details import DETAILS
from tournaments.people.names import INVISIBLE, name_key

FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # Excel takes the broad ones for formulas as well
"""What a formula begins with, or what a program skips before it."""


def cell_text(text: str) -> str:
    """Return the text as a cell shows it: without what is invisible or turns the line round."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in INVISIBLE)


def like_a_formula(text: str) -> bool:
    """Return whether a spreadsheet could take this text for something to work out."""
    return text[:1] in FORMULA and text != ""


def quoted(text: str) -> str:
    """Return the text with an apostrophe before it where it could be taken for a formula."""
    return f"'{text}" if like_a_formula(text) else text


Table = Sequence[Sequence[str]]

MOST_ROWS = 10_000
WIDEST = 60
PLAYERS = "players"
"""A column that holds everybody of a team at once."""

HEADINGS: Mapping[str, frozenset[str]] = {
    PLAYERS: frozenset({"giocatori", "players", "componenti", "nomi", "names"}),
    "name": frozenset(
        {"coppia", "nome coppia", "squadra", "nome squadra", "pair", "pair name", "team", "team name"}
    ),
    **{key: detail.headings for key, detail in DETAILS.items()},
    "seed": frozenset({"testa di serie", "teste di serie", "tds", "seed", "seeding"}),
}
PLAYER_STEMS = ("giocatore", "nome", "compagno", "player", "name", "player name")
ALONE = frozenset({*PLAYER_STEMS, "nome e cognome", "cognome e nome", "full name"})
"""What heads the one column of names where everybody plays alone."""
SURNAME = "surname"
SURNAMES = frozenset({"cognome", "surname", "last name", "family name"})
"""What heads a column of its own beside it."""
MEMBER_STEMS = (
    *("tessera", "numero tessera", "numero di tessera", "n tessera", "tessera n", "tessera numero"),
    *("member", "member number", "member no", "membership", "membership number"),
)
"""What heads a column of member numbers; a number or a player after it says whose, else the next player's."""
ORDINALS = (("primo", "first"), ("secondo", "second"), ("terzo", "third"), ("quarto", "fourth"))
WITHOUT_HEADINGS = ("club", "town", "name", "seed")
"""What follows the players when no row says what the columns are; who plays alone has no other name."""
UNUSED = ""
"""What a column is that means nothing here."""


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row read: a field the list has no column for, or an empty cell, is None."""

    number: int
    players: tuple[str, ...]
    name: str | None = None
    seed: int | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    """Those that the row says something about."""
    members: Mapping[int, str] = field(default_factory=dict)
    """The member numbers that the row says, by the player's place; the name may be missing there."""
    columns: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The letter of each field's column; players are `players/0`, `players/1`, their numbers `members/0`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one cell; no column when it is the row, no row when it is the list."""

    row: int
    column: str
    code: str
    message: Sentence


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A list as it was understood.

    `ignored` are the headings that mean nothing here; `columns` says of each place from 0 what it holds:
    a field of `column_choices`.
    """

    rows: tuple[ImportRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...] = ()
    columns: Mapping[int, str] = field(default_factory=dict)


def column_letter(index: int) -> str:
    """Return what a spreadsheet calls its column: 0 is A, 26 is AA."""
    letters = ""
    index += 1
    while index:
        index, place = divmod(index - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters


def column_choices(size: int) -> tuple[str, ...]:
    """Return what a column may hold in a list of teams of `size` players, in the order it is offered."""
    players = ["players/0", SURNAME] if size == 1 else [f"players/{place}" for place in range(size)]
    together = [] if size == 1 else [PLAYERS]
    numbers = [f"members/{place}" for place in range(size)]
    names = [] if size == 1 else ["name"]
    return (*players, *together, *numbers, *names, *DETAILS, "seed", UNUSED)


def read_table(table: Table, size: int, columns: Mapping[int, str] | None = None) -> ReadTable:
    """Read a list of teams of `size` players.

    `columns` says what each column holds (`column_choices`); None: what the headings say, else the usual
    order. Raises BadEntry when there is no team in the list, too many rows, or no column for the players.
    """
    numbered = [
        (number, [unquoted(cell) for cell in cells[:WIDEST]]) for number, cells in enumerate(table, start=1)
    ]
    filled = [(number, cells) for number, cells in numbered if any(cells)]
    headings = _columns(filled[0][1], size) if filled else {}
    body = filled[1:] if headings else filled
    if not body:
        raise BadEntry("no_rows", Sentence(_("There is no team in this list. Write one team a row.")))
    if len(body) > MOST_ROWS:
        text = _("This list has more than %(most)s rows. Divide it.")
        raise BadEntry("too_many_rows", Sentence(text, {"most": MOST_ROWS}))
    meant = _checked(columns, size) if columns is not None else headings or _usual(size)
    ignored = tuple(
        cell for place, cell in enumerate(filled[0][1]) if headings and cell and place not in meant
    )
    faults: list[Fault] = []
    rows = tuple(_row(number, cells, meant, size, faults) for number, cells in body)
    width = max(len(cells) for _number, cells in filled)
    return ReadTable(
        rows, tuple(faults), ignored, {place: meant.get(place, UNUSED) for place in range(width)}
    )


def _checked(columns: Mapping[int, str], size: int) -> dict[int, str]:
    """Return the columns that hold something; raise BadEntry when they cannot be what they are said to be."""
    used = {place: key for place, key in columns.items() if key != UNUSED}
    if not set(used.values()) <= set(column_choices(size)):
        raise BadEntry("columns_unclear", Sentence(_("Choose for each column what it holds.")))
    if len(set(used.values())) < len(used):
        raise BadEntry("columns_unclear", Sentence(_("Two columns hold the same thing: change one of them.")))
    if not {PLAYERS, "players/0", "members/0"} & set(used.values()):
        raise BadEntry("columns_unclear", Sentence(_("Say which column holds the players.")))
    return used


def unquoted(cell: str) -> str:
    """Return a cell's text: a sheet writes '=… for a text that only looks like a formula."""
    text = cell.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in set("=+-@\t\r") and text[1:2] else text


def _heading(cell: str) -> str:
    """Return a heading as it is compared: without case, accents and punctuation."""
    return " ".join(re.findall(r"[a-z0-9]+", name_key(cell)))


def _columns(cells: Sequence[str], size: int) -> dict[int, str]:
    """Return what each column is, by its heading; nothing when this row has no heading for the players."""
    known = {word: key for key, words in HEADINGS.items() for word in words} | _player_headings(size)
    if size == 1:
        known |= dict.fromkeys(HEADINGS[PLAYERS] | ALONE, "players/0") | dict.fromkeys(SURNAMES, SURNAME)
    found: dict[int, str] = {}
    for place, cell in enumerate(cells):
        heading = _heading(cell)
        numbered = sum(each.startswith("members/") for each in found.values())
        key = f"members/{numbered}" if heading in MEMBER_STEMS and numbered < size else known.get(heading)
        if key and key not in found.values():
            found[place] = key
    return found if {PLAYERS, "players/0", "members/0"} & set(found.values()) else {}


def _player_headings(size: int) -> dict[str, str]:
    words = {}
    for place in range(size):
        number = place + 1
        for stem in PLAYER_STEMS:
            for heading in (f"{stem} {number}", f"{stem}{number}", f"{number} {stem}", f"{number}o {stem}"):
                words[heading] = f"players/{place}"
        for ordinal in ORDINALS[place] if place < len(ORDINALS) else ():
            words |= {f"{ordinal} {stem}": f"players/{place}" for stem in PLAYER_STEMS}
        for stem in MEMBER_STEMS:
            whose = (str(number), f"giocatore {number}", f"player {number}")
            words |= {f"{stem} {each}": f"members/{place}" for each in whose}
    return words


def _usual(size: int) -> dict[int, str]:
    """Return what the columns are when nothing says so: the players, then name, club, town and seed."""
    others = [key for key in WITHOUT_HEADINGS if size > 1 or key != "name"]
    return dict(enumerate([*(f"players/{place}" for place in range(size)), *others]))


def _row(
    number: int, cells: Sequence[str], columns: Mapping[int, str], size: int, faults: list[Fault]
) -> ImportRow:
    texts = {key: cells[place] if place < len(cells) else "" for place, key in columns.items()}
    letters = {key: column_letter(place) for place, key in columns.items()}
    players = _players(texts, size)
    members = {place: text for place in range(size) if (text := texts.get(f"members/{place}", ""))}
    players += [""] * (size - len(players))
    missing = [place for place in range(size) if not players[place] and place not in members]
    for place in range(size):
        letters.setdefault(f"players/{place}", letters.get(PLAYERS, ""))
    faults += [
        Fault(number, letters[f"players/{place}"], "player_missing", _missing(place + 1, size))
        for place in missing
    ]
    seed = _seed(number, texts.get("seed", ""), letters.get("seed", ""), faults)
    details = {key: texts[key] for key in DETAILS if texts.get(key)}
    given = tuple(player for place, player in enumerate(players) if player or place in members)
    known = {} if missing else members  # the places are others where somebody is missing
    return ImportRow(number, given, texts.get("name") or None, seed, details, known, letters)


def _missing(place: int, size: int) -> Sentence:
    if size == 1:
        return Sentence(_("The name is missing: write it."))
    return Sentence(_("Player %(number)s is missing: write the name."), {"number": place})


def _players(texts: Mapping[str, str], size: int) -> list[str]:
    if PLAYERS in texts and "players/0" not in texts:
        return [name.strip() for name in re.split(r"[,;/&+\n]", texts[PLAYERS]) if name.strip()]
    if SURNAME in texts:
        return [" ".join(filter(None, (texts.get("players/0"), texts[SURNAME])))]
    return [texts.get(f"players/{place}", "") for place in range(size)]


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
    """Return row and column letter of a place in the list of entries; (0, "") is the whole list."""
    steps = where.strip("/").split("/") if where else []
    if not steps or int(steps[0]) >= len(rows):
        return 0, ""
    row = rows[int(steps[0])]
    key = "/".join(steps[1:3]) if steps[1:2] == ["players"] else "".join(steps[1:2])
    return row.number, row.columns.get(key) or row.columns.get("players/0", "")


def in_order(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Return the faults in the order of the list, those of the whole list first."""
    return iter(sorted(faults, key=lambda fault: (fault.row, len(fault.column), fault.column)))
