"""Files of imported lists: the sheet that is read, encodings, and cells without a value."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import xlsxwriter

from scoring.types import BadEntry
from tests.entries.test_imports import a_workbook, an_ods
from tournaments.entries.list_files import encoding_doubt, read_file, respelt
from tournaments.entries.rules.import_rows import read_table

HEADS = ["Giocatore 1", "Giocatore 2", "Circolo"]
MANCA = ["Tore Manca", "Antonella Usai", "Li Punti"]
OLD = ["Vecchio Uno", "Vecchio Due", "Ieri"]


def workbook(sheets: Mapping[str, Sequence[Sequence[str]]], **visibility: str) -> bytes:
    """Return an XLSX file with the given sheets. `visibility` maps sheet names to "hide" or "very_hidden"."""
    file = BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    for sheet in reversed(book.worksheets()):
        if sheet.get_name() in visibility:
            getattr(sheet, visibility[sheet.get_name()])()
        else:
            sheet.activate()
            sheet.set_first_sheet()
    book.close()
    return file.getvalue()


SHEETS = [
    pytest.param(workbook({"Prima": [HEADS, OLD], "Ora": [HEADS, MANCA]}, Prima="hide"), id="hidden"),
    pytest.param(
        workbook({"Prima": [HEADS, OLD], "Ora": [HEADS, MANCA]}, Prima="very_hidden"), id="very hidden"
    ),
    pytest.param(
        workbook({"Prima": [["Torneo di Natale"], ["Prego compilare"]], "Ora": [HEADS, MANCA]}), id="a cover"
    ),
    pytest.param(workbook({"Ora": [HEADS, MANCA], "Prima": [HEADS, OLD]}, Prima="hide"), id="hidden behind"),
    pytest.param(workbook({"Ora": [HEADS, MANCA], "Prima": [HEADS, OLD]}), id="two lists"),
]


@pytest.mark.parametrize("data", SHEETS)
def test_first_visible_sheet_with_a_list_is_read_and_a_note_names_the_other_sheets(data: bytes) -> None:
    file = read_file(data)
    assert file.rows == [HEADS, MANCA]
    assert [note.english() for note in file.notes] == [
        "The list is read from the sheet “Ora”. Not read: Prima."
    ]


def test_hidden_sheet_of_an_ods_file_is_not_read() -> None:
    hidden = an_ods([HEADS, OLD]).replace(b"Coppie", b"Coppie")
    with ZipFile(BytesIO(hidden)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    content = parts["content.xml"].decode()
    table = content[content.index("<table:table ") : content.index("</table:table>") + len("</table:table>")]
    style = (
        '<office:automatic-styles><style:style style:name="ta1" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    old = table.replace('table:name="Coppie"', 'table:name="Prima" table:style-name="ta1"')
    new = table.replace("Vecchio Uno", "Tore Manca")
    content = content.replace(table, old + new).replace("<office:body>", f"{style}<office:body>")
    content = content.replace(
        "<office:document-content ",
        '<office:document-content xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ',
    )
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, content if name == "content.xml" else data)
    assert read_file(file.getvalue()).rows[1][0] == "Tore Manca"


def test_workbook_with_one_sheet_has_no_note_about_sheets() -> None:
    assert read_file(a_workbook([HEADS, MANCA], empty_sheet_first=True)).notes == ()


ITALIAN = "Giocatore 1;Giocatore 2\nNiccolò Lai;Desirè Pirè\nGesù Melìs;José Cossu\n"
ENCODINGS = ["utf-8", "cp1252", "iso8859-15", "cp850", "cp437", "mac_roman", "utf-8-sig", "utf-16"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("capitals", [False, True], ids=["small", "capitals"])
def test_italian_letters_are_read_in_every_encoding(encoding: str, capitals: bool) -> None:
    text = ITALIAN.upper() if capitals and encoding != "cp437" else ITALIAN
    file = read_file(text.encode(encoding))
    assert file.rows == [line.split(";") for line in text.splitlines()]


def test_question_is_asked_about_an_uncertain_encoding() -> None:
    file = read_file("Desirè Pirè;Ada".encode("cp850"))
    doubt = encoding_doubt(file.rows, file.encodings)
    assert [words.english() for _key, words in doubt.choices] == ["“Desirè Pirè”", "“Desirä Pirä”"]
    assert respelt(file.rows, "cp850", "mac_roman") == [["Desirä Pirä", "Ada"]]


def test_file_whose_names_are_unlikely_in_every_encoding_has_several_possible_encodings() -> None:
    assert read_file("Niccol\xb6 Lai;Ada".encode("cp1252")).encodings == ("cp1252", "mac_roman", "cp850")
    assert read_file("Niccol\xa7 Lai;Ada".encode("cp1252")).encodings == ("mac_roman", "cp1252")


@pytest.mark.parametrize(
    ("encoding", "text"), [("cp1251", "Юлия;Олена"), ("iso-8859-7", "Νίκος;Μαρία"), ("koi8-r", "Юлия;Олена")]
)
def test_file_in_a_legacy_cyrillic_or_greek_encoding_has_several_possible_encodings(
    encoding: str, text: str
) -> None:
    assert len(read_file(text.encode(encoding)).encodings) > 1


def test_utf_8_with_an_invalid_byte_is_read_as_utf_8() -> None:
    file = read_file(ITALIAN.encode() + b"Ada Fois;Nino M\xfcrgia\n")
    assert file.rows[1] == ["Niccolò Lai", "Desirè Pirè"]
    (fault,) = read_table(file.rows, 2).faults
    assert (fault.row, fault.column, fault.code) == (4, "B", "letter_unreadable")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32"])
def test_unsupported_encoding_is_refused(encoding: str) -> None:
    data = "Ada;Nino".encode(encoding).removeprefix(b"\xff\xfe\0\0")
    with pytest.raises(BadEntry) as refusal:
        read_file(data)
    assert refusal.value.code == "file_unreadable"


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_cells(*cells: str) -> bytes:
    """Return an XLSX file with headings and one row; `cells` contains the XML of each cell in the row."""
    file = BytesIO()
    with ZipFile(BytesIO(a_workbook([HEADS, ["x"] * 3]))) as archive, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for name in archive.namelist():
            text = archive.read(name)
            if name == "xl/worksheets/sheet1.xml":
                before, _row, after = text.decode().partition('<row r="2"')
                row = f'<row r="2">{"".join(cells)}</row>'
                text = (before + row + after[after.index("</row>") + 6 :]).encode()
            new.writestr(name, text)
    return file.getvalue()


def text_cell(reference: str, text: str) -> str:
    """Return the XML of an XLSX text cell."""
    return f'<c r="{reference}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'


ERRORS = [
    pytest.param('<c r="A2" t="e"><v>#N/A</v></c>', "#N/A", id="an error"),
    pytest.param('<c r="A2" t="e"><f>B9</f><v>#REF!</v></c>', "#REF!", id="a formula with an error"),
    pytest.param('<c r="A2"><f>D4&amp;E4</f></c>', "#CALC!", id="a formula without a value"),
]


@pytest.mark.parametrize(("cell", "error"), ERRORS)
def test_error_value_in_a_workbook_cell_is_reported(cell: str, error: str) -> None:
    rows = read_file(with_cells(cell, text_cell("B2", "Nino"), text_cell("C2", "Nuoro"))).rows
    assert rows[1] == [error, "Nino", "Nuoro"]
    assert [fault.code for fault in read_table(rows, 2).faults] == ["cell_error"]


ODS_CELL = '<table:table-cell office:value-type="string"><text:p>Ada</text:p></table:table-cell>'
ODS_ERROR = (
    '<table:table-cell table:formula="of:=X" office:value-type="string" office:string-value="" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" '
    'calcext:value-type="error"{more}><text:p>{text}</text:p></table:table-cell>'
)
ODS_ERRORS = [
    pytest.param(ODS_ERROR.format(text="#N/A", more=""), "#N/A", id="an error"),
    pytest.param(ODS_ERROR.format(text="#RIF!", more=""), "#RIF!", id="an error in Italian"),
    pytest.param(ODS_ERROR.format(text="Err:502", more=""), "Err:502", id="an error by its number"),
    pytest.param(
        ODS_ERROR.format(text="#N/A", more="").replace(
            "</table", "<office:annotation><text:p>Chi?</text:p></office:annotation></table"
        ),
        "#N/A",
        id="an error with a comment",
    ),
    pytest.param(
        '<table:table-cell office:value-type="string"><text:p>#REF!</text:p></table:table-cell>',
        "#REF!",
        id="an error saved by Excel",
    ),
    pytest.param('<table:table-cell table:formula="of:=[.D4]"/>', "#CALC!", id="a formula without a value"),
]


def an_ods_with(row: str, old: str = ODS_CELL) -> bytes:
    """Return an ODS file with headings and one row of the given cells, which are given as XML."""
    text = an_ods([HEADS, ["Ada"]])
    file = BytesIO()
    with ZipFile(BytesIO(text)) as archive, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for name in archive.namelist():
            new.writestr(name, archive.read(name).decode().replace(old, row))
    return file.getvalue()


@pytest.mark.parametrize(("cell", "error"), ODS_ERRORS)
def test_error_value_in_an_ods_cell_is_reported(cell: str, error: str) -> None:
    rows = read_file(an_ods_with(f"{cell}{ODS_CELL}{ODS_CELL}")).rows
    assert rows[1] == [error, "Ada", "Ada"]
    (fault,) = read_table(rows, 2).faults
    assert (fault.row, fault.column, fault.code) == (2, "A", "cell_error")


def test_repeated_error_value_in_an_ods_file_is_read_in_each_cell() -> None:
    error = ODS_ERROR.format(text="#N/A", more=' table:number-columns-repeated="2"')
    assert read_file(an_ods_with(f"{error}{ODS_CELL}")).rows[1] == ["#N/A", "#N/A", "Ada"]


def test_error_value_below_repeated_rows_of_an_ods_file_is_read_in_the_right_row() -> None:
    error = ODS_ERROR.format(text="#N/A", more="")
    team = f"{ODS_CELL}{ODS_CELL}"
    rows = read_file(
        an_ods_with(
            f'<table:table-row table:number-rows-repeated="2">{team}</table:table-row>'
            f"<table:table-row>{ODS_CELL}{error}</table:table-row>",
            old=f"<table:table-row>{ODS_CELL}</table:table-row>",
        )
    ).rows
    assert [row[:2] for row in rows[1:]] == [["Ada", "Ada"], ["Ada", "Ada"], ["Ada", "#N/A"]]


def test_formula_with_an_empty_value_is_read_as_an_empty_cell() -> None:
    cell = '<c r="C2" t="str"><f>IF(D2="","","x")</f><v></v></c>'
    assert read_file(with_cells(text_cell("A2", "Ada"), text_cell("B2", "Nino"), cell)).rows[1][:2] == [
        "Ada",
        "Nino",
    ]


def far(text: str, row: int) -> bytes:
    """Return a workbook with a list and one more cell in row `row`, far below the list.

    The cell contains `text`; if `text` is empty, the cell is empty and has a background colour.
    """
    file = BytesIO()
    book: Any = xlsxwriter.Workbook(file, {"in_memory": True})
    sheet, style = book.add_worksheet(), book.add_format({"bg_color": "yellow"})
    for number, cells in enumerate([HEADS, MANCA]):
        sheet.write_row(number, 0, cells)
    if text:
        sheet.write(row - 1, 0, text)
    else:
        sheet.write_blank(row - 1, 0, None, style)
    book.close()
    return file.getvalue()


@pytest.mark.parametrize(
    ("text", "row"),
    [
        pytest.param("", 1_048_576, id="rows coloured to the end"),
        pytest.param(" ", 40_000, id="a space far below"),
        pytest.param("", 30_000, id="a coloured row"),
    ],
)
def test_rows_without_text_are_ignored(text: str, row: int) -> None:
    assert [each for each in read_file(far(text, row)).rows if any(each)] == [HEADS, MANCA]


def test_text_in_a_row_far_below_the_list_is_refused_with_the_row_number() -> None:
    with pytest.raises(BadEntry) as refusal:
        read_file(far("Ada Fois", 40_000))
    assert refusal.value.code == "list_too_long"
    assert "row 40000;" in refusal.value.message.english()


def test_apostrophe_in_a_workbook_is_kept() -> None:
    cells = ["'=1", "=1", "'Ndria"]
    assert read_file(a_workbook([HEADS, cells])).rows[1] == cells
