"""The rows of one game as `parts/hands.html` draws them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.pages.sheet_parts import CellView, Chip, GameView, NextView, RowView, SheetView


def hand_rows(view: SheetView, game: GameView) -> list[dict[str, Any]]:
    """Return the rows of one game as `parts/hands.html` draws them, with the row of the hand to come."""
    rows = [_drawn(row) for row in game.rows]
    if view.next and view.next.game == game.number:
        rows.append(_next_row(view, view.next))
    return rows


def _count_note(row: RowView) -> str:
    """What was counted, for the spine: 41·29; more than two numbers do not fit there."""
    return "\N{MIDDLE DOT}".join(map(str, row.points)) if row.points and len(row.points) == 2 else ""


def _drawn(row: RowView) -> dict[str, Any]:
    return {
        "number": row.hand,
        "note": _count_note(row),
        "struck": row.struck,
        "chips": row.chips,
        "cells": [_drawn_cell(cell, (*_state_chip(row, cell), *_time_chip(row, cell))) for cell in row.cells],
    }


def _time_chip(row: RowView, cell: CellView) -> tuple[Chip, ...]:
    """A hand that was written after time was called says so on the side of whoever dealt."""
    if not row.after_time or not cell.deals:
        return ()
    return (Chip(text=pgettext("beside a hand", "time"), words=_("after time was called:")),)


def _state_chip(row: RowView, cell: CellView) -> tuple[Chip, ...]:
    """A state that is not plain play is named on the side of whoever dealt, unless the chips show the end."""
    shown = row.counts and not row.adjusted and any(each.chips for each in row.cells)
    return () if row.played or shown or not cell.deals else (Chip(text=row.state_label),)


def _drawn_cell(cell: CellView, more: tuple[Chip, ...]) -> dict[str, Any]:
    return {
        "total": cell.total,
        "same": cell.same,
        "gain": cell.gained,
        "dealt": cell.deals,
        "chips": (*cell.chips, *more),
    }


def _next_row(view: SheetView, hand: NextView) -> dict[str, Any]:
    """Who deals the hand to come stands on the dealer's side."""
    words = _("%(name)s deals") % {"name": hand.dealer_name} if hand.dealer_name else ""
    if words and len(view.sides) > 2:
        words = pgettext("under a player's name", "deals")
    cells = [{"dealt": True, "text": words} if side.side == hand.dealer_side else {} for side in view.sides]
    return {"number": hand.hand, "next": True, "cells": cells}
