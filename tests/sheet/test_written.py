"""Test of a game as written on a sheet: its hands, or only a final score (COM-3, COM-8)."""

from typing import Any

import pytest

from scoring.sheet.rules.sheet import written_game

HAND = {"dealer": 0}


@pytest.mark.parametrize(
    ("hands", "body"),
    [
        pytest.param([], {"hands": []}, id="COM-3 nothing yet"),
        pytest.param([HAND, HAND], {"hands": [HAND, HAND]}, id="COM-3 hands"),
        pytest.param([{"final": [36, 19]}], {"final": [36, 19]}, id="COM-8 a final score alone"),
        pytest.param(
            [{"final": [36, 19]}, HAND],
            {"final": [36, 19], "hands": [HAND]},
            id="COM-8 a hand beside it is handed on to be refused",
        ),
        pytest.param(
            [{"final": [36, 19], "hand_count": 6}],
            {"final": [36, 19], "hand_count": 6},
            id="COM-8 with the number of hands",
        ),
    ],
)
def test_game_on_a_sheet_has_its_hands_or_its_final_score(
    hands: list[dict[str, Any]], body: dict[str, Any]
) -> None:
    assert written_game(hands) == body
