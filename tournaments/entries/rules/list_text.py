"""Lists as text: detection of the separator, splitting into rows, and conversion back to text."""

import csv
import re
from collections import Counter
from itertools import islice
from typing import Any

from scoring.types import BadEntry, Sentence, _
from tournaments.entries.rules.cells import BETWEEN_PLAYERS, trimmed
from tournaments.values.spreadsheet_cells import quoted, unquoted

Rows = list[list[str]]

LAST_ROW = 20_000
# The separators of cells, in order of preference.
SEPARATORS = "\t;|,"
# A separator that no list contains, so that each line is one cell.
NO_SEPARATOR = "\x1f"
SAMPLE_ROWS = 100
# The first line of a CSV that names the separator for Excel.
SEPARATOR_LINE = re.compile(r'\ufeff?"?sep=([^\r\n"])"?[;,\t ]*(?:\r\n?|\n)', re.IGNORECASE)

DATE, TIME = r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?", r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AP]M)?"
# The time and the sender at the beginning of a message that was copied from a messenger.
MESSAGE = re.compile(
    rf"^\W*(?:\[(?:{DATE},?\s{TIME}|{TIME},?\s{DATE})\]|{DATE},?\s{TIME}\s-)\s[^:\r\n]{{1,60}}:\s",
    re.MULTILINE,
)
# A cell in typographic quotation marks.
OTHER_QUOTES = re.compile(
    r"(^|[;,|])[ ]*(?:“([^“”\r\n]+)”|«([^«»\r\n]+)»|„([^“”\r\n]+)[“”])[ ]*(?=[;,|\r\n]|\Z)", re.MULTILINE
)


def rows_of_text(text: str) -> Rows:
    """Split CSV or pasted text into rows; raise BadEntry if rows are too many or a quote is unclosed."""
    if max(text.count("\n"), text.count("\r")) > LAST_ROW:  # counted before the text is split
        raise too_long()
    line = SEPARATOR_LINE.match(text)
    body = text[line.end() :] if line else text.removeprefix("\ufeff")
    body = MESSAGE.sub("", body)
    if not re.search('["\t]', body):
        body = OTHER_QUOTES.sub(_in_usual_quotes, body)
    rows = _parted(body, line[1] if line else _separator(body))
    return [[unquoted(trimmed(cell)) for cell in row] for row in rows]


def _in_usual_quotes(match: re.Match[str]) -> str:
    """Enclose a cell in straight quotation marks if it contains a separator."""
    text = match[2] or match[3] or match[4]
    return f'{match[1]}"{text}"' if re.search(r"[;,|]", text) else match[0]


def too_long(row: int = LAST_ROW + 1) -> BadEntry:
    """Return the error for a list that has text beyond LAST_ROW."""
    text = _("This list has something in row %(row)s; %(most)s rows are read. Keep only the teams.")
    return BadEntry("list_too_long", Sentence(text, {"most": LAST_ROW, "row": row}))


def text_of_rows(rows: Rows) -> str:
    """Return rows as tab-separated text, which `rows_of_text` converts back to rows."""
    signs = r'["\t\r\n]' if any(len(row) > 1 for row in rows) else r'["\t\r\n;,|]'
    return "\n".join("\t".join(_cell_for_tabs(cell, signs) for cell in row) for row in rows)


def _cell_for_tabs(cell: str, signs: str) -> str:
    text = quoted(cell)
    return '"{}"'.format(text.replace('"', '""')) if re.search(signs, text) else text


def _separator(text: str) -> str:
    """Return the separator of a text, or NO_SEPARATOR if a dash or a word separates the players instead.

    The separator is the character that splits the most rows into the same number of cells (at least two). The
    tab is preferred if it splits half of the rows in this way. Return NO_SEPARATOR in two cases:

    - The separator is a comma, and every line has a dash or a word between two players.
    - The lines with a dash or a word, but without the separator, are at least as many as the rows that the
      separator splits.
    """
    lines = list(islice(filter(str.strip, text.splitlines()), SAMPLE_ROWS))
    rates = {sign: _uniform_rows(text, sign) for sign in SEPARATORS}
    best = max(SEPARATORS, key=rates.__getitem__)
    if 2 * rates["\t"] >= len(lines):
        best = "\t"
    pairs = [line for line in lines if BETWEEN_PLAYERS.search(line)]
    is_of_pairs = best == "," and len(pairs) == len(lines)
    is_for_few = len([line for line in pairs if best not in line]) >= rates[best]
    return NO_SEPARATOR if is_of_pairs or is_for_few else best


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+", text)


def _uniform_rows(text: str, separator: str) -> int:
    try:
        sample = list(islice(csv.reader(_lines(text), delimiter=separator), SAMPLE_ROWS))
    except csv.Error:
        return 0
    widths = Counter(len(row) for row in sample if any(cell.strip() for cell in row))
    several = {width: number for width, number in widths.items() if width > 1}
    return max(several.values(), default=0)


def _parted(text: str, separator: str) -> Rows:
    """Split CSV text into rows. If the CSV is malformed, treat it as typed text with literal quotes."""
    options: dict[str, Any] = {"delimiter": separator, "skipinitialspace": True, "strict": True}
    try:
        rows = list(csv.reader(_lines(text), **options))
    except csv.Error:
        return _typed_rows(text, separator)
    return _typed_rows(text, separator) if _swallows_rows(rows, separator) else rows


def _swallows_rows(rows: Rows, separator: str) -> bool:
    """Return whether a quote seems to span rows: one cell contains the separators of several rows."""
    widths = Counter(map(len, rows))
    usual = max(widths, key=lambda width: (widths[width], width), default=0)
    return any(len(row) != usual and any(separator in cell and "\n" in cell for cell in row) for row in rows)


def _typed_rows(text: str, separator: str) -> Rows:
    """Split typed text into rows; quotes count only if they enclose a whole cell.

    Raises BadEntry with the row number if a quote at the beginning of a cell is not closed.
    """
    sign = re.escape(separator)
    quoted_cell = rf'"((?:[^"{sign}]|"")*|(?:[^"\r\n]|"")*)"(?={sign}|\r|\n|$)'
    cell = re.compile(rf"{quoted_cell}|([^{sign}\r\n]*)")
    rows: Rows = [[]]
    at = 0
    while True:
        match = cell.match(text, at)
        if match is None:  # the second half matches everywhere
            break
        rows[-1].append(_typed_cell(match, len(rows)))
        at = match.end()
        if at == len(text):
            break
        if text[at] == separator:
            at += 1
            continue
        at += 2 if text.startswith("\r\n", at) else 1
        if at == len(text):
            break
        rows.append([])
    return rows


def _typed_cell(match: re.Match[str], row: int) -> str:
    if match[1] is not None:
        return match[1].replace('""', '"')
    if match[2].startswith('"') and match[2].count('"') % 2:
        text = _("A quotation mark in row %(row)s is not closed. Take it away.")
        raise BadEntry("quotes_open", Sentence(text, {"row": row}))
    return match[2]
