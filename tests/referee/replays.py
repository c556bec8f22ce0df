"""A hand that the rules accept, ready to be looked at act by act; of every game some random ones."""

from random import Random
from typing import Any

from scoring.games import CARD_GAMES
from scoring.referee.replay import Replay, replay_of
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games.players.every_game import PLAYERS

HANDS = 2
"""How many hands of each game and seed are replayed; every act of each is looked at."""


def replayed(card_game: str, profile: Any, hand: Any) -> Replay:
    """One hand that the rules accept, ready to be looked at."""
    game = CARD_GAMES[card_game]
    read = read_profile(game, profile)
    found, problems = read_hand(game, read, hand)
    assert found, problems
    assert game.card_by_card
    replay = replay_of(game.card_by_card, found, read)
    assert replay
    return replay


def hands_of(card_game: str, seed: str = "acts", count: int = HANDS) -> list[tuple[Any, Any]]:
    """Whole hands of a game, each with its profile."""
    random = Random(f"{seed} {card_game}")
    hands: list[tuple[Any, Any]] = []
    while len(hands) < count:
        game = PLAYERS[card_game](random)
        hands += [(game.profile, hand) for hand in game.hands if hand.get("play") and "state" not in hand]
    return hands[:count]
