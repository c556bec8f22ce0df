"""Tables as CSV in the format of the reader's language, and as XLSX.

If numbers have a decimal comma, the cells of a CSV are separated by semicolons, as Excel expects in that
language. A byte order mark declares UTF-8.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from io import BytesIO, StringIO

import xlsxwriter
from django.utils.formats import get_format

from tournaments.values.spreadsheet_cells import cell_text, like_a_formula, quoted

BOM = "\ufeff"
MILLION = 1_000_000
WIDEST, MARGIN, FEW = 40, 2, 200
LONGEST_NAME = 31
NOT_IN_A_NAME = str.maketrans("[]:*?/\\", "()-   -")

# A text, a number, or None for an empty cell.
Cell = str | int | Fraction | None


@dataclass(frozen=True)
class Table:
    """A table to export: name, column headings and rows.

    If later results are withheld, `after` is the last round that the numbers include, else None.
    """

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    after: int | None = None


def csv_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table as CSV, in the format of the active language."""
    decimal = str(get_format("DECIMAL_SEPARATOR"))
    line = StringIO()
    writer = csv.writer(line, delimiter=";" if decimal == "," else ",")
    for number, row in enumerate((table.heads, *table.rows)):
        line.seek(0)
        line.truncate()
        line.write("" if number else BOM)
        writer.writerow([_cell_text(cell, decimal) for cell in row])
        yield line.getvalue()


def _cell_text(cell: Cell, decimal: str) -> str:
    """Return a cell as text; numbers are rounded to six decimal places."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return quoted(cell_text(cell))
    integer_part, part = divmod(round(abs(Fraction(cell)) * MILLION), MILLION)
    text = f"{integer_part}{decimal}{part:06}".rstrip("0") if part else str(integer_part)
    return f"-{text}" if cell < 0 and (integer_part or part) else text


def xlsx_bytes(tables: Sequence[Table], made_at: datetime) -> bytes:
    """Return a workbook with one sheet per table; equal tables produce equal bytes."""
    data = BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(data, options) as book:
        book.set_properties({"created": made_at.replace(tzinfo=None)})
        head, text = book.add_format({"bold": True, "bottom": 1}), book.add_format({"quote_prefix": True})
        for number, table in enumerate(tables, start=1):
            sheet = book.add_worksheet(_sheet_name(table.name, number, alone=len(tables) == 1))
            sheet.freeze_panes(1, 0)
            sheet.repeat_rows(0)
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
            for column, width in enumerate(_widths(table)):
                sheet.set_column(column, column, width)
            for place, name in enumerate(table.heads):
                sheet.write_string(0, place, cell_text(name), head)
            for line, row in enumerate(table.rows, start=1):
                for place, cell in enumerate(row):
                    _write(sheet, line, place, cell, text)
    return data.getvalue()


def _write(sheet: "xlsxwriter.worksheet.Worksheet", line: int, place: int, cell: Cell, text: object) -> None:
    """Write one cell; text that looks like a formula is stored as text."""
    if isinstance(cell, str):
        cell_content = cell_text(cell)
        sheet.write_string(line, place, cell_content, text if like_a_formula(cell_content) else None)
    elif cell is not None:
        sheet.write_number(line, place, int(cell) if cell == int(cell) else float(cell))


def _widths(table: Table) -> list[int]:
    """Return the width of each column, computed from its heading and its first cells."""
    lines = [table.heads, *table.rows[:FEW]]
    broad = [max(len(_cell_text(row[place], ".")) for row in lines) for place in range(len(table.heads))]
    return [min(width, WIDEST) + MARGIN for width in broad]


def _sheet_name(name: str, number: int, *, alone: bool) -> str:
    """Return a name for a sheet that is valid and unique in the workbook."""
    sheet_name = cell_text(name if alone else f"{number}. {name}").translate(NOT_IN_A_NAME)
    return sheet_name[:LONGEST_NAME].strip(" '")
