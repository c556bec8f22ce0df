"""Tests of the cards that a player ticks on a sheet as won by a side.

The cards are stored with the hand and compared with the points entered.
"""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.rules.sheet import check_sheet

# Cards worth thirty-five.
TICKED = ["7H", "7C", "7S", "AH", "AD", "KH", "KC", "JS", "JD", "QH", "QC"]
MARIGLIA: dict[str, Any] = {"dealer": 0, "trionfo": "2C", "card_points": [41, 29]}
MARIAGGIA: dict[str, Any] = {
    "dealer": 0,
    "trump": "D",
    "card_points": [64, 56],
    "declarations": [],
}


def problems_of(card_game: str, hand: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Return the code, rule, level and JSON Pointer of every problem reported for one hand."""
    problems = check_sheet({"card_game": card_game, "games": [{"hands": [hand]}]}).problems
    return [(p.code, p.rule, p.level, p.where.removeprefix("/games/0/hands/0")) for p in problems]


def of(side: Any, *cards: Any, **more: Any) -> dict[str, Any]:
    """Return a hand of Mariglia in which the given cards are ticked as won by the given side."""
    return {**MARIGLIA, "taken": {"side": side, "cards": [*cards]}, **more}


OTHERWISE = ("not_as_counted", "MAR-VAL-1", "warning", "/card_points")


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        pytest.param(of(0, *TICKED, tricks=[6, 4]), [], id="with six tricks it is forty-one"),
        pytest.param(of(0, *TICKED, tricks=[5, 5]), [OTHERWISE], id="with five it is forty"),
        pytest.param(of(1, *TICKED, tricks=[6, 4]), [OTHERWISE], id="nor is it what the others have"),
        pytest.param(of(0, *TICKED), [], id="without the tricks nothing is said"),
        pytest.param(of(0, tricks=[6, 4]), [OTHERWISE], id="no card is worth nothing"),
        pytest.param(of(0, "2C", *TICKED, tricks=[6, 4]), [], id="a card of no value may be ticked"),
        pytest.param(of(2), [("bad_side", "MAR-VAL-1", "error", "/taken/side")], id="a third side"),
        pytest.param(of(0, "7H", "1H"), [("not_a_card", "MAR-VAL-1", "error", "/taken/cards/1")], id="no such card"),
        pytest.param(of(0, "7H", "AD", "7H"), [("taken_twice", "MAR-VAL-1", "error", "/taken/cards/2")], id="a card twice"),
        pytest.param({**MARIGLIA, "taken": []}, [("bad_taken", "MAR-VAL-1", "error", "/taken")], id="a list"),
        pytest.param({**MARIGLIA, "taken": {"side": 0}}, [("bad_taken", "MAR-VAL-1", "error", "/taken")], id="whose, and no cards"),
        pytest.param({**MARIGLIA, "taken": {"side": 0, "cards": "7H"}}, [("bad_taken", "MAR-VAL-1", "error", "/taken")], id="cards that are no list"),
        pytest.param({**MARIGLIA, "taken": {"side": 0, "cards": [], "by": "Tore"}}, [("bad_taken", "MAR-VAL-1", "error", "/taken")], id="something else besides"),
    ],
)  # fmt: skip
def test_ticked_cards_are_compared_with_points_and_tricks(hand: dict[str, Any], problems: list[Any]) -> None:
    assert problems_of("mariglia", hand) == problems


ALL_ACES = ["AD", "AC", "AB", "AS"]


@pytest.mark.parametrize(
    ("points", "problems"),
    [
        pytest.param([44, 76], [], id="MGG-SCORE-1 four Aces are forty-four"),
        pytest.param([45, 75], [("not_as_counted", "MGG-SCORE-1", "warning", "/card_points")], id="MGG-SCORE-1 one point more"),
    ],
)  # fmt: skip
def test_ticked_cards_are_compared_with_points_alone_if_tricks_are_worth_nothing(
    points: list[int], problems: Any
) -> None:
    hand = {**MARIAGGIA, "card_points": points, "taken": {"side": 0, "cards": ALL_ACES}}
    assert problems_of("mariaggia", hand) == problems


def test_claimed_hand_without_points_is_not_compared_with_ticked_cards() -> None:
    claimed = {
        **{key: value for key, value in MARIAGGIA.items() if key != "card_points"},
        "taken": {"side": 0, "cards": ["AD"]},
        "claim": {"side": 0, "card_points": 60},
        "state": "claimed",
    }
    assert not [problem for problem in problems_of("mariaggia", claimed) if problem[0] == "not_as_counted"]


def test_ticked_cards_are_stored_with_the_hand() -> None:
    profile = read_profile(CARD_GAMES["mariglia"], {})
    hand, _problems = read_hand(CARD_GAMES["mariglia"], profile, of(0, "7H", "AD"))
    assert hand
    assert hand.as_json()["taken"] == {"side": 0, "cards": ["7H", "AD"]}
