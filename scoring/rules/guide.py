"""The rules of a game as players read them: sections, worked examples and where they come from.

Must not know the values of the cards: a page draws those from the game's definition.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.rules.types import Scores


class Section(NamedTuple):
    """One heading and what is said under it."""

    title: str
    paragraphs: tuple[str, ...]


class Example(NamedTuple):
    """A situation in a sentence or two, the sheet as it was written, and what it comes to.

    `sheet` is one game as the contract writes it, `{"profile": {...}, "hands": [...]}`; `running` are
    the totals after each hand, and `winner` the side that has won by then.
    """

    text: str
    sheet: Mapping[str, object]
    running: tuple[Scores, ...]
    winner: int | None = None


class Guide(NamedTuple):
    """A game for its players: a summary, the rules, examples, and the accounts they were taken from."""

    summary: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]
    sources: tuple[str, ...]
