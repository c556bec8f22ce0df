"""The cards that one side ticked: how they are read, and whether they make what was written."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.rules.sheet import check_sheet

TICKED = ["7H", "7C", "7S", "AH", "AD", "KH", "KC", "JS", "JD", "QH", "QC"]
"""Thirty-five in card values."""
MARIGLIA: dict[str, Any] = {"dealer": 0, "trionfo": "2C", "card_points": [41, 29]}
MARIAGGIA: dict[str, Any] = {
    "dealer": 0,
    "trump": "D",
    "card_points": [64, 56],
    "declarations": [],
}


def told(card_game: str, hand: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Every problem of one hand: code, rule, level and place."""
    problems = check_sheet({"card_game": card_game, "games": [{"hands": [hand]}]}).problems
    return [(p.code, p.rule, p.level, p.where.removeprefix("/games/0/hands/0")) for p in problems]


def of(side: Any, *cards: Any, **more: Any) -> dict[str, Any]:
    """A hand of Mariglia in which these cards were ticked."""
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
def test_what_is_said_of_the_cards_that_were_ticked(hand: dict[str, Any], problems: list[Any]) -> None:
    assert told("mariglia", hand) == problems


ALL_ACES = ["AD", "AC", "AB", "AS"]


@pytest.mark.parametrize(
    ("points", "problems"),
    [
        pytest.param([44, 76], [], id="MGG-SCORE-1 four Aces are forty-four"),
        pytest.param([45, 75], [("not_as_counted", "MGG-SCORE-1", "warning", "/card_points")], id="MGG-SCORE-1 one point more"),
    ],
)  # fmt: skip
def test_where_tricks_are_worth_nothing_the_cards_alone_are_counted(points: list[int], problems: Any) -> None:
    hand = {**MARIAGGIA, "card_points": points, "taken": {"side": 0, "cards": ALL_ACES}}
    assert told("mariaggia", hand) == problems


def test_a_claim_without_points_is_not_compared() -> None:
    claimed = {
        **{key: value for key, value in MARIAGGIA.items() if key != "card_points"},
        "taken": {"side": 0, "cards": ["AD"]},
        "claim": {"side": 0, "card_points": 60},
        "state": "claimed",
    }
    assert not [problem for problem in told("mariaggia", claimed) if problem[0] == "not_as_counted"]


def test_the_cards_stay_with_the_hand() -> None:
    profile = read_profile(CARD_GAMES["mariglia"], {})
    hand, _problems = read_hand(CARD_GAMES["mariglia"], profile, of(0, "7H", "AD"))
    assert hand
    assert hand.as_json()["taken"] == {"side": 0, "cards": ["7H", "AD"]}
