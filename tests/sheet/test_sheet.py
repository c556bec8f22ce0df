"""Tests of a whole sheet: the example in the API contract, the list of problems, and the check of the next
hand.
"""

# ruff: noqa: E501  (a table reads best one row a line)

import json
from typing import Any

import pytest

from scoring.games import CARD_GAMES
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_next_hand, check_sheet, check_text
from scoring.types import Sentence
from tests.sheet.builders import a_hand, a_sheet, a_won_game, errors, problem_keys, verdict_on

EXAMPLE = {
    "card_game": "mariglia",
    "profile": {"targets": [35, 35, 45]},
    "games": [
        {
            "hands": [
                {"dealer": 0, "trionfo": "KC", "card_points": [41, 29], "tricks": [6, 4]},
                {"dealer": 1, "trionfo": "AH", "card_points": [31, 39]},
            ]
        }
    ],
}
PROFILE = read_profile(MARIGLIA, {})


def test_example_of_the_api_contract_has_the_documented_verdict() -> None:
    assert check_sheet(EXAMPLE).as_json() == {
        "valid": True,
        "problems": [],
        "games": [
            {
                "target": 35,
                "score": [9, 8],
                "winner": None,
                "hands": [{"score": [9, 0], "running": [9, 0]}, {"score": [0, 8], "running": [9, 8]}],
            }
        ],
        "games_won": [0, 0],
        "winner": None,
        "next": {"game": 1, "hand": 3, "dealer": 2},
    }


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        pytest.param(None, "not_a_sheet", "", id="COM-3 nothing"),
        pytest.param([EXAMPLE], "not_a_sheet", "", id="COM-3 a list"),
        pytest.param({"games": []}, "unknown_card_game", "/card_game", id="COM-3 no card game"),
        pytest.param({"card_game": ["mariglia"], "games": []}, "unknown_card_game", "/card_game", id="COM-3 a list of games"),
        pytest.param({"card_game": "poker", "games": []}, "unknown_card_game", "/card_game", id="COM-3 unknown card game"),
        pytest.param({"card_game": "mariglia"}, "no_games", "/games", id="COM-3 no games"),
        pytest.param({**EXAMPLE, "winner": 0}, "unknown_field", "/winner", id="COM-3 a typed winner"),
        pytest.param(a_sheet("x"), "not_a_game", "/games/0", id="COM-3 a game that is a text"),
        pytest.param(a_sheet({}), "not_a_game", "/games/0", id="COM-3 a game without hands"),
        pytest.param(a_sheet({"hands": [], "final": [35, 0]}), "not_a_game", "/games/0", id="COM-8 hands and a result"),
        pytest.param(a_sheet({"hands": {}}), "no_hands", "/games/0/hands", id="COM-3 hands that are no list"),
        pytest.param(a_sheet({"hands": [], "score": [0, 0]}), "unknown_field", "/games/0/score", id="COM-3 a typed score"),
        pytest.param(a_sheet({"final": [35]}), "bad_final", "/games/0/final", id="COM-8 one number"),
        pytest.param(a_sheet({"final": [35, -1]}), "bad_final", "/games/0/final", id="COM-1 below nothing"),
        pytest.param(a_sheet({"final": [35, 1.0]}), "bad_final", "/games/0/final", id="COM-1 not a whole number"),
        pytest.param(a_sheet({"final": [35, 1], "hand_count": 0}), "bad_hand_count", "/games/0/hand_count", id="COM-8 no hands"),
        pytest.param(a_sheet({"final": [35, 1], "hand_count": None}), "bad_hand_count", "/games/0/hand_count", id="COM-8 hands unknown"),
        pytest.param(a_sheet({"final": [35, 1], "by": "x"}), "unknown_field", "/games/0/by", id="COM-8 a stranger"),
        pytest.param({**EXAMPLE, "profile": None}, "not_a_profile", "/profile", id="COM-7 no profile"),
        pytest.param(a_sheet([a_hand(trionfo="KB")], pack="tarot"), "bad_option", "/profile/pack", id="COM-7 with an unknown pack no card is judged"),
        pytest.param(a_sheet([a_hand(trionfo="KB")], court_order="mixed"), "bad_option", "/profile/court_order", id="COM-7 with an unknown order no card is judged"),
        pytest.param({"card_game": "maniglia_auction", "profile": {"players": 7}, "games": [{"hands": [{"dealer": 5}]}]}, "bad_option", "/profile/players", id="COM-7 without the number of players no seat is judged"),
    ],
)  # fmt: skip
def test_malformed_sheet_is_refused_with_code_and_json_pointer(raw: Any, code: str, where: str) -> None:
    verdict = check_sheet(raw)
    assert [(problem.code, problem.where) for problem in verdict.problems] == [(code, where)]
    assert not verdict.valid


def test_unknown_card_game_is_reported_with_the_other_problems() -> None:
    verdict = check_sheet({"card_game": "poker", "more": 1})
    assert [problem.where for problem in verdict.problems] == ["/card_game", "/more"]
    assert verdict.as_json()["games_won"] == [0, 0]


def test_unknown_card_game_is_refused_with_the_list_of_card_games() -> None:
    """Check that the message lists all card games (COM-3)."""
    (problem,) = check_sheet({"card_game": "poker", "games": []}).problems
    assert f"one of: {', '.join(sorted(CARD_GAMES))}." in problem.message.english()


def test_problems_are_in_the_order_of_the_sheet() -> None:
    """Check that JSON Pointers are sorted by name, but list indexes by number (COM-3)."""
    hands = [a_hand(place % 4, points=(1, 2) if place in (2, 10) else (35, 35)) for place in range(11)]
    verdict = check_sheet({**a_sheet(hands), "rank": 0, "winner": 0, "10": 0, "9": 0, "by": 0})
    assert [problem.where for problem in verdict.problems] == [
        "/9",
        "/10",
        "/by",
        "/games/0/hands/2/card_points",
        "/games/0/hands/10/card_points",
        "/rank",
        "/winner",
    ]


def test_contradictory_options_are_reported_together_with_an_unknown_option() -> None:
    """Check that the hands are read without the contradictory options (COM-7, MAU-P-1)."""
    profile = {"players": 4, "deals": 5, "colour": "red"}
    sheet = {"card_game": "maniglia_auction", "profile": profile, "games": [{"hands": [{"dealer": 4}]}]}
    problems = problem_keys(check_sheet(sheet))
    assert ("error", "MAU-P-1", "/profile/deals") in problems
    assert ("error", "COM-7", "/profile/colour") in problems
    assert ("error", "MAU-DEAL-1", "/games/0/hands/0/dealer") in problems


@pytest.mark.parametrize("players", [3, 5])
def test_sheet_with_an_invalid_profile_has_as_many_scores_as_the_profile_has_players(players: int) -> None:
    """Check that the number of sides comes from the profile, not from the card game (MAU-DEAL-1)."""
    profile = {"players": players, "colour": "red"}
    verdict = check_sheet({"card_game": "maniglia_auction", "profile": profile, "games": []})
    assert verdict.state.games_won == (0,) * players


def test_all_problems_are_reported_together_and_in_order() -> None:
    bad, odd = a_hand(points=(38, 31)), a_hand(1, "8C", tricks=[1, 1])
    hands = [bad, *[a_hand(1)] * 9, odd]
    verdict = verdict_on(hands, {"hands": [bad]}, targets=[35, 5, 45], colour="red")
    assert errors(verdict) == [
        ("MAR-VAL-1", "/games/0/hands/0/card_points"),
        ("MAR-SCORE-1", "/games/0/hands/10/tricks"),
        ("MAR-TRI-1", "/games/0/hands/10/trionfo"),
        ("MAR-VAL-1", "/games/1/hands/0/card_points"),
        ("COM-7", "/profile/colour"),
        ("MAR-MATCH-1", "/profile/targets/1"),
    ]
    assert verdict.state.games == ()


@pytest.mark.parametrize(
    ("raw", "problem", "count"),
    [
        pytest.param(a_sheet(*[{"hands": []}] * 21), ("too_many_games", "COM-MATCH-1", "/games"), 1, id="COM-MATCH-1 more games than any match has"),
        pytest.param(a_sheet(["x"] * 201), ("too_many_hands", "COM-3", "/games/0/hands"), 1, id="COM-3 more hands than any game has"),
        pytest.param({**EXAMPLE, **{f"f{number}": 0 for number in range(1001)}}, ("unknown_field", "COM-3", "/f0"), 1000, id="COM-3 more fields than anybody reads of"),
        pytest.param(a_sheet(*[{"hands": ["x"]}] * 20), ("not_a_hand", "COM-3", "/games/0/hands/0"), 20, id="COM-3 twenty games that could be"),
    ],
)  # fmt: skip
def test_number_of_problems_is_limited_for_a_sheet_with_too_many_games_hands_or_fields(
    raw: Any, problem: tuple[str, str, str], count: int
) -> None:
    verdict = check_sheet(raw)
    first = verdict.problems[0]
    assert (first.code, first.rule, first.where) == problem
    assert len(verdict.problems) == count


def test_errors_are_reported_first_if_there_are_too_many_problems() -> None:
    """Check that a sheet with a thousand warnings still reports its errors (COM-3)."""
    # Two warnings each: other points than 70-0 after a renuncio, and a dealer out of turn.
    asked_about = [a_hand(0, state="adjusted")] * 150
    won = [[*asked_about, a_hand(0, points=points)] for points in ((70, 0), (70, 0), (0, 70), (0, 70))]
    verdict = verdict_on(*won, [a_hand(0), a_hand(9)], targets=[35] * 5)
    assert errors(verdict) == [("MAR-DEAL-2", "/games/4/hands/1/dealer")]
    assert len(verdict.problems) == 1000
    assert not verdict.valid


def test_every_problem_message_can_be_translated() -> None:
    verdict = verdict_on([a_hand(points=(61, 9), tricks=[4, 6])])
    message = verdict.as_json()["problems"][0]["message"]
    assert message == "With 4 tricks you make 4 to 60 points. Count the tricks or the points again."
    loud = verdict.as_json(lambda sentence: sentence.english().upper())["problems"][0]
    assert loud["message"] == message.upper()
    assert isinstance(verdict.problems[0].message, Sentence)


@pytest.mark.parametrize(
    "text", ["", "{", "null", b"\xff", '{"card_game": "mariglia", "card_game": "x"}', "[" * 10**5]
)
def test_text_that_is_not_a_sheet_is_invalid_with_one_problem(text: str | bytes) -> None:
    verdict = check_text(text).as_json()
    assert verdict["valid"] is False
    assert [problem["where"] for problem in verdict["problems"]] == [""]


def test_sheet_given_as_json_text_gets_the_same_verdict_as_the_parsed_sheet() -> None:
    assert check_text(json.dumps(EXAMPLE)) == check_sheet(EXAMPLE)


@pytest.mark.parametrize(("hands", "codes"), [(200, []), (201, ["too_many_hands"])])
def test_game_with_more_than_two_hundred_hands_is_refused(hands: int, codes: list[str]) -> None:
    """Check that the hands of a game with too many hands are not read (COM-3)."""
    late = [{"dealer": 0, "state": "void"}] * (hands - 2)
    verdict = verdict_on([*a_won_game()["hands"], *late])
    assert [problem.code for problem in verdict.problems] == codes


@pytest.mark.parametrize(
    ("score", "code"),
    [(9999, "final_score"), (10_000, "bad_final")],
)
def test_score_with_five_digits_is_refused(score: int, code: str) -> None:
    """Check that 9999 is the highest possible score (COM-8)."""
    assert [problem.code for problem in verdict_on({"final": [score, 0]}).problems] == [code]


def test_next_hand_is_checked_together_with_the_hands_before_it() -> None:
    games = [a_won_game(), {"hands": [a_hand(0, "KC", (41, 29)), a_hand(1, "7C", (41, 29)), a_hand(2)]}]
    check = check_next_hand(MARIGLIA, PROFILE, games, a_hand(1, "AH", (31, 39)), game=2, hand=2)
    assert (check.problems, check.state.games[1].score) == ((), (9, 8))
    assert check.hand is not None
    assert check.state.next is not None
    assert check.state.next[:] == (2, 3, 2)


@pytest.mark.parametrize(
    ("games", "place", "raw", "expected"),
    [
        pytest.param([], (1, 1), a_hand(points=(1, 2)), [("MAR-VAL-1", "/card_points")], id="MAR-VAL-1 the first hand"),
        pytest.param([{"hands": [a_hand(0)]}], (1, 2), a_hand(3), [("MAR-DEAL-2", "/dealer")], id="MAR-DEAL-2 out of turn"),
        pytest.param([a_won_game()], (1, 3), a_hand(0), [("COM-5", "")], id="COM-5 after the game"),
        pytest.param([a_won_game(), a_won_game()], (3, 1), a_hand(0), [("COM-5", "")], id="COM-5 after the match"),
        pytest.param([], (2, 1), a_hand(0), [("COM-MATCH-1", "")], id="COM-MATCH-1 before the first game is over"),
        pytest.param([{"hands": [a_hand(points=(1, 2))]}], (1, 2), a_hand(0), [], id="COM-3 another hand's fault is not this one's"),
        pytest.param([{"final": [35, 0]}], (1, 1), a_hand(0), [], id="COM-8 hands in place of a result"),
    ],
)  # fmt: skip
def test_json_pointers_of_problems_of_the_next_hand_are_relative_to_the_hand(
    games: Any, place: tuple[int, int], raw: Any, expected: list[tuple[str, str]]
) -> None:
    check = check_next_hand(MARIGLIA, PROFILE, games, raw, game=place[0], hand=place[1])
    assert [(problem.rule, problem.where) for problem in check.problems] == expected
