"""Tests of the usual number of hands in a game, which is proportional to the target."""

from typing import Any

import pytest

from scoring.game_parts.card_game import game_hands
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile


@pytest.mark.parametrize(
    ("key", "options", "hands"),
    [
        pytest.param("mariglia", {}, [5, 5, 6], id="MAR-VAL-8: means 5 and 6-7"),
        pytest.param("mariglia", {"targets": [10]}, [1], id="a short game"),
        pytest.param("mariglia", {"targets": [70]}, [10], id="a long one"),
        pytest.param("mariglia", {"targets": [38]}, [5], id="hardly longer"),
        pytest.param("mariglia", {"targets": [39]}, [6], id="nearer to six"),
        pytest.param("mariaggia", {"targets": [10]}, [1], id="one hand at least"),
        pytest.param("mariaggia", {}, [3], id="Mariaggia"),
        pytest.param("mariagio", {}, [2], id="Mariagio"),
        pytest.param("marianna", {}, [6], id="Marianna"),
        pytest.param("cinquecento", {}, [6], id="Cinquecento"),
        pytest.param("maniglia", {}, [5, 5, 5], id="Maniglia"),
        pytest.param("maniglia_auction", {}, [12], id="as many as are dealt"),
        pytest.param("maniglia_auction", {"players": 3, "deals": 6}, [6], id="as the club deals"),
        pytest.param("manni", {}, [7], id="until ten plus"),
        pytest.param("manni", {"length": 9}, [9], id="a number of deals"),
        pytest.param("briscola_151", {}, [2], id="two players"),
    ],
)
def test_usual_number_of_hands_is_proportional_to_the_target(
    key: str, options: dict[str, Any], hands: list[int]
) -> None:
    card_game = CARD_GAMES[key]
    profile = read_profile(card_game, options)
    assert [game_hands(card_game, profile, number) for number in range(profile.games)] == hands


@pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
def test_every_card_game_has_a_usual_hand_duration(card_game: Any) -> None:
    assert card_game.pace.hand_seconds == 6 * len(card_game.pack.cards)
    assert game_hands(card_game, read_profile(card_game, {}), 0) >= 1
