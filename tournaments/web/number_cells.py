"""Columns and cells of tables of numbers, used by the table components."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NumberColumn:
    """A column of numbers: its name, a text below the name, and the position of its tie-break, if any."""

    name: str
    beneath: str = ""
    key: str = ""
    number: int | None = None


@dataclass(frozen=True)
class NumberCell:
    """A number in a table cell, and the CSS class that emphasises it."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class ResultView:
    """The result of a match for one team: games won and lost, or the reason why no games were played."""

    text: str
    kind: str
    label: str
