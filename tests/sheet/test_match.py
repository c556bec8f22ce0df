"""Tests of a match computed from its games: winner, games that do not count, and dealer (COM-MATCH-1)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.types import HandResult, HandState, NextHand
from tests.sheet.builders import a_hand, a_won_game, errors, problem_keys, turned_hand, verdict_on

A, B = a_won_game(0), a_won_game(1)
C = a_won_game(0, target=45)
EMPTY: list[Any] = []


@pytest.mark.parametrize(
    ("targets", "games", "games_won", "winner"),
    [
        pytest.param([35, 35, 45], [], (0, 0), None, id="COM-3 nothing written yet"),
        pytest.param([35, 35, 45], [A], (1, 0), None, id="COM-MATCH-1 one game"),
        pytest.param([35, 35, 45], [A, A], (2, 0), 0, id="COM-MATCH-1 two in a row"),
        pytest.param([35, 35, 45], [A, B], (1, 1), None, id="COM-MATCH-1 one each"),
        pytest.param([35, 35, 45], [A, B, C], (2, 1), 0, id="MAR-MATCH-1 the decider to 45"),
        pytest.param([35], [B], (0, 1), 1, id="MAR-MATCH-1 a single game"),
        pytest.param([35] * 5, [A, B, A, B, B], (2, 3), 1, id="COM-MATCH-1 best of five"),
        pytest.param(
            [35, 35, 45], [{"final": [38, 17]}, A], (2, 0), 0, id="COM-8 a result and a game of hands"
        ),
    ],
)
def test_games_won_and_winner_of_a_match_are_computed_from_its_games(
    targets: list[int], games: list[Any], games_won: tuple[int, int], winner: Any
) -> None:
    verdict = verdict_on(*games, targets=targets)
    assert errors(verdict) == []
    assert (verdict.state.games_won, verdict.state.winner) == (games_won, winner)
    assert (verdict.state.next is None) == (winner is not None)


@pytest.mark.parametrize(
    ("games", "rule", "where"),
    [
        pytest.param([A, A, C], "COM-5", "/games/2", id="COM-5 a third game at two to nothing"),
        pytest.param(
            [A, A, {"final": [45, 0]}], "COM-5", "/games/2", id="COM-5 a third result at two to nothing"
        ),
        pytest.param([A, B, C, A], "COM-5", "/games/3", id="COM-5 a fourth game"),
        pytest.param(
            [[a_hand()], A], "COM-MATCH-1", "/games/1", id="COM-MATCH-1 the first game is not finished"
        ),
        pytest.param([EMPTY, A], "COM-MATCH-1", "/games/1", id="COM-MATCH-1 the first game is missing"),
    ],
)
def test_game_out_of_order_is_refused_with_its_json_pointer(games: list[Any], rule: str, where: str) -> None:
    verdict = verdict_on(*games)
    assert errors(verdict) == [(rule, where)]
    assert verdict.state.next is None


def test_game_after_the_end_of_the_match_does_not_count() -> None:
    verdict = verdict_on(A, A, A)
    assert (verdict.state.games_won, verdict.state.winner, verdict.state.next) == ((2, 0), 0, None)
    assert verdict.as_json()["games"][2] == {
        "target": 45, "score": [0, 0], "winner": None,
        "hands": [{"score": None, "running": None}, {"score": None, "running": None}],
    }  # fmt: skip


def test_final_score_after_the_end_of_the_match_does_not_count() -> None:
    assert verdict_on(A, A, {"final": [45, 3]}).state.games[2].score == (0, 0)


def test_games_beyond_the_number_of_targets_are_refused() -> None:
    """Check that even an unfinished match of one game has no second game (COM-MATCH-1)."""
    verdict = verdict_on([a_hand()], A, A, targets=[35])
    assert errors(verdict) == [("COM-MATCH-1", "/games/1"), ("COM-MATCH-1", "/games/2")]
    assert [problem.code for problem in verdict.problems if problem.level == "error"] == [
        "too_many_games"
    ] * 2
    assert verdict.state.games[1].target is None
    assert verdict.state.next is None


def test_void_hands_after_the_end_of_the_match_are_kept() -> None:
    """Check that extra hands from a paper sheet stay visible (COM-5)."""
    verdict = verdict_on(A, A, [turned_hand(0, "7C", "void")])
    assert errors(verdict) == []
    assert verdict.as_json()["games"][2]["hands"] == [{"score": [0, 0], "running": [0, 0]}]
    assert verdict.state.games[2].hands == (HandResult(HandState.VOID, 0, (0, 0), (0, 0), {}),)


def test_match_is_over_when_a_side_has_won_two_of_three_games() -> None:
    """Check that a side needs two of three games (COM-MATCH-1)."""
    assert [verdict_on(*games).state.over for games in ([], [A], [A, A])] == [False, False, True]


def test_unreadable_game_leaves_the_match_undecided() -> None:
    verdict = verdict_on(A, None, A)
    assert (verdict.state.winner, verdict.state.next) == (None, None)
    assert errors(verdict) == [("COM-3", "/games/1")]


def test_unreadable_game_after_the_end_of_the_match_does_not_change_the_winner() -> None:
    verdict = verdict_on(A, A, None)
    assert errors(verdict) == [("COM-3", "/games/2")]
    assert verdict.state.winner == 0


@pytest.mark.parametrize(
    ("profile", "games", "following"),
    [
        pytest.param({}, [], NextHand(1, 1, None), id="MAR-DEAL-1 the first dealer is free"),
        pytest.param({}, [EMPTY], NextHand(1, 1, None), id="MAR-DEAL-1 an empty game"),
        pytest.param({}, [[a_hand(0), a_hand(1)]], NextHand(1, 3, 2), id="MAR-DEAL-2 the deal passes"),
        pytest.param({}, [[a_hand(0), turned_hand(1, "2C", "annulled")]], NextHand(1, 3, 1), id="MAR-IRR-1 the same deals again"),
        pytest.param({}, [A], NextHand(2, 1, 0), id="MAR-MATCH-2 the turn goes on into game 2"),
        pytest.param({}, [A, EMPTY], NextHand(2, 1, 0), id="MAR-MATCH-2 an empty second game"),
        pytest.param({}, [A, B], NextHand(3, 1, 0), id="MAR-MATCH-2 and into game 3"),
        pytest.param({"next_dealer": "redraw"}, [A], NextHand(2, 1, None), id="MAR-MATCH-2 redraw for game 2"),
        pytest.param({"next_dealer": "redraw"}, [A, EMPTY], NextHand(2, 1, None), id="MAR-MATCH-2 redraw, empty second game"),
        pytest.param({"next_dealer": "redraw"}, [A, [a_hand(2)]], NextHand(2, 2, 3), id="MAR-MATCH-2 redraw, then in turn"),
        pytest.param({"next_dealer": "redraw_for_third"}, [A], NextHand(2, 1, 0), id="MAR-MATCH-2 no redraw for game 2"),
        pytest.param({"next_dealer": "redraw_for_third"}, [A, B], NextHand(3, 1, None), id="MAR-MATCH-2 redraw for game 3"),
        pytest.param({}, [{"final": [38, 17]}], NextHand(2, 1, None), id="COM-8 who dealt last is not written"),
    ],
)  # fmt: skip
def test_next_hand_has_its_game_number_and_dealer(
    profile: dict[str, Any], games: list[Any], following: NextHand
) -> None:
    assert verdict_on(*games, **profile).state.next == following


@pytest.mark.parametrize(
    ("option", "warned"),
    [
        pytest.param("continue", True, id="MAR-MATCH-2 the turn goes on"),
        pytest.param("redraw", False, id="MAR-MATCH-2 drawn again"),
        pytest.param("redraw_for_third", True, id="MAR-MATCH-2 drawn again for the third only"),
    ],
)
def test_first_dealer_of_the_second_game_depends_on_the_next_dealer_option(option: str, warned: bool) -> None:
    verdict = verdict_on(A, [a_hand(3)], next_dealer=option)
    assert problem_keys(verdict) == ([("warning", "MAR-DEAL-2", "/games/1/hands/0/dealer")] if warned else [])
