"""Marianna and Cinquecento at random: sheet, referee and an independent player agree; planted faults are found."""

# ruff: noqa: E501  (a table reads best one row a line)

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.rules.sheet import check_sheet
from tests.scoring.rules.players.campaign import HANDS
from tests.scoring.rules.players.marianna import (
    Club,
    PlayedGame,
    any_cinquecento_club,
    any_marianna_club,
    play_a_game,
    play_a_hand,
)

JSON = dict[str, Any]
CLUBS = {"marianna": any_marianna_club, "cinquecento": any_cinquecento_club}
GAMES = pytest.mark.parametrize("card_game", CLUBS)


def verdict_on(club: Club, hands: list[JSON]) -> JSON:
    """What the rules say of one game."""
    return check_sheet(
        {"card_game": club.card_game, "profile": club.profile, "games": [{"hands": hands}]}
    ).as_json()


def sung_late(hand: JSON) -> bool:
    """Whether the sheet or the play tells of a declaration when the stock was gone."""
    play = hand.get("play", [])
    return any("declared" in trick for trick in play[5:]) or any(
        each.get("trick", 0) > 5 for each in hand["declarations"]
    )


def told_apart(random: Random, game: PlayedGame) -> list[str]:
    """What the rules say otherwise than the players of this game."""
    hands = [hand.written(random) for hand in game.hands]
    verdict = verdict_on(game.club, hands)
    late = [f"/games/0/hands/{place}" for place, hand in enumerate(hands) if sung_late(hand)]
    expected = late if game.club.sicilian else []
    told = verdict["games"][0]
    found = {
        "errors": ([p for p in verdict["problems"] if p["level"] == "error"], []),
        "warnings": ([p["where"].partition("/declarations")[0] for p in verdict["problems"] if p["level"] == "warning"], expected),
        "running": ([hand["running"] for hand in told["hands"]], game.running[1:]),
        "score": ([hand["score"] for hand in told["hands"]], [hand.score for hand in game.hands]),
        "winner": (told["winner"], game.winner),
    }  # fmt: skip
    return [f"{what}: {mine}, not {his}" for what, (mine, his) in found.items() if mine != his]


@GAMES
def test_random_hands_score_what_their_player_counted(card_game: str) -> None:
    """MNA-SCORE-1, MNA-GAME-1, MNA-GAME-2, CIN-GAME-1: every total, and who won, whatever the club plays by."""
    seed = hands = 0
    while hands < HANDS:
        random = Random(seed)
        game = play_a_game(random, CLUBS[card_game](random))
        assert told_apart(random, game) == [], f"seed {seed}: {game.club}"
        hands += len(game.hands)
        seed += 1
    print(f"\n{card_game}: {hands} hands in {seed} games")


def test_a_player_who_counts_wrongly_is_told_so() -> None:
    random = Random(1)
    game = play_a_game(random, any_marianna_club(random))
    game.running[-1][0] += 10
    assert told_apart(random, game)
