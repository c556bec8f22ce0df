"""The columns and cells of numeric tables, for the table components."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NumberColumn:
    """One column of numbers: its name, a word below it, and the number of the tie-break it is, if any."""

    name: str
    beneath: str = ""
    key: str = ""
    number: int | None = None


@dataclass(frozen=True)
class NumberCell:
    """One number of a row, and how it stands out."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class ResultView:
    """What a team made of one match: games won and lost, or why there are none."""

    text: str
    kind: str
    label: str
