"""One row of a score table: the number of the hand, and a cell for each side."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring import types
from tournaments.web.hand_chips import Chip


@dataclass(frozen=True)
class HandCell:
    """What one side has in one row of the sheet. `gain` is its score without what its chips show."""

    total: int | None = None
    # Whether the hand left this side's total as it was.
    same: bool = False
    gain: int = 0
    dealt: bool = False
    chips: tuple[Chip, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class HandRow:
    """One hand of a game: its number, what was counted (41·29), and a cell for each side."""

    number: int
    cells: tuple[HandCell, ...]
    chips: tuple[Chip, ...] = ()
    note: str = ""
    # Whether it is kept without scoring: annulled or void (COM-4, COM-5).
    struck: bool = False
    next: bool = False
    state: str = types.HandState.PLAYED.value
    disputed: bool = False
    warnings: tuple[str, ...] = ()
    # Whether it counts and was written card by card.
    has_cards: bool = False


def hand_cell(
    side: int, result: types.HandResult | None, chips: tuple[Chip, ...], dealt: tuple[Chip, ...] | None
) -> HandCell:
    """Return what a side has in the row of a hand; `dealt` is what stands beside it because it dealt."""
    score = result.score[side] if result else 0
    return HandCell(
        total=result.running[side] if result else None,
        same=score == 0,
        gain=score - sum(chip.points or 0 for chip in chips),
        dealt=dealt is not None,
        chips=(*chips, *(dealt or ())),
    )


def count_note(points: Sequence[int]) -> str:
    """Return what was counted, for the spine: 41·29; more than two numbers do not fit there."""
    return "\N{MIDDLE DOT}".join(map(str, points)) if len(points) == 2 else ""
