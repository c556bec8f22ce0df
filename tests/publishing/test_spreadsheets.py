"""Tables as CSV and XLSX files, parsed by other libraries."""

import csv
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from django.utils import translation
from python_calamine import load_workbook

from tournaments.publishing.spreadsheets import Table, csv_lines, xlsx_bytes

AT = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
EVIL = '=HYPERLINK("http://x","y")'
TABLE = Table(
    "Girone [A]: prova",
    ["Posto", "Coppia", "Punti"],
    [
        [1, 'Sanna; Piras, "figli"', Fraction(5, 2)],
        [2, EVIL, Fraction(-2, 3)],
        [-3, "\u202e@SUM(A1)", None],
        [None, "−2 è un nome", Fraction(0)],
    ],
)


def as_csv(language: str) -> list[list[str]]:
    """Return the rows that a spreadsheet program in the given language reads from a CSV file."""
    with translation.override(language):
        text = "".join(csv_lines(TABLE))
    assert text.startswith("\ufeff")
    assert text.count("\ufeff") == 1
    return list(csv.reader(text[1:].splitlines(), delimiter=";" if language == "it" else ","))


@pytest.mark.parametrize(("language", "decimal"), [("it", ","), ("en", ".")])
def test_csv_file_uses_the_separators_of_the_language(language: str, decimal: str) -> None:
    assert as_csv(language) == [
        ["Posto", "Coppia", "Punti"],
        ["1", 'Sanna; Piras, "figli"', f"2{decimal}5"],
        ["2", f"'{EVIL}", f"-0{decimal}666667"],
        ["-3", "'@SUM(A1)", ""],
        ["", "−2 è un nome", "0"],
    ]


def rows_of(data: bytes, sheet: int = 0) -> list[list[Any]]:
    return load_workbook(BytesIO(data)).get_sheet_by_index(sheet).to_python(skip_empty_area=False)


def test_workbook_stores_numbers_as_numbers_and_text_as_text() -> None:
    rows = rows_of(xlsx_bytes([TABLE], AT))
    assert rows == [
        ["Posto", "Coppia", "Punti"],
        [1.0, 'Sanna; Piras, "figli"', 2.5],
        [2.0, EVIL, -2 / 3],
        [-3.0, "@SUM(A1)", ""],
        ["", "−2 è un nome", 0.0],
    ]


def test_no_cell_of_a_workbook_is_a_formula() -> None:
    from zipfile import ZipFile

    book = ZipFile(BytesIO(xlsx_bytes([TABLE], AT)))
    sheet, styles = (book.read(f"xl/{name}.xml").decode() for name in ("worksheets/sheet1", "styles"))
    assert "<f>" not in sheet
    assert 'quotePrefix="1"' in styles
    assert "hyperlink" not in "".join(book.namelist())


def test_equal_tables_produce_equal_workbook_bytes() -> None:
    assert xlsx_bytes([TABLE], AT) == xlsx_bytes([TABLE], AT)


def test_sheets_of_a_workbook_have_valid_and_unique_names() -> None:
    long = Table("g" * 60, TABLE.heads, TABLE.rows)
    book = load_workbook(BytesIO(xlsx_bytes([TABLE, TABLE, long], AT)))
    assert book.sheet_names == ["1. Girone (A)- prova", "2. Girone (A)- prova", "3. " + "g" * 28]
    assert load_workbook(BytesIO(xlsx_bytes([TABLE], AT))).sheet_names == ["Girone (A)- prova"]
