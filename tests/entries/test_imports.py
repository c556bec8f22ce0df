"""Import of a list of teams, as a whole or not at all: file formats, preview, and errors by cell."""

import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from typing import Any

import pytest
import xlsxwriter
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, drawn_tournament
from tournaments.entries import list_files as imports
from tournaments.entries.list_files import read_file, read_text
from tournaments.entries.rules.import_rows import MOST_ROWS
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.imports import ImportPlan, import_teams, plan_import
from tournaments.models import JournalEntry, Person, Tournament

HEADS = ["Giocatore 1", "Giocatore 2", "Nome coppia", "Circolo", "Paese", "Testa di serie"]
MANCA = ["Tore Manca", "Antonella Usai", "Gli Ostinati", "Li Punti", "Sassari", "1"]
FOIS = ["Ada Fois", "Nicola Murgia", "", "La Mariglia", "", ""]


def a_workbook(rows: Sequence[Sequence[Any]], *, empty_sheet_first: bool = False) -> bytes:
    """Return an XLSX file with the given rows."""
    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False})
    if empty_sheet_first:
        book.add_worksheet("Note")
    sheet = book.add_worksheet("Coppie")
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            sheet.write(number, place, cell)
    book.close()
    return file.getvalue()


MANIFEST = (
    '<?xml version="1.0"?><manifest:manifest '
    'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
)


def an_ods(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a minimal OpenDocument spreadsheet with the given rows."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = ["".join(cell.format(text) for text in row) for row in rows]
    cells = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    names = ("office", "table", "text")
    spaces = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"' for prefix in names
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="Coppie">{cells}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", MANIFEST)
        archive.writestr("content.xml", content)
    return file.getvalue()


FILES = [
    pytest.param("\n".join(";".join(row) for row in [HEADS, MANCA]).encode(), id="CSV with semicolons"),
    pytest.param("\n".join(",".join(row) for row in [HEADS, MANCA]).encode(), id="CSV with commas"),
    pytest.param("\r\n".join("\t".join(row) for row in [HEADS, MANCA]).encode(), id="tabs and CRLF"),
    pytest.param(
        b"\xef\xbb\xbf" + "\n".join(";".join(row) for row in [HEADS, MANCA]).encode(), id="UTF-8 with BOM"
    ),
    pytest.param(
        "\n".join("\t".join(row) for row in [HEADS, MANCA]).encode("utf-16"),
        id="UTF-16, Excel's Unicode text",
    ),
    pytest.param(a_workbook([HEADS, MANCA]), id="XLSX"),
    pytest.param(a_workbook([HEADS, [*MANCA[:5], 1]]), id="XLSX, the seed a number"),
    pytest.param(a_workbook([HEADS, MANCA], empty_sheet_first=True), id="XLSX, first sheet empty"),
    pytest.param(an_ods([HEADS, MANCA]), id="ODS"),
]


@pytest.mark.parametrize("data", FILES)
def test_same_rows_are_read_from_every_file_format(data: bytes) -> None:
    rows = [row for row in read_file(data).rows if any(row)]
    assert [[cell.strip() for cell in row] for row in rows] == [HEADS, MANCA]


def test_accents_in_a_legacy_encoding_are_read() -> None:
    assert read_file("Niccolò Lai;Desirè Pirè".encode("cp1252")).rows == [["Niccolò Lai", "Desirè Pirè"]]


def test_separator_within_quotes_is_part_of_the_cell() -> None:
    assert read_text('Ada Fois;"Murgia; Nicola"') == [["Ada Fois", "Murgia; Nicola"]]


def a_bomb(megabytes: int) -> bytes:
    """Return a small zip file that decompresses to the given number of megabytes."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (megabytes * 1024 * 1024))
    return file.getvalue()


def a_far_cell() -> bytes:
    """Return a small workbook with two cells so far apart that their range has 17 billion cells."""
    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write(0, 0, "Ada Fois")
    sheet.write(1_048_575, 16_383, "Nicola Murgia")
    book.close()
    return file.getvalue()


REFUSED_FILES = [
    pytest.param(b"a;b\n" * 600_000, "file_too_large", id="over two megabytes"),
    pytest.param(b"\n" * 2_000_000, "list_too_long", id="two million empty lines"),
    pytest.param(b"\r" * 2_000_000, "list_too_long", id="two million empty lines of another kind"),
    pytest.param(b"a;b\n" * 100_000, "list_too_long", id="a hundred thousand short lines"),
    pytest.param(partial(a_bomb, 41), "file_unfolds", id="a zip that unfolds"),
    pytest.param(a_far_cell, "file_unreadable", id="two cells a world apart"),
    pytest.param(b"PK\x03\x04 and then nothing", "file_unreadable", id="half a zip"),
    pytest.param(b"\xd0\xcf\x11\xe0 and then nothing", "file_unreadable", id="half an old workbook"),
    pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "file_unreadable", id="a picture"),
    pytest.param(b"\x81\xfe\x8d\xff\x8f", "file_unreadable", id="no encoding at all"),
    pytest.param(b'"Ada Fois;Nicola Murgia\n', "quotes_open", id="quotation mark not closed"),
]


@pytest.mark.parametrize(("data", "code"), REFUSED_FILES)
def test_file_that_is_not_a_list_is_refused_with_an_explanation(
    data: bytes | Callable[[], bytes], code: str
) -> None:
    content = data if isinstance(data, bytes) else data()
    with pytest.raises(BadEntry) as refusal:
        read_file(content)
    assert refusal.value.code == code


def test_workbook_that_takes_too_long_to_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "SECONDS", 0)
    with pytest.raises(BadEntry) as refusal:
        read_file(a_workbook([HEADS, MANCA]))
    assert refusal.value.code == "file_unreadable"


pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def taken_in(tournament: Tournament, rows: Sequence[Sequence[str]]) -> ImportPlan:
    """Import a list as if its preview had been confirmed."""
    return import_teams(tournament, rows, author=Author(tournament.owner_id), at=timezone.now())


def listed(tournament: Tournament) -> list[tuple[object, ...]]:
    """Return the name, players, club, town and seed of each team."""
    return [
        (team.name, [seat.person.name for seat in team.seats.all()], team.club, team.town, team.seed)
        for team in tournament.teams.prefetch_related("seats__person")
    ]


def test_import_adds_the_teams_of_the_list() -> None:
    tournament = a_tournament()
    plan = taken_in(tournament, [HEADS, MANCA, FOIS])
    assert [planned.act for planned in plan.rows] == ["add", "add"]
    assert listed(tournament) == [
        ("Gli Ostinati", ["Tore Manca", "Antonella Usai"], "Li Punti", "Sassari", 1),
        ("Fois – Murgia", ["Ada Fois", "Nicola Murgia"], "La Mariglia", "", None),
    ]
    assert JournalEntry.objects.get(kind="teams_imported").body == {"teams": 2, "changed": 0}


SAME_SURNAMES = [
    ["Gavino Sanna", "Tore Piras"],
    ["Anna Sanna", "Lia Piras"],
    ["Aldo Sànna", "Leo Piras"],
    ["Peppe Sanna", "Nino Sanna"],
    ["Ugo Satta", "Ida Lai"],
]


def test_teams_without_a_name_and_with_the_same_surnames_get_different_names() -> None:
    tournament = a_tournament()
    plan = taken_in(tournament, SAME_SURNAMES)
    assert not plan.faults
    names = ["G. Sanna – T. Piras", "A. Sanna – L. Piras", "Aldo Sànna – Leo Piras", "Sanna – Sanna"]
    assert [name for name, *_more in listed(tournament)] == [*names, "Satta – Lai"]
    plan = taken_in(tournament, [["Ada Sanna", "Bea Sanna"], *SAME_SURNAMES])
    assert (plan.faults, [each.act for each in plan.rows]) == ((), ["add", *["same"] * 5])
    assert [name for name, *_more in listed(tournament)][-1] == "A. Sanna – B. Sanna"


def test_generated_team_name_differs_from_a_name_given_in_the_list() -> None:
    tournament = a_tournament()
    rows = [["Ugo Satta", "Ida Lai", "", "", "", ""], ["Ada Cau", "Bea Cau", "satta – lai", "", "", ""]]
    assert not taken_in(tournament, [HEADS, *rows]).faults
    assert [name for name, *_more in listed(tournament)] == ["U. Satta – I. Lai", "satta – lai"]


SAME_PERSON = [
    pytest.param(["Anna  Sanna", "Tore Piras"], id="two spaces"),
    pytest.param(["Tore\tPiras", "Anna  Sanna"], id="a tab, and the players changed round"),
    pytest.param(["Anna \u00a0Sanna", "Tore Piras"], id="a space that does not break"),
    pytest.param(["\u200eAnna Sanna", "Tore Piras\u200b"], id="marks of a messenger"),
]


@pytest.mark.parametrize("players", SAME_PERSON)
def test_name_that_differs_only_in_spaces_identifies_the_team_already_entered(players: list[str]) -> None:
    tournament = a_tournament()
    taken_in(tournament, [["Anna Sanna", "Tore Piras"]])
    plan = taken_in(tournament, [["Giocatore 1", "Giocatore 2", "Paese"], [*players, "Alghero"]])
    assert (plan.faults, [each.act for each in plan.rows]) == ((), ["change"])
    assert tournament.teams.count() == 1


def test_names_that_differ_only_in_the_kind_of_apostrophe_identify_one_person() -> None:
    first, second = a_tournament(), a_tournament(name="Altro")
    taken_in(first, [["Maria D'Angelo", "Niccolò Lai"]])
    taken_in(second, [["Maria D’Angelo", "Niccolo' Lai"]])
    assert Person.objects.filter(written_name__contains="Angelo").count() == 1
    assert Person.objects.filter(written_name__contains="Lai").count() == 1
    plan = taken_in(a_tournament(name="Terzo"), [["Maria D'Angelo", "A Uno"], ["Maria Dʼ Angelo", "B Due"]])
    assert [fault.code for fault in plan.faults] == ["player_twice"]


def test_preview_of_an_import_saves_nothing() -> None:
    tournament = a_tournament()
    before = Tournament.objects.get(pk=tournament.pk).version
    assert plan_import(tournament, [HEADS, MANCA]).changes_something
    assert tournament.teams.count() == 0
    assert Tournament.objects.get(pk=tournament.pk).version == before


def test_list_imported_again_changes_nothing() -> None:
    tournament = a_tournament()
    taken_in(tournament, [HEADS, MANCA, FOIS])
    plan = taken_in(tournament, [HEADS, MANCA, FOIS])
    assert [planned.act for planned in plan.rows] == ["same", "same"]
    assert not plan.changes_something
    assert JournalEntry.objects.filter(kind="teams_imported").count() == 1


CHANGES = [
    pytest.param(
        ["Tore Manca", "Antonella Usai", "Gli Ostinati", "Olbia", "", ""], ("club",), id="by name and players"
    ),
    pytest.param(
        ["Tore Manca", "Antonella Usai", "I Nuovi", "", "", ""], ("name",), id="by the players: a new name"
    ),
    pytest.param(
        ["Antonella Usai", "Tore Manca", "", "", "", ""], ("players",), id="the players change seats"
    ),
    pytest.param(
        ["Tore Manca", "Ines Satta", "gli ostinati", "", "", "2"],
        ("name", "seed", "players"),
        id="by the name",
    ),
]


@pytest.mark.parametrize(("row", "differs"), CHANGES)
def test_team_already_entered_is_changed_by_an_imported_list(
    row: list[str], differs: tuple[str, ...]
) -> None:
    tournament = a_tournament()
    taken_in(tournament, [HEADS, MANCA])
    plan = taken_in(tournament, [HEADS, row])
    assert [planned.differs for planned in plan.of("change")] == [differs]
    assert tournament.teams.count() == 1


def test_field_without_a_column_in_the_list_keeps_its_value() -> None:
    tournament = a_tournament()
    taken_in(tournament, [HEADS, MANCA])
    taken_in(
        tournament, [["Giocatore 1", "Giocatore 2", "Paese"], ["Tore Manca", "Antonella Usai", "Alghero"]]
    )
    assert listed(tournament) == [
        ("Gli Ostinati", ["Tore Manca", "Antonella Usai"], "Li Punti", "Alghero", 1)
    ]


def test_import_can_swap_seeds_names_and_players_of_two_teams() -> None:
    tournament = a_tournament()
    taken_in(
        tournament,
        [HEADS, ["A Uno", "B Due", "Rossi", "", "", "1"], ["C Tre", "D Quattro", "Neri", "", "", "2"]],
    )
    plan = taken_in(
        tournament, [HEADS, ["A Uno", "B Due", "", "", "", "2"], ["C Tre", "D Quattro", "", "", "", "1"]]
    )
    assert not plan.faults
    assert [(name, seed) for name, _players, _club, _town, seed in listed(tournament)] == [
        ("Neri", 1),
        ("Rossi", 2),
    ]
    taken_in(
        tournament,
        [HEADS, ["A Uno", "D Quattro", "Rossi", "", "", ""], ["C Tre", "B Due", "Neri", "", "", ""]],
    )
    assert [players for _name, players, *_more in listed(tournament)] == [
        ["C Tre", "B Due"],
        ["A Uno", "D Quattro"],
    ]


FAULTS = [
    pytest.param(
        [HEADS, ["Ada Fois", "Ada Fois", "", "", "", ""]],
        [(2, "B", "player_twice")],
        id="one person twice in a team",
    ),
    pytest.param(
        [HEADS, ["Ada Fois", "Tore Manca", "", "", "", ""], ["Tore Manca", "Ines Satta", "", "", "", ""]],
        [(3, "A", "player_twice")],
        id="one person in two rows",
    ),
    pytest.param(
        [HEADS, ["Già Iscritta", "Ines Satta", "", "", "", ""]],
        [(2, "A", "player_twice")],
        id="entered already",
    ),
    pytest.param(
        [HEADS, ["A Uno", "B Due", "Stessa", "", "", ""], ["C Tre", "D Quattro", "stessa", "", "", ""]],
        [(3, "C", "team_name_taken")],
        id="one name twice",
    ),
    pytest.param(
        [HEADS, ["A Uno", "B Due", "", "", "", "7"]], [(2, "F", "seed_taken")], id="a seed that is taken"
    ),
    pytest.param(
        [HEADS, ["A Uno", "B Due", "", "", "", "uno"]], [(2, "F", "bad_seed")], id="a seed in letters"
    ),
    pytest.param(
        [HEADS, ["A Uno", "B Due", "", "", "", "2000"]], [(2, "F", "seed_range")], id="a seed too far"
    ),
    pytest.param([HEADS, ["A Uno", "", "", "", "", ""]], [(2, "B", "player_missing")], id="alone"),
    pytest.param(
        [HEADS, ["A Uno", "B" * 81, "", "", "", ""]], [(2, "B", "name_too_long")], id="a name too long"
    ),
    pytest.param(
        [HEADS, ["A Uno", "B\u202eDue", "", "", "", ""]],
        [(2, "B", "name_invisible")],
        id="a name that turns the line round",
    ),
    pytest.param(
        [HEADS, ["A Uno", "B Due", "", "C\u202eircolo", "", ""]],
        [(2, "D", "name_invisible")],
        id="an invisible letter",
    ),
    pytest.param(
        [["Quota", "Giocatore 1", "Giocatore 2"], ["20", "", "B Due"]],
        [(2, "B", "player_missing")],
        id="other columns first",
    ),
    pytest.param(
        [HEADS, ["Prima Qui", "Già Iscritta", "", "", "", ""], ["Già Iscritta", "Prima Qui", "", "", "", ""]],
        [(3, "A", "team_twice")],
        id="one team in two rows",
    ),
    pytest.param(
        [HEADS, ["Già Iscritta", "Prima Qui", "Altra Coppia", "", "", ""]],
        [(2, "C", "two_teams")],
        id="name of one, players of another",
    ),
]


@pytest.mark.parametrize(("rows", "faults"), FAULTS)
def test_every_error_of_a_list_is_reported_and_nothing_is_saved(
    rows: list[list[str]], faults: list[tuple[int, str, str]]
) -> None:
    tournament = a_tournament()
    existing_entries = [
        Entry(["Già Iscritta", "Prima Qui"], seed=7),
        Entry(["X Cinque", "Y Sei"], name="Altra Coppia"),
    ]
    enter_teams(tournament, existing_entries, author=Author(tournament.owner_id), at=timezone.now())
    before = listed(tournament)
    plan = taken_in(tournament, rows)
    assert [(fault.row, fault.column, fault.code) for fault in plan.faults][: len(faults)] == faults
    assert listed(tournament) == before


def test_one_row_with_an_error_blocks_the_whole_import() -> None:
    tournament = a_tournament()
    plan = taken_in(tournament, [HEADS, MANCA, FOIS, ["Solo Uno", "", "", "", "", ""]])
    assert len(plan.faults) == 1
    assert tournament.teams.count() == 0


def test_text_like_a_formula_is_imported_as_a_name() -> None:
    tournament = a_tournament()
    rows = read_file(a_workbook([HEADS, ["'=SOMMA(A1)", "=1+1", "", "", "", ""]])).rows
    taken_in(tournament, rows)
    assert [players for _name, players, *_more in listed(tournament)] == [["'=SOMMA(A1)", "=1+1"]]


@pytest.mark.sweep
def test_list_with_too_many_rows_or_teams_is_refused() -> None:
    tournament = a_tournament()
    rows = [[f"Primo Numero{number}", f"Secondo Numero{number}"] for number in range(MOST_ROWS + 1)]
    with pytest.raises(BadEntry) as refusal:
        plan_import(tournament, read_file("\n".join(";".join(row) for row in rows).encode()).rows)
    assert refusal.value.code == "too_many_rows"
    assert [fault.code for fault in plan_import(tournament, rows[:-1]).faults] == ["too_many_teams"]


@pytest.mark.sweep
def test_list_of_1024_teams_is_imported() -> None:
    tournament = a_tournament()
    rows = [[f"Primo Numero{number}", f"Secondo Numero{number}"] for number in range(1024)]
    assert not taken_in(tournament, rows).faults
    assert tournament.teams.count() == 1024


def test_list_cannot_be_imported_after_the_draw() -> None:
    tournament = drawn_tournament(4)
    with pytest.raises(NotNow) as refusal:
        taken_in(tournament, [HEADS, MANCA])
    assert refusal.value.code == "already_drawn"


def test_preview_of_an_import_has_a_constant_number_of_queries(django_assert_num_queries: Any) -> None:
    tournament = a_tournament(teams=64)
    for length in (2, 400):
        rows = [[f"Primo Numero{number}", f"Secondo Numero{number}"] for number in range(length)]
        with django_assert_num_queries(6):
            plan_import(tournament, rows)
