"""Functions that read the rows of a list of teams from a file or from pasted text.

A workbook is opened in a separate process (`python -m tournaments.entries.list_files`) with memory and time
limits, because a small file can decompress to more than the memory of the machine.
"""

import codecs
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import iterparse
from zipfile import BadZipFile, ZipFile

from scoring.types import BadEntry, Sentence, _
from tournaments.entries.rules.cells import trimmed
from tournaments.entries.rules.columns import columns_of
from tournaments.entries.rules.list_lines import ListDoubt
from tournaments.entries.rules.list_text import LAST_ROW, Rows, rows_of_text, too_long

LARGEST = 2 * 1024 * 1024
LARGEST_UNPACKED = 40 * 1024 * 1024
MEMORY = 512 * 1024 * 1024
SECONDS = 10
PROJECT_ROOT = Path(__file__).resolve().parents[2]
ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# The encodings of old files, the most frequent first; each has the signs of the Italian keyboard.
ENCODINGS = ("cp1252", "mac_roman", "cp850")
ITALIAN, NO_LETTERS = "àèéìòùÀÈÉÌÒÙ", "ƒıſˆ"
# Signs that are valid before a word or alone.
SIGNS = "’‘“”«»–—°º\xa0•·€"
# The number of rows of a sheet that may contain the headings.
FIRST_ROWS = 12


@dataclass(frozen=True)
class ListFile:
    """The rows of a file, notes about sheets that were skipped, and the possible encodings of the file."""

    rows: Rows
    notes: tuple[Sentence, ...] = ()
    encodings: tuple[str, ...] = ()


def read_file(data: bytes) -> ListFile:
    """Read a list from a workbook or a text file; raise BadEntry for other files and for large ones."""
    if len(data) > LARGEST:
        raise BadEntry(
            "file_too_large", Sentence(_("The file is larger than 2 MB. Keep only the list of teams in it."))
        )
    if data.startswith(ZIP):
        _refuse_large_archive(data)
    return _read_workbook(data) if data.startswith((ZIP, OLE)) else _read_encoded(data)


def read_text(text: str) -> Rows:
    """Return the rows of pasted text; raise BadEntry for a null character, an open quote or too many rows."""
    if "\0" in text:
        raise BadEntry("file_unreadable", _UNREADABLE)
    return rows_of_text(text)


def _read_encoded(data: bytes) -> ListFile:
    text, encodings = _decoded(data)
    rows = read_text(text)
    spellings = {tuple(map(tuple, respelt(rows, encodings[0], each))): each for each in reversed(encodings)}
    return ListFile(rows, encodings=tuple(reversed(spellings.values())) if len(spellings) > 1 else ())


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Decode a file; return its text and the possible encodings, most likely first.

    UTF-8 with a few invalid bytes counts as UTF-8. A legacy encoding is possible if all decoded letters are
    likely in names; the encoding with most Italian letters comes first. If no encoding is possible, all
    are returned. If another encoding than cp1252 comes first, but some non-ASCII letters are not Italian,
    cp1252 is returned as a possible encoding too.
    """
    for encoding in [name for bom, name in BOMS if data.startswith(bom)]:
        return _strictly(data, encoding), (encoding,)
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    if 2 * bad <= sum(not letter.isascii() for letter in text):
        return text, ("utf-8",)
    texts = {encoding: data.decode(encoding, errors="replace") for encoding in ENCODINGS}
    rates = {encoding: _doubtfulness(each) for encoding, each in texts.items()}
    likely = sorted((each for each in ENCODINGS if not rates[each][0]), key=rates.__getitem__)
    if not likely:
        return _strictly(data, "cp1252"), ENCODINGS
    is_certain = likely[0] == "cp1252" or not rates[likely[0]][1]
    return texts[likely[0]], tuple(dict.fromkeys([*likely, *([] if is_certain else ["cp1252"])]))


def respelt(rows: Rows, old: str, new: str) -> Rows:
    """Correct rows decoded with the wrong encoding: encode them with `old`, then decode with `new`."""
    if old == new:
        return rows
    return [
        [cell.encode(old, errors="replace").decode(new, errors="replace") for cell in row] for row in rows
    ]


def encoding_doubt(rows: Rows, encodings: Sequence[str]) -> ListDoubt:
    """Return the question about the encoding of a list, with one cell shown in each encoding."""
    cell = next(cell for row in rows for cell in row if not cell.isascii())
    spellings = {each: respelt([[cell]], encodings[0], each)[0][0] for each in encodings}
    choices = tuple((each, Sentence("“%(text)s”", {"text": word})) for each, word in spellings.items())
    return ListDoubt("encoding", Sentence(_("How is this cell written?")), choices)


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as broken:
        raise BadEntry("file_unreadable", _UNREADABLE) from broken


def _doubtfulness(text: str) -> tuple[int, int]:
    words = re.findall(r"[^\W\d_]{3,}", text)
    without_ascii = sum(not any(map(str.isascii, word)) for word in words)
    triples = zip(f"  {text}", f" {text}", text, strict=False)
    signs = [each for each in triples if not each[2].isascii()]
    implausible = without_ascii + sum(_is_implausible(*each) for each in signs)
    return implausible, sum(each[2] not in ITALIAN for each in signs)


def _is_implausible(first: str, second: str, sign: str) -> bool:
    """Return whether a character is unlikely after the two before it, e.g. a capital inside a word."""
    if sign in "ªº":
        return not second.isdigit()
    if not second.isalpha():
        return sign not in SIGNS and (not sign.isalpha() or sign in NO_LETTERS)
    if not sign.isalpha() or sign in NO_LETTERS:
        return sign != "’"
    return (second.islower() and sign.isupper()) or (first.isupper() and second.isupper() and sign.islower())


def _refuse_large_archive(data: bytes) -> None:
    """Raise BadEntry if an archive would decompress to too many bytes; the archive is not decompressed."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except (BadZipFile, ValueError, OSError) as broken:
        raise BadEntry("file_unreadable", _UNREADABLE) from broken
    if unpacked > LARGEST_UNPACKED:
        raise BadEntry(
            "file_unfolds", Sentence(_("This file unfolds to more than 40 MB. Save only the list of teams."))
        )


_UNREADABLE = Sentence(_("This file cannot be read. Save the list as CSV, XLSX or ODS and try again."))


def _read_workbook(data: bytes) -> ListFile:
    command = [sys.executable, "-m", "tournaments.entries.list_files"]
    try:
        process = subprocess.run(  # noqa: S603  # a fixed command, without data of the file
            command, input=data, capture_output=True, timeout=2 * SECONDS, check=True, cwd=PROJECT_ROOT
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failure:
        raise BadEntry("file_unreadable", _UNREADABLE) from failure
    sheets: list[dict[str, Any]] = json.loads(process.stdout)
    for sheet in sheets:
        if sheet["too_long"]:
            raise too_long(sheet["too_long"])
    return _chosen_sheet(sheets)


def _chosen_sheet(sheets: list[dict[str, Any]]) -> ListFile:
    """Return the first visible sheet with list headings, or else the first visible sheet with rows."""
    filled = [sheet for sheet in sheets if sheet["rows"]]
    visible = [sheet for sheet in filled if sheet["visible"]] or filled
    if not visible:
        return ListFile([])
    chosen = next((sheet for sheet in visible if _has_headings(sheet["rows"])), visible[0])
    unread_sheets = [sheet["name"] for sheet in filled if sheet is not chosen]
    values = {"name": chosen["name"], "others": ", ".join(unread_sheets)}
    note = Sentence(_("The list is read from the sheet “%(name)s”. Not read: %(others)s."), values)
    return ListFile(
        [[trimmed(cell) for cell in row] for row in chosen["rows"]], (note,) if unread_sheets else ()
    )


def _has_headings(rows: Rows) -> bool:
    return any(columns_of(row, size) for row in rows[:FIRST_ROWS] for size in (1, 2))


def cell_text(value: Any) -> str:
    """Return the value of a cell as text. Whole numbers, which are stored as floats, get no decimals."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _sheets(data: bytes) -> Iterator[dict[str, Any]]:
    from python_calamine import SheetVisibleEnum, load_workbook

    workbook = load_workbook(BytesIO(data))
    for index, about in enumerate(workbook.sheets_metadata):
        sheet = workbook.get_sheet_by_index(index)
        visible = about.visible == SheetVisibleEnum.Visible
        description = {"name": about.name, "visible": visible, "rows": [], "too_long": 0}
        if visible and sheet.total_height > LAST_ROW:
            filled = (
                number
                for number, row in enumerate(sheet.to_python(skip_empty_area=False), start=1)
                if number > LAST_ROW and any(cell_text(cell).strip() for cell in row)
            )
            description["too_long"] = next(filled, 0)
        rows = sheet.to_python(skip_empty_area=False, nrows=LAST_ROW) if sheet.total_height else []
        texts = [[cell_text(cell) for cell in row] for row in rows]
        yield description | {"rows": texts if any(map(any, texts)) else []}


SHEET_PART = "xl/worksheets/"
NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ODS_PART = "content.xml"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
PARAGRAPH = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}p"
VALUE_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"


def _write_errors(data: bytes, sheets: list[dict[str, Any]]) -> None:
    """Write the error values of an XLSX or ODS file into the rows of its sheets.

    python-calamine returns cells with errors as empty. A formula without a value gets the error #CALC!.
    """
    with ZipFile(BytesIO(data)) as archive:
        if ODS_PART in archive.namelist():
            with archive.open(ODS_PART) as file:
                _write_ods_errors(file, sheets)
        parts = _sheet_parts(archive)
        for sheet in sheets:
            part = parts.get(sheet["name"])
            if part in archive.namelist():
                with archive.open(str(part)) as file:
                    _write_errors_of(file, sheet["rows"])


def _sheet_parts(archive: ZipFile) -> Mapping[str, str]:
    """Return the path of each sheet in the archive, by sheet name."""
    if "xl/workbook.xml" not in archive.namelist():
        return {}
    with archive.open("xl/_rels/workbook.xml.rels") as file:
        relations = [each for _event, each in iterparse(file)]  # noqa: S314  # in a process with limits
    targets = {each.get("Id"): each.get("Target", "") for each in relations}
    with archive.open("xl/workbook.xml") as file:
        names = {
            each.get("name", ""): targets.get(each.get(RELATION), "")
            for _event, each in iterparse(file)  # noqa: S314  # in a process with limits
            if each.tag == f"{NAMESPACE}sheet"
        }
    return {name: f"xl/{target.removeprefix('/xl/')}" for name, target in names.items()}


def _write_errors_of(file: Any, rows: Rows) -> None:
    for _event, cell in iterparse(file):  # noqa: S314  # in a process with limits
        if cell.tag != f"{NAMESPACE}c":
            continue
        value, formula = cell.find(f"{NAMESPACE}v"), cell.find(f"{NAMESPACE}f")
        text = value.text or "" if value is not None and cell.get("t") == "e" else ""
        if formula is not None and value is None and cell.find(f"{NAMESPACE}is") is None:
            text = "#CALC!"
        if text:
            _put(rows, *_place_of(cell.get("r", "")), text)
        cell.clear()


def _place_of(reference: str) -> tuple[int, int]:
    """Return the row and column number of a cell reference, e.g. (12, 2) for B12."""
    letters = reference.rstrip("0123456789")
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - 64
    return int(reference[len(letters) :] or 0), place


def _put(rows: Rows, number: int, place: int, text: str) -> None:
    row = rows[number - 1] if 0 < number <= len(rows) else []
    if any(row) and place <= len(row):
        row[place - 1] = text


def _write_ods_errors(file: Any, sheets: list[dict[str, Any]]) -> None:
    """Add the error values of an ODS file to the rows. ODS stores repeated rows and cells once."""
    sheet, number = -1, 1
    for event, element in iterparse(file, ("start", "end")):  # noqa: S314  # in a process with limits
        if event == "start" and element.tag == f"{TABLE}table":
            sheet, number = sheet + 1, 1
        elif event == "end" and element.tag == f"{TABLE}table-row" and sheet < len(sheets):
            rows = sheets[sheet]["rows"]
            after = number + int(element.get(f"{TABLE}number-rows-repeated", 1))
            for place, text in _ods_errors(element, max(map(len, rows), default=0)):
                for each in range(number, min(after, len(rows) + 1)):
                    _put(rows, each, place, text)
            number = after
            element.clear()


def _ods_errors(row: Any, width: int) -> Iterator[tuple[int, str]]:
    """Yield the column number and text of each error value in the first `width` cells of an ODS row."""
    place = 1
    for cell in row:
        after = place + int(cell.get(f"{TABLE}number-columns-repeated", 1))
        paragraphs = cell.findall(PARAGRAPH) if cell.get(VALUE_TYPE) == "error" else ()
        text = "".join(part for paragraph in paragraphs for part in paragraph.itertext())
        if cell.get(f"{TABLE}formula") and not cell.get(f"{OFFICE}value-type"):
            text = "#CALC!"
        for each in range(place, min(after, width + 1)) if text else ():
            yield each, text
        place = after


def _main() -> None:
    """Read a workbook from standard input and print its sheets as JSON; exit with an error on failure."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    data = sys.stdin.buffer.read()
    sheets = list(_sheets(data))
    if data.startswith(ZIP):
        _write_errors(data, sheets)
    sys.stdout.write(json.dumps(sheets))


if __name__ == "__main__":
    _main()
