"""The text of a spreadsheet cell: formulas are quoted, invisible characters are removed."""

import re

from tournaments.competition.names import visible

# The first characters of a formula, and the characters that spreadsheet programs skip before a formula.
FORMULA = "=+\\-@\t\r\n＝＋－＠"  # Excel accepts the full-width signs as well


def cell_text(text: str) -> str:
    """Return the text of a cell, without invisible characters that are not part of the spelling."""
    return visible(text)


def like_a_formula(text: str) -> bool:
    """Return True if a spreadsheet program could take this text for a formula."""
    return re.match(f"[{FORMULA}]", text) is not None


def quoted(text: str) -> str:
    """Return the text, with an apostrophe in front if a spreadsheet could take it for a formula.

    A text that begins with an apostrophe and a formula gets a second apostrophe. `unquoted` is the inverse.
    """
    return f"'{text}" if re.match(f"'*[{FORMULA}]", text) else text


def unquoted(text: str) -> str:
    """Return the text of a CSV cell without the apostrophe that `quoted` has added."""
    return text[1:] if re.match(f"'+[{FORMULA}]", text) else text
