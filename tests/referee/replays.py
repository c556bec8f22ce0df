"""Replays of valid hands, and random hands of every card game."""

from random import Random
from typing import Any

from scoring.games import CARD_GAMES
from scoring.referee.replay import Replay, replay_of
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games.players.every_game import PLAYERS

# The number of hands of each game and seed to replay; every act of each is checked.
HANDS = 2


def replayed(card_game: str, profile: Any, hand: Any) -> Replay:
    """Return the replay of a hand; fail if the hand is invalid."""
    game = CARD_GAMES[card_game]
    read = read_profile(game, profile)
    valid_hand, problems = read_hand(game, read, hand)
    assert valid_hand, problems
    assert game.card_by_card
    replay = replay_of(game.card_by_card, valid_hand, read)
    assert replay
    return replay


def hands_of(card_game: str, seed: str = "acts", count: int = HANDS) -> list[tuple[Any, Any]]:
    """Return pairs (profile, hand) of a card game; random players have played every hand to its end."""
    random = Random(f"{seed} {card_game}")
    hands: list[tuple[Any, Any]] = []
    while len(hands) < count:
        game = PLAYERS[card_game](random)
        hands += [(game.profile, hand) for hand in game.hands if hand.get("play") and "state" not in hand]
    return hands[:count]
