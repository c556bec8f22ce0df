"""A list of teams arrives as a file or as pasted text; a table of text goes on to `rules/import_rows.py`.

A workbook is opened by a process of its own (`python -m tournaments.entries.list_files`) with little memory
and little time: a small file can unfold into far more than the machine has, and nobody else must notice.
"""

import codecs
import csv
import json
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from scoring.types import BadEntry, Sentence, _

Rows = list[list[str]]

LARGEST = 2 * 1024 * 1024
LARGEST_UNPACKED = 40 * 1024 * 1024
LAST_ROW = 20_000
MEMORY = 512 * 1024 * 1024
SECONDS = 10
HOUSE = Path(__file__).resolve().parents[2]
ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_file(data: bytes) -> Rows:
    """Return the first sheet of a workbook, or the rows of a text; raise BadEntry when it is neither."""
    if len(data) > LARGEST:
        raise BadEntry(
            "file_too_large", Sentence(_("The file is larger than 2 MB. Keep only the list of teams in it."))
        )
    if data.startswith(ZIP):
        _refuse_unfolding(data)
    return _read_workbook(data) if data.startswith((ZIP, OLE)) else read_text(_decoded(data))


def read_text(text: str) -> Rows:
    """Return the rows of pasted text, its cells parted by tabs, semicolons or commas."""
    if "\0" in text:
        raise BadEntry("file_unreadable", _UNREADABLE)
    if max(text.count("\n"), text.count("\r")) > LAST_ROW:  # counted before anything is parted
        sentence = Sentence(
            _("This list has more than %(most)s lines. Keep only the teams."), {"most": LAST_ROW}
        )
        raise BadEntry("list_too_long", sentence)
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=_separator(text), strict=True))
    except csv.Error as broken:
        raise BadEntry(
            "quotes_open", Sentence(_("A quotation mark in this list is not closed. Take it away."))
        ) from broken


def _separator(text: str) -> str:
    """Return what parts the cells: what stands most often in the first row, a tab before a comma."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max("\t;,", key=first.count)


def _decoded(data: bytes) -> str:
    encodings = [name for bom, name in BOMS if data.startswith(bom)] or ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadEntry("file_unreadable", _UNREADABLE)


def _refuse_unfolding(data: bytes) -> None:
    """Add up what the parts of a zip say they unfold to, before any is opened."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except (BadZipFile, ValueError, OSError) as broken:
        raise BadEntry("file_unreadable", _UNREADABLE) from broken
    if unpacked > LARGEST_UNPACKED:
        raise BadEntry(
            "file_unfolds", Sentence(_("This file unfolds to more than 40 MB. Save only the list of teams."))
        )


def _read_workbook(data: bytes) -> Rows:
    command = [sys.executable, "-m", "tournaments.entries.list_files"]
    try:
        done = subprocess.run(  # noqa: S603  # our own module, and nothing of the file in the command
            command, input=data, capture_output=True, timeout=2 * SECONDS, check=True, cwd=HOUSE
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failure:
        raise BadEntry("file_unreadable", _UNREADABLE) from failure
    rows: Rows = json.loads(done.stdout)
    return rows


_UNREADABLE = Sentence(_("This file cannot be read. Save the list as CSV, XLSX or ODS and try again."))


def cell_text(value: Any) -> str:
    """Return a cell as text: a workbook keeps its whole numbers as fractions."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _first_sheet(data: bytes) -> Rows:
    from python_calamine import load_workbook

    workbook = load_workbook(BytesIO(data))
    for index in range(len(workbook.sheet_names)):
        sheet = workbook.get_sheet_by_index(index)
        if sheet.total_height > LAST_ROW:
            raise ValueError("something is written below the last row that is read")
        if sheet.total_height:
            return [[cell_text(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
    return []


def _main() -> None:
    """Read a workbook on standard input, write its first sheet as JSON; fail by ending badly."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.write(json.dumps(_first_sheet(sys.stdin.buffer.read())))


if __name__ == "__main__":
    _main()
