"""Tests of Mariglia: the message and the JSON Pointer of each problem in a hand (MAR)."""

from typing import Any

import pytest

from tests.sheet.builders import a_hand, turned_hand, verdict_on

SEVEN = "has the seven of trumps"
HIGHER = "only to a higher trump"


@pytest.mark.parametrize(
    ("hand", "fragment"),
    [
        pytest.param(a_hand(trionfo="7C", points=(5, 65)), SEVEN, id="MAR-VAL-4 the seven takes its trick"),
        pytest.param(
            a_hand(trionfo="AC", points=(21, 49), tricks=[1, 9]), HIGHER, id="MAR-VAL-4 the Ace can fall"
        ),
    ],
)  # fmt: skip
def test_message_explains_why_the_turned_up_card_makes_points_impossible(hand: Any, fragment: str) -> None:
    (problem,) = verdict_on([hand]).problems
    assert (problem.code, problem.where) == ("points_without_the_trionfo", "/games/0/hands/0/card_points")
    assert fragment in problem.message.english()


def test_score_for_card_points_above_35_is_an_integer() -> None:
    """MAR-SCORE-4: a side with 40 card points scores 5 points."""
    [hand] = verdict_on([a_hand(points=(40, 30))]).state.games[0].hands
    assert hand is not None
    assert (hand.parts["play"], {type(points) for points in hand.parts["play"]}) == ((5, 0), {int})


@pytest.mark.parametrize(
    ("final", "target", "problems"),
    [
        pytest.param(
            {"final": [41, 0], "hand_count": 1},
            41,
            [("too_few_hands", "/games/0/hand_count")],
            id="MAR-VAL-7",
        ),
        pytest.param(
            {"final": [20, 20], "hand_count": 1},
            45,
            [("final_score", "/games/0/final"), ("too_few_hands", "/games/0/hand_count")],
            id="MAR-VAL-7 one hand never reaches 45",
        ),
        pytest.param({"final": [70, 0]}, 35, [("final_score", "/games/0/final")], id="MAR-VAL-6"),
    ],
)
def test_problems_of_a_final_score_have_json_pointers(final: Any, target: int, problems: list[Any]) -> None:
    sheet_problems = verdict_on(final, targets=[target]).problems
    assert [(problem.code, problem.where) for problem in sheet_problems] == problems


def test_message_about_a_turned_up_card_that_does_not_win_states_the_target() -> None:
    """The turned-up card wins only near the target, which the message states (MAR-TRI-3)."""
    (problem,) = verdict_on([turned_hand(0, "7C")]).problems
    assert (problem.code, problem.where) == ("trionfo_does_not_win", "/games/0/hands/0/state")
    assert "does not reach 35" in problem.message.english()
