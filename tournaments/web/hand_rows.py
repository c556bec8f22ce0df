"""Rows of a score table: the number of the hand, and a cell for each side."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import types
from tournaments.web.hand_chips import Chip


@dataclass(frozen=True)
class HandCell:
    """The cell of a side in a row of the sheet. `gain` is the score without the points of the chips."""

    total: int | None = None
    # True if the hand did not change the total of this side.
    same: bool = False
    gain: int = 0
    dealt: bool = False
    chips: tuple[Chip, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class HandRow:
    """A row with one hand: its number, the counted points as a note (41·29), and a cell for each side."""

    number: int
    cells: tuple[HandCell, ...]
    chips: tuple[Chip, ...] = ()
    note: str = ""
    # True if the hand does not score: annulled or void (COM-4, COM-5).
    struck: bool = False
    next: bool = False
    state: str = types.HandState.PLAYED.value
    disputed: bool = False
    warnings: tuple[str, ...] = ()
    # True if the hand counts and was written card by card.
    has_cards: bool = False


def hand_cell(
    side: int, result: types.HandResult | None, chips: tuple[Chip, ...], dealt: tuple[Chip, ...] | None
) -> HandCell:
    """Return the cell of a side. `dealt` contains the dealer's chips, or is None if another side dealt."""
    score = result.score[side] if result else 0
    return HandCell(
        total=result.running[side] if result else None,
        same=score == 0,
        gain=score - sum(chip.points or 0 for chip in chips),
        dealt=dealt is not None,
        chips=(*chips, *(dealt or ())),
    )


def count_note(points: Sequence[int]) -> str:
    """Return the counted points as a note (41·29); empty unless there are exactly two numbers."""
    return "\N{MIDDLE DOT}".join(map(str, points)) if len(points) == 2 else ""
