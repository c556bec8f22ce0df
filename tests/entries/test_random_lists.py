"""Random lists in random file formats are read unchanged, lead to a question, or are refused."""

import csv
import random
from io import BytesIO, StringIO

import pytest
import xlsxwriter

from scoring.types import BadEntry
from tests.entries.test_imports import an_ods
from tournaments.competition.names import name_key
from tournaments.entries.list_files import read_file
from tournaments.entries.rules.import_rows import read_table

FIRST_NAMES = [
    "Ada",
    "Niccolò",
    "José",
    "Gavino",
    "Maria Rosa",
    "Anna-Maria",
    "Ángel",
    "Zoë",
    "Désirée",
    "Ugo",
]
SURNAMES = [
    "Sanna",
    "De Luca",
    "D'Angelo",
    "D’Angelo",
    "Pirè",
    "Müller",
    "Lo Verde",
    "Mèloni",
    "Cau",
    "Satta jr.",
]
FORMS = [
    "{first} {last}",
    "{last} {first}",
    "{last}, {first}",
    '{first} "Ninni" {last}',
    "{first} {last} (Nuoro)",
]
TEAMS = [
    "Gli Ostinati",
    'I "Soliti"',
    "3ª C",
    "A; B",
    "Uno, due",
    "=Pari",
    "'Ndria",
    "+39",
    "-Nuoro",
    "I Jolly",
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp850", "mac_roman", "xlsx", "ods"]
TITLES = [[], ["Torneo di Natale 2026"], ["Torneo di Natale", "20/12/2026"], ["Iscritti al 20/12"]]
ARRANGEMENTS = ["headed", "bare", "apart", "repeated", "together", "one line", "bare apart"]
ONE_LINE = [" - ", " – ", " / ", " e ", ", ", " & "]


class EverythingQuoted(csv.excel):
    """A CSV dialect that encloses every cell in quotation marks."""

    quoting = csv.QUOTE_ALL


Team = tuple[tuple[str, str], str]


def random_name(chance: random.Random, form: str) -> str:
    """Return a random name that an import stores unchanged."""
    return form.format(first=chance.choice(FIRST_NAMES), last=chance.choice(SURNAMES))


def halves(name: str) -> tuple[str, str]:
    """Split a name into first name and surname, for two columns."""
    first, _space, last = name.partition(" ")
    return first, last


def arranged(chance: random.Random, kind: str, teams: list[Team]) -> list[list[str]]:
    """Return the teams as rows of a table, in the arrangement `kind` (with or without headings)."""
    if kind == "headed":
        return [["Giocatore 1", "Giocatore 2", "Coppia"], *([*players, name] for players, name in teams)]
    if kind == "bare":
        return [list(players) for players, _name in teams]
    if kind == "together":
        sign = chance.choice([", ", " / ", "\n", " & "])
        return [["Coppia", "Giocatori"], *([name, sign.join(players)] for players, name in teams)]
    if kind == "one line":
        sign, numbering = chance.choice(ONE_LINE), chance.choice(["{}. ", "{}) ", "- ", "• ", ""])
        return [
            [numbering.format(number) + sign.join(players)]
            for number, (players, _name) in enumerate(teams, 1)
        ]
    heads = ["Nome 1", "Cognome 1", "Nome 2", "Cognome 2"] if kind == "apart" else ["Nome", "Cognome"] * 2
    rows = [[*halves(players[0]), *halves(players[1])] for players, _name in teams]
    return rows if kind == "bare apart" else [heads, *rows]


def encoded(chance: random.Random, rows: list[list[str]]) -> bytes:
    """Convert a table to a file in a random format and encoding."""
    encoding = chance.choice(ENCODINGS)
    if encoding == "ods":
        return an_ods([[cell.replace("&", "&amp;") for cell in row] for row in rows])
    if encoding == "xlsx":
        file = BytesIO()
        book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False})
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            for place, cell in enumerate(row):
                sheet.write_string(number, place, cell)
        book.close()
        return file.getvalue()
    text = StringIO()
    dialect = chance.choice([csv.excel, EverythingQuoted])
    sign, end = chance.choice(";,\t|"), chance.choice(["\n", "\r\n"])
    text.write(f"sep={sign}{end}" if chance.random() < 0.1 and encoding != "utf-8-sig" else "")
    csv.writer(text, delimiter=sign, dialect=dialect, lineterminator=end).writerows(rows)
    return text.getvalue().encode(encoding, errors="replace").replace(b"?", b"'")


def random_teams(chance: random.Random) -> list[Team]:
    """Return random teams whose names have only letters found on European keyboards."""
    form = chance.choice(FORMS)
    names = [(random_name(chance, form), random_name(chance, form)) for _row in range(chance.randint(1, 8))]
    return [(players, chance.choice(TEAMS)) for players in names]


def outcome(number: int) -> str:
    """Read random list `number`; return "equal", "question", "refused", or a message with the differences."""
    chance = random.Random(number)
    teams, kind = random_teams(chance), chance.choice(ARRANGEMENTS)
    title = chance.choice(TITLES)
    data = encoded(chance, [*([title] if title else []), *arranged(chance, kind, teams)])
    try:
        file = read_file(data)
        table = read_table(file.rows, 2)
    except BadEntry:
        return "refused"
    if table.doubts or table.faults or file.encodings or any(len(row.players) != 2 for row in table.rows):
        return "question"
    has_names = kind in ("headed", "together")
    expected = [
        ([name_key(each) for each in players], name if has_names else None) for players, name in teams
    ]
    rows = [([name_key(each) for each in row.players], row.name) for row in table.rows]
    return "equal" if rows == expected else f"{number} ({kind}): {expected} became {rows}"


@pytest.mark.parametrize(
    "numbers",
    [range(40), pytest.param(range(40, 2_000), marks=[pytest.mark.sweep, pytest.mark.timeout(900)])],
)
def test_random_list_is_read_unchanged_or_leads_to_a_question_or_is_refused(numbers: range) -> None:
    outcomes = [outcome(number) for number in numbers]
    assert [each for each in outcomes if each not in ("equal", "question", "refused")] == []
    assert outcomes.count("equal") > len(numbers) // 4
