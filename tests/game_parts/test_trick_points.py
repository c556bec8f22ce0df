"""Tests of the tricks and points of a hand in Mariglia and in games derived from Mariglia (MAR-CARD-3)."""

import pytest

from scoring.game_parts.feasible_points import total_points, trick_count
from scoring.game_parts.profile import Profile
from scoring.games.maniglia_auction import CARD_GAME as AUCTION
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile


@pytest.mark.parametrize(
    ("profile", "tricks", "points"),
    [
        pytest.param(read_profile(MARIGLIA, {}), 10, 70, id="MAR-CARD-3 four players"),
        pytest.param(read_profile(AUCTION, {"players": 3}), 12, 72, id="MAU-CARD-1 three players"),
        pytest.param(read_profile(AUCTION, {"players": 5}), 8, 68, id="MAU-CARD-1 five players"),
    ],
)
def test_number_of_tricks_and_total_points_of_a_hand_depend_on_the_card_game_and_players(
    profile: Profile, tricks: int, points: int
) -> None:
    counted = (trick_count(profile), total_points(profile))
    assert counted == (tricks, points)
    assert {type(number) for number in counted} == {int}
