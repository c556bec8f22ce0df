"""How the chances of a match went: a folded sheet in, the chances after each of its hands out."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.game_parts.card_game import CardGame, ahead_at
from scoring.rules.odds import Chances, Position, chances, first_dealer
from scoring.sheet.rules.profile import Profile
from scoring.types import GameState, HandResult, Scores, SheetState

CERTAIN = ((1.0, 0.0), (0.0, 1.0))
"""The chances of a game by who won it."""


class Stop(NamedTuple):
    """The chances after a hand, counted with its game from 1; hand 0 is the result of a game without hands.

    After the last hand of a game its own chances are certain, and those of the match go on.
    """

    game: int
    hand: int
    score: Scores
    chances: Chances


def course(card_game: CardGame, profile: Profile, state: SheetState) -> Iterator[Stop]:
    """Yield the chances after every hand that scored, up to the first that nobody can be sure of.

    They go by the targets: they end at a game that time stops, and at the hand that decides (COM-TIME-3).
    """
    won: Scores = (0, 0)
    for number, game in enumerate(state.games, start=1):
        if game.by_time or game.deciding or (state.time and not game.over):
            return
        for hand, result in _scored(card_game, game):
            if result is None:
                return
            turn = profile.side((result.dealer + 1) % profile.seats)
            winner = ahead_at(result.running, game.target or 0)
            won, after = _after(card_game, profile, Position(result.running, won, turn), winner)
            yield Stop(number, hand, result.running, after)
        if game.quick and game.winner is None:
            return
        if game.quick:
            won, after = _after(card_game, profile, Position(game.score, won, None), game.winner)
            yield Stop(number, 0, game.score, after)


def _scored(card_game: CardGame, game: GameState) -> Iterator[tuple[int, HandResult | None]]:
    """Yield the hands that scored, and those of which nobody knows."""
    for number, result in enumerate(game.hands, start=1):
        if result is None or card_game.states[result.state].scores:
            yield number, result


def _after(
    card_game: CardGame, profile: Profile, here: Position, winner: int | None
) -> tuple[Scores, Chances]:
    """Return the games won and the chances once a hand has led here, which may have ended the game."""
    if winner is None:
        return here.games_won, chances(card_game, profile, here)
    won = tuple(games + (side == winner) for side, games in enumerate(here.games_won))
    dealer = first_dealer(str(profile.options.get("next_dealer")), sum(won), here.dealer)
    return won, Chances(CERTAIN[winner], chances(card_game, profile, Position((0, 0), won, dealer)).match)
