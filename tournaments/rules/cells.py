"""What may stand in a cell of a spreadsheet: text that no program takes for a formula, nothing invisible."""

import unicodedata

from tournaments.rules.names import INVISIBLE

FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # Excel takes the broad ones for formulas as well
"""What a formula begins with, or what a program skips before it."""


def cell_text(text: str) -> str:
    """Return the text as a cell shows it: without what is invisible or turns the line round."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in INVISIBLE)


def like_a_formula(text: str) -> bool:
    """Return whether a spreadsheet could take this text for something to work out."""
    return text[:1] in FORMULA and text != ""


def quoted(text: str) -> str:
    """Return the text with an apostrophe before it where it could be taken for a formula."""
    return f"'{text}" if like_a_formula(text) else text
