"""The columns of a list of teams: which headings are recognised, and which field each column contains.

A heading has a kind (name, surname, member number) and a player number (1, primo, A). Headings of the same
kind without a number are numbered from left to right: Nome, Cognome, Nome, Cognome.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.types import BadEntry, Sentence, _
from tournaments.competition.names import PARTICLES, name_key
from tournaments.entries.rules.cells import ANY_SIGN, ERROR, names_in, parted_names
from tournaments.values.details import DETAILS

# A column with all players of a team in each cell.
PLAYERS = "players"
# The field of a column that is not used.
UNUSED = ""
# The fields after the players in a list without headings; for single players without the team name.
WITHOUT_HEADINGS = ("club", "town", "name", "seed")

HEADINGS: Mapping[str, frozenset[str]] = {
    PLAYERS: frozenset(
        {
            "giocatori",
            "players",
            "componenti",
            "nomi",
            "names",
            "nominativi",
            "partecipanti",
            "coppie",
            "squadre",
            "pairs",
            "teams",
        }
    ),
    "name": frozenset(
        {"coppia", "nome coppia", "squadra", "nome squadra", "pair", "pair name", "team", "team name"}
    ),
    **{key: detail.headings for key, detail in DETAILS.items()},
    "seed": frozenset({"testa di serie", "teste di serie", "tds", "seed", "seeding"}),
}
MEMBERS = frozenset({
    *("tessera", "numero tessera", "numero di tessera", "n tessera", "tessera n", "tessera numero"),
    *("member", "member number", "member no", "membership", "membership number"),
})  # fmt: skip
NAMES = frozenset({"nome", "name"})
FIRST_NAMES = frozenset(
    {
        "first name",
        "given name",
        "forename",
        "nome proprio",
        "nome di battesimo",
        "vorname",
        "prenom",
        "nombre",
    }
)
SURNAMES = frozenset(
    {"cognome", "surname", "last name", "family name", "nachname", "nom", "apellido", "apellidos"}
)
FULL_NAMES = frozenset({
    *("nome e cognome", "cognome e nome", "nome cognome", "cognome nome", "full name", "name and surname"),
    *("surname and name", "first and last name", "first name last name", "last name first name"),
})  # fmt: skip
# Words for a player: a heading alone, or beside a kind (Cognome giocatore 1).
ROLES = frozenset({
    *("giocatore", "giocatrice", "compagno", "compagna", "partner", "nominativo", "atleta", "socio"),
    *("capitano", "iscritto", "concorrente", "partecipante"),
    *("captain", "player", "member", "participant", "entrant"),
})  # fmt: skip
# The headings of columns of names; `any` is a first name next to a surname column, else a full name.
KINDS: Mapping[str, frozenset[str]] = {
    "members": MEMBERS,
    "first": FIRST_NAMES,
    "surname": SURNAMES,
    "full": FULL_NAMES,
    "any": NAMES,
}
ORDINALS = {
    word: place
    for place, words in enumerate(
        (
            "1 primo prima first a uno one i",
            "2 secondo seconda second b due two ii",
            "3 terzo third c tre three iii",
            "4 quarto fourth d quattro four iv",
        )
    )
    for word in words.split()
}
# Words that are ignored in a heading, such as “del” in “nome del primo giocatore”.
SMALL_WORDS = frozenset({"del", "della", "dell", "di", "of", "the"})
# Letters after a figure: 1° giocatore, 2nd player.
ENDINGS = frozenset({"o", "a", "st", "nd", "rd", "th"})
# Headings of columns that a list of teams does not use.
COMMON_WORDS = frozenset({
    *("n", "nr", "num", "numero", "no", "number", "id", "data", "date", "quota", "pagato", "note", "notes"),
    *("telefono", "phone", "email", "mail", "osservazioni", "remarks", "iscritti", "categoria"),
})  # fmt: skip
# Words and dates of a title above a list.
TITLE = re.compile(
    r"\b(?:torneo|tornei|elenco|lista|iscritti|gara|campionato|trofeo|memorial|aggiornato|serata|edizione|"
    r"tournament|list|entries|players|championship|(?:19|20)\d\d|\d{1,2}/\d{1,2})\b"
)

Columns = dict[int, str]


class NameHeading(NamedTuple):
    """The kind of a heading above names, and the index of the player (None if the heading has no number)."""

    kind: str
    place: int | None


def heading_text(cell: str) -> str:
    """Normalise a heading for comparison: ignore case, accents and punctuation."""
    return "" if ERROR.fullmatch(cell) else " ".join(re.findall(r"[a-z]+|[0-9]+", name_key(cell)))


def name_heading(text: str, size: int) -> NameHeading | None:
    """Return the kind and player index of a heading above names or member numbers; otherwise None."""
    words, place = text.split(), None
    if text not in FIRST_NAMES | MEMBERS:
        words, place = _numbered(words)
    if place is not None and place >= size:
        return None
    for left_out in (frozenset[str](), ROLES, ROLES | SMALL_WORDS):
        candidate = " ".join(word for word in words if word not in left_out)
        for kind, headings in KINDS.items():
            if candidate in headings:
                return NameHeading(kind, place)
    is_role = any(word in ROLES for word in words) and set(words) <= ROLES | SMALL_WORDS
    return NameHeading("full", place) if is_role else None


def _numbered(words: Sequence[str]) -> tuple[list[str], int | None]:
    for index in dict.fromkeys((0, len(words) - 1, 1)) if len(words) > 1 else ():
        before, word, after = words[:index], words[index], words[index + 1 :]
        if word not in ORDINALS or f"{word} {' '.join(after[:1])}" in FIRST_NAMES:
            continue
        is_figure = word.isdigit() and after[:1] and after[0] in ENDINGS
        return [*before, *after[1 if is_figure else 0 :]], ORDINALS[word]
    return list(words), None


def columns_of(cells: Sequence[str], size: int) -> Columns:
    """Return the field of each column according to its heading; empty if no heading is for players."""
    texts = [heading_text(cell) for cell in cells]
    words = {word: key for key, headings in HEADINGS.items() for word in headings}
    columns: Columns = {}
    for place, text in enumerate(texts):
        key = words.get(text)
        if key and key not in columns.values():
            columns[place] = key
    headings = {place: name_heading(text, size) for place, text in enumerate(texts) if place not in columns}
    columns |= _name_columns({place: each for place, each in headings.items() if each}, size)
    return _alone(columns) if size == 1 else _together(columns, size)


def _name_columns(headings: Mapping[int, NameHeading], size: int) -> Columns:
    """Return the fields of the name columns. A full name takes precedence over first name and surname."""
    seats: dict[tuple[str, int], int] = {}
    counts: Counter[str] = Counter()
    is_numbered = any(each.place is not None and each.kind != "members" for each in headings.values())
    for column, (kind, number) in headings.items():
        place = counts[kind] if number is None else number
        counts[kind] += 1
        if place < size and (number is not None or kind == "members" or not is_numbered):
            seats.setdefault((kind, place), column)
    columns = {column: f"members/{place}" for (kind, place), column in seats.items() if kind == "members"}
    for place in range(size):
        columns |= _columns_of_player({kind: seats.get((kind, place)) for kind in KINDS}, place)
    return columns


def _columns_of_player(kinds: Mapping[str, int | None], place: int) -> Columns:
    first = kinds["any"] if kinds["first"] is None else kinds["first"]
    full = kinds["full"]
    if full is None and kinds["first"] is not None:
        full = kinds["any"]
    if full is not None:
        return {full: f"players/{place}"}
    fields = {first: f"players/{place}", kinds["surname"]: f"surnames/{place}"}
    return {column: key for column, key in fields.items() if column is not None}


def _alone(columns: Columns) -> Columns:
    """Return the fields for a list with one player in each row; empty if no column contains players.

    The column of team names is left out. A column for all players of a team is used as the player column,
    unless the list has a separate player column.
    """
    has_player = "players/0" in columns.values()
    fields = {
        place: "players/0" if key == PLAYERS and not has_player else key
        for place, key in columns.items()
        if key != "name" and (key != PLAYERS or not has_player)
    }
    return fields if holds_players(fields) else {}


def _together(columns: Columns, size: int) -> Columns:
    """Return the fields for a list with one team in each row; empty if no column contains players.

    If the only player column is for the first player, the column is used for all players of the team. If
    there is no player column, the column of team names is used instead.
    """
    fields = set(columns.values())
    seats = {
        place for place in range(size) for kind in ("players", "surnames") if f"{kind}/{place}" in fields
    }
    if PLAYERS not in fields and seats == {0} and "surnames/0" not in fields:
        columns = {place: PLAYERS if key == "players/0" else key for place, key in columns.items()}
    elif not holds_players(columns) and "name" in fields:
        columns = {place: PLAYERS if key == "name" else key for place, key in columns.items()}
    return columns if holds_players(columns) else {}


def holds_players(columns: Mapping[int, str]) -> bool:
    """Return whether one of the columns contains players or member numbers."""
    return bool({PLAYERS, "players/0", "surnames/0", "members/0"} & set(columns.values()))


def usual_columns(rows: Sequence[Sequence[str]], size: int) -> Columns:
    """Return the fields of a list without headings: the players, then club, town, name and seed.

    A first column of numbers is ignored. The first column of names may have all players of a team.
    """
    first = 1 if _is_counted(rows) else 0
    is_alone = size > 1 and not any(any(cells[first + 1 :]) for cells in rows)
    if is_alone and any(len(names_in(cells[first], size)) > 1 for cells in rows if len(cells) > first):
        return {first: PLAYERS}
    fields = [key for key in WITHOUT_HEADINGS if size > 1 or key != "name"]
    if size > 1 and all(len(parted_names(cells[first], size)) == size for cells in rows if any(cells)):
        return dict(enumerate([PLAYERS, *fields], start=first))
    return dict(enumerate([*(f"players/{place}" for place in range(size)), *fields], start=first))


def _is_counted(rows: Sequence[Sequence[str]]) -> bool:
    filled = [cells for cells in rows if any(cells)]
    return all(re.fullmatch(r"\d{1,4}[.)]?", cells[0]) for cells in filled) and any(
        any(cells[1:]) for cells in filled
    )


def looks_like_headings(cells: Sequence[str], size: int) -> bool:
    """Return whether a row probably contains headings or a title: a known heading, a title word or a date."""
    texts = [heading_text(part) for cell in cells for part in re.split(r"[\t;|,]", cell)]
    words = COMMON_WORDS | frozenset().union(*HEADINGS.values())
    if any(text in words or name_heading(text, size) for text in texts):
        return True
    return any(TITLE.search(name_key(cell)) for cell in cells)


def has_small_words(cells: Sequence[str]) -> bool:
    """Return whether a row has a lower-case word, such as “gioca”; particles of surnames do not count."""
    texts = [ANY_SIGN.sub(" ", cell) for cell in cells]
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text)]
    return any(word.islower() and len(word) > 1 and word not in PARTICLES for word in words)


def column_choices(size: int) -> tuple[str, ...]:
    """Return the keys of the fields that a user may choose for a column, in the order of the page."""
    names = [f"{kind}/{place}" for place in range(size) for kind in ("players", "surnames")]
    together = [] if size == 1 else [PLAYERS]
    numbers = [f"members/{place}" for place in range(size)]
    team = [] if size == 1 else ["name"]
    return (*names, *together, *numbers, *team, *DETAILS, "seed", UNUSED)


def checked_columns(columns: Mapping[int, str], size: int) -> Columns:
    """Return the columns for which a field was chosen; raise BadEntry if the choices conflict."""
    used = {place: key for place, key in columns.items() if key != UNUSED}
    if not set(used.values()) <= set(column_choices(size)):
        raise BadEntry("columns_unclear", Sentence(_("Choose for each column what it holds.")))
    if len(set(used.values())) < len(used):
        raise BadEntry("columns_unclear", Sentence(_("Two columns hold the same thing: change one of them.")))
    if not holds_players(used):
        raise BadEntry("columns_unclear", Sentence(_("Say which column holds the players.")))
    return used
