"""The rows of one game as `parts/hands.html` draws them."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.pages.sheet_parts import CellView, GameView, NextView, RowView, SheetView


def hand_rows(view: SheetView, game: GameView) -> list[dict[str, Any]]:
    """Return the rows of one game as `parts/hands.html` draws them, with the row of the hand to come."""
    rows = [_drawn(row) for row in game.rows]
    if view.next and view.next.game == game.number:
        rows.append(_drawn_next(view.next))
    return rows


def _drawn(row: RowView) -> dict[str, Any]:
    note = "\N{MIDDLE DOT}".join(map(str, row.points)) if row.points else ""
    left, right = (_drawn_cell(row, cell) for cell in row.cells)
    return {"number": row.hand, "note": note, "struck": row.struck, "left": left, "right": right}


def _drawn_cell(row: RowView, cell: CellView) -> dict[str, Any]:
    """A state that is not plain play is named on the side of whoever dealt."""
    return {
        "total": cell.total,
        "same": cell.same,
        "gain": cell.gained,
        "dealt": cell.deals,
        "cards": [(cell.card, cell.card_points)] if cell.card else [],
        "chips": [row.state_label] if cell.deals and not row.played and not cell.card else [],
    }


def _drawn_next(hand: NextView) -> dict[str, Any]:
    deals = _("%(name)s deals") % {"name": hand.dealer_name} if hand.dealer_name else ""
    known = hand.dealer is not None
    left = {"dealt": known and hand.on_left, "text": deals if hand.on_left else ""}
    right = {"dealt": known and not hand.on_left, "text": "" if hand.on_left else deals}
    return {"number": hand.hand, "next": True, "left": left, "right": right}
