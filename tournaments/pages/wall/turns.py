"""Pages that take turns on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import pgettext

from tournaments.rules.wall import LARGE

TWO_ROWS = 8
"""More cards than these stand in three rows of four."""


@dataclass(frozen=True)
class Turn:
    """One page: what stands on it, how it is laid out, and which of how many it is."""

    cards: Sequence[Any]
    layout: str
    label: str
    title: str = ""


def turns_of(pages: Sequence[Sequence[Any]], titles: Sequence[str] = ()) -> list[Turn]:
    """Return pages of cards with their layout and, where there are several, their numbers."""
    crowded = len(pages) > 1 or (pages and len(pages[0]) > LARGE)
    crowd = "crowd rows3" if len(pages) > 1 or (pages and len(pages[0]) > TWO_ROWS) else "crowd"
    return [
        Turn(
            cards,
            crowd if crowded else f"few n{len(cards)}",
            numbered(place, len(pages)),
            titles[place - 1] if titles else "",
        )
        for place, cards in enumerate(pages, start=1)
    ]


def numbered(place: int, pages: int) -> str:
    """Return which page this is: 1 of 2."""
    if pages < 2:
        return ""
    return pgettext("pages of the wall", "%(page)s of %(pages)s") % {"page": place, "pages": pages}
