"""An independent random player of Botifarra, who also counts the scores of whole games."""

from random import Random
from typing import Any

from tests.games.players.beating import PAIRS, SUITS, Rules, play_out
from tests.games.players.judge import PlayedGame
from tests.games.players.table import shuffled

JSON = dict[str, Any]
RANKS = ("9", "A", "K", "H", "J", "8", "7", "6", "5", "4", "3", "2")
VALUES = {"9": 5, "A": 4, "K": 3, "H": 2, "J": 1}
DOUBLINGS = {"plain": 1, "contro": 2, "recontro": 4, "sant_vicenc": 8}


def rules_of(hand: JSON, _profile: JSON) -> Rules:
    """Return the rules of play that apply to a hand on a sheet."""
    return Rules(None if hand["trump"] == "none" else hand["trump"], RANKS, PAIRS, VALUES)


def scored(hand: JSON) -> list[int]:
    """Return the score of each pair: the points above 36, multiplied for play without trumps and for
    doubling.
    """
    times = DOUBLINGS[hand["doubling"]] * (2 if hand["trump"] == "none" else 1)
    return [times * max(0, points - 36) for points in hand["card_points"]]


def play_a_hand(random: Random, dealer: int, profile: JSON) -> JSON:
    """Deal, name trumps, double and play; return the hand, sometimes without its tricks or its play."""
    deck = shuffled(random, RANKS, SUITS)
    hands = [deck[seat * 12 : seat * 12 + 12] for seat in range(4)]
    allowed = list(DOUBLINGS) if profile["sant_vicenc"] else list(DOUBLINGS)[:3]
    hand: JSON = {
        "dealer": dealer,
        "trump": random.choice([*SUITS, "none", "none"]),
        "doubling": random.choice([*["plain"] * 5, *allowed]),
    }
    tricks = play_out(random, hands, (dealer + 1) % 4, rules_of(hand, profile))
    hand["card_points"] = tricks.points
    if random.random() < 0.8:
        hand["tricks"] = tricks.won
    if random.random() < 0.8:
        hand["play"] = tricks.play
    return hand


def play_a_game(random: Random) -> PlayedGame:
    """Play hands until a pair has reached the target."""
    profile: JSON = {
        "targets": [random.choice([20, 51, 101, 101, 101, 151, 500])],
        "sant_vicenc": random.random() < 0.5,
    }
    game, dealer, total = PlayedGame(profile), random.randrange(4), [0, 0]
    while not game.over:
        hand = play_a_hand(random, dealer, profile)
        total = [before + more for before, more in zip(total, scored(hand), strict=True)]
        game.hands.append(hand)
        game.running.append(total)
        game.over, dealer = max(total) >= profile["targets"][0], (dealer + 1) % 4
    game.winner = int(total[1] > total[0])
    return game
