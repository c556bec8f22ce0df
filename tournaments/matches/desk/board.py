"""The score of a match on the desk page: each game with its points, and a table of its hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.sheet.rules.log import SheetLog
from tournaments.matches.selectors.matches import SideNow
from tournaments.matches.sheet_view import GameView, SheetView, SideView
from tournaments.matches.words import targets_of
from tournaments.web.hand_rows import HandRow
from tournaments.web.words import game_words


@dataclass(frozen=True)
class GameBoard:
    """A game of a match on the desk page: its name, its progress as text, and the points of each side."""

    label: str
    words: str
    game: GameView
    scores: tuple[tuple[SideView, int], ...]


@dataclass(frozen=True)
class HandLine:
    """A row of the hand table: hand number, dealer, the dealer's side, and the totals after the hand."""

    place: str
    dealer: str
    side: int | None
    row: HandRow


@dataclass(frozen=True)
class GameHands:
    """The hands of one game, with its name and its score."""

    label: str
    score: tuple[int, ...]
    lines: tuple[HandLine, ...]


def game_boards(view: SheetView) -> list[GameBoard]:
    """Return all games of the match in order, including games that may not be played."""
    targets = targets_of(view.match.match.stage)
    return [
        GameBoard(
            game_words(game.number, targets),
            _progress_words(view, game),
            game,
            tuple(zip(view.sides, game.score, strict=True)),
        )
        for game in view.games
    ]


def _progress_words(view: SheetView, game: GameView) -> str:
    if game.status == "over":
        return _won_words(view, game)
    if game.status == "playing":
        return _("in play, hand %(number)s") % {"number": len(game.rows) + 1}
    return _("not needed") if game.status == "not_needed" else ""


def _won_words(view: SheetView, game: GameView) -> str:
    if game.winner is None:
        return _("level")
    return _("won by %(team)s") % {"team": view.side(game.winner).name.split(" \N{EN DASH} ")[0]}


def hand_tables(view: SheetView, log: SheetLog) -> list[GameHands]:
    """Return the games with at least one hand, and the dealer of each hand."""
    targets = targets_of(view.match.match.stage)
    return [
        GameHands(
            game_words(game.number, targets),
            game.score,
            tuple(_line(view, log, (game.number, row.number), row) for row in game.rows),
        )
        for game in view.games
        if game.rows and not game.quick
    ]


def _line(view: SheetView, log: SheetLog, place: tuple[int, int], row: HandRow) -> HandLine:
    body: Any = log.hands[place].body
    dealer = body.get("dealer")
    return HandLine(
        f"{place[0]}-{place[1]}",
        view.names.get(dealer, ""),
        None if dealer is None else view.profile.side(dealer),
        row,
    )


def decision_words(sides: Sequence[SideView | SideNow], winner: int | None) -> str:
    """Return a sentence with the winner of a match; `winner` is None if all sides are level.

    The sentence contains the games won if there are two sides and the winner has won at least two games.
    """
    if winner is None:
        return _("The match is decided: all are level.")
    winning_side = next(side for side in sides if side.side == winner)
    losers = [side for side in sides if side is not winning_side]
    if len(losers) != 1 or winning_side.games_won < 2:
        return _("%(team)s win.") % {"team": winning_side.name}
    values = {"team": winning_side.name, "won": winning_side.games_won, "lost": losers[0].games_won}
    return _("%(team)s win, %(won)s to %(lost)s.") % values
