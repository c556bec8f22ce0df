"""The parts a score sheet is read in: sides, games, rows, cells, the hand to come.

Sides come in the order in which they are shown, left side first; a side's mark (its shape and colour)
stays with its seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, pgettext

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.templatetags.score_drawing import MARKS
from scoring.types import HandState, Problem, SheetState, Stopped
from tournaments.results.selectors.matches import MatchNow
from tournaments.web.hand_chips import Chip

__all__ = ["MARKS", "CellView", "Chip", "GameView", "NextView", "RowView", "SheetView", "SideView"]


@dataclass(frozen=True)
class SideView:
    """One side of the sheet: the team, the names its players are called by, what it has won so far."""

    side: int
    mark: str
    name: str
    players: tuple[str, ...]
    full_names: tuple[str, ...]
    club: str
    games_won: int
    signed: bool
    won: bool
    lost: bool


@dataclass(frozen=True)
class CellView:
    """What one side has in one row. `gained` is this hand's score without the points its chips show."""

    side: int
    mark: str
    total: int | None
    score: int
    gained: int
    deals: bool
    chips: tuple[Chip, ...]

    @property
    def same(self) -> bool:
        """Whether the hand left this side's total as it was."""
        return self.score == 0


@dataclass(frozen=True)
class RowView:
    """One hand of a game: the spine with its number and count, and a cell for each side."""

    game: int
    hand: int
    version: int
    dealer: int
    dealer_name: str
    dealer_side: int
    cells: tuple[CellView, ...]
    chips: tuple[Chip, ...]
    points: tuple[int, ...] | None
    state: str
    state_label: str
    counts: bool
    note: str
    disputed: bool
    warnings: tuple[str, ...]
    after_time: bool = False
    has_cards: bool = False
    """Whether it counts and was written card by card."""

    @property
    def played(self) -> bool:
        """Whether the hand was simply played: any other state is named beside it."""
        return self.state == HandState.PLAYED

    @property
    def adjusted(self) -> bool:
        """Whether the director set the score of this hand (MAR-IRR-2)."""
        return self.state == HandState.ADJUSTED

    @property
    def struck(self) -> bool:
        """Whether the hand is kept without scoring: annulled or void (COM-4, COM-5)."""
        return not self.counts


@dataclass(frozen=True)
class GameView:
    """One of the games there can be. `status` is one of over, playing, next, to_come, not_needed.

    `parts` are the sums that are kept apart until the end, with their names.
    """

    number: int
    target: int | None
    decider: bool
    status: str
    score: tuple[int, ...]
    winner: int | None
    rows: tuple[RowView, ...]
    quick: bool
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    by_time: Stopped | None = None
    """How it ended, where time stopped it."""
    deciding: bool = False
    """COM-TIME-3: the hand that decides a level match."""


@dataclass(frozen=True)
class NextView:
    """The hand that is dealt next; without a dealer when the cards are drawn for it."""

    game: int
    hand: int
    target: int | None
    dealer: int | None
    dealer_name: str
    dealer_side: int | None


@dataclass(frozen=True)
class SheetView:
    """The whole sheet, ready to be shown. `names` are the ones used, by seat; `version` counts its facts."""

    match: MatchNow
    card_game: CardGame
    profile: Profile
    state: SheetState
    sides: tuple[SideView, ...]
    games: tuple[GameView, ...]
    names: Mapping[int, str]
    next: NextView | None
    winner: int | None
    problems: tuple[Problem, ...]
    version: int

    def side(self, side: int) -> SideView:
        """Return a side by its number."""
        return next(each for each in self.sides if each.side == side)

    @property
    def current(self) -> GameView | None:
        """The game being played or about to be; after the last hand, the last game played."""
        open_games = [game for game in self.games if game.status in ("playing", "next")]
        over = [game for game in self.games if game.status == "over"]
        return open_games[0] if open_games else over[-1] if over else None


def hand_rows(view: SheetView, game: GameView) -> list[dict[str, Any]]:
    """Return the rows of one game as `web/_hands.html` draws them, with the row of the hand to come."""
    rows = [_svg(row) for row in game.rows]
    if view.next and view.next.game == game.number:
        rows.append(_next_row(view, view.next))
    return rows


def _count_note(row: RowView) -> str:
    """What was counted, for the spine: 41·29; more than two numbers do not fit there."""
    return "\N{MIDDLE DOT}".join(map(str, row.points)) if row.points and len(row.points) == 2 else ""


def _svg(row: RowView) -> dict[str, Any]:
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
