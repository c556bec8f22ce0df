"""The text of a spreadsheet cell: formulas are quoted, invisible characters are removed."""

import re

from tournaments.competition.names import visible

# The first characters of a formula, and the characters that spreadsheet programs skip before a formula.
FORMULA = "=+\\-@\t\r\n＝＋－＠"  # Excel takes the broad ones for formulas as well


def cell_text(text: str) -> str:
    """Return the text as a cell shows it: without invisible letters that are no spelling."""
    return visible(text)


def like_a_formula(text: str) -> bool:
    """Return whether a spreadsheet could take this text for a formula."""
    return re.match(f"[{FORMULA}]", text) is not None


def quoted(text: str) -> str:
    """Return the text with an apostrophe before it where it could be taken for a formula, or already has one.

    `unquoted` is the opposite.
    """
    return f"'{text}" if re.match(f"'*[{FORMULA}]", text) else text


def unquoted(text: str) -> str:
    """Return the text of a cell of a CSV, without the apostrophe that `quoted` put there."""
    return text[1:] if re.match(f"'+[{FORMULA}]", text) else text
