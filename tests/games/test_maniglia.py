"""Tests of Maniglia for pairs: differences from Mariglia, and rules shared with Mariglia (MAN)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.games.maniglia import MANIGLIA, trionfo_points
from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.types import HandState, Sentence
from tests.sheet.builders import a_hand, hands_to

DEFAULT = read_profile(MANIGLIA, {})


def problems_of(*games: Any, **profile: Any) -> list[tuple[str, str, str]]:
    """Return the code, rule and JSON Pointer of every problem reported for the given games."""
    sheet_games = [{"hands": game} if isinstance(game, list) else game for game in games]
    verdict = check_sheet({"card_game": "maniglia", "profile": profile, "games": sheet_games})
    return [(problem.code, problem.rule, problem.where) for problem in verdict.problems]


@pytest.mark.parametrize(
    ("before", "target", "points"),
    [
        pytest.param(0, 35, [0, 1, 2, 3, 4, 5], id="MAN-TRI-1 at the start"),
        pytest.param(29, 35, [0, 1, 2, 3, 4, 5], id="MAN-TRI-1 at 29 the whole value"),
        pytest.param(30, 35, [0] * 6, id="MAN-TRI-1 at 30 nothing, never a part"),
        pytest.param(34, 35, [0] * 6, id="MAN-TRI-1 at 34 nothing"),
        pytest.param(4, 10, [0, 1, 2, 3, 4, 5], id="MAN-TRI-1 to 10 the limit is 4"),
        pytest.param(5, 10, [0] * 6, id="MAN-TRI-1 to 10 nothing at 5"),
    ],
)
def test_turned_up_card_scores_only_if_the_side_is_far_enough_from_the_target(
    before: int, target: int, points: list[int]
) -> None:
    assert [trionfo_points(value, before, target) for value in range(6)] == points


def test_hand_cannot_end_on_the_turned_up_card() -> None:
    """MAN-TRI-2: the turned-up card never reaches the target, so the state `ended_on_trionfo` is refused."""
    assert all(
        before + trionfo_points(value, before, target) < target
        for target in MANIGLIA.target_range
        for before in range(target)
        for value in MANIGLIA.card_values
    )
    assert HandState.ENDED_ON_TRIONFO not in MANIGLIA.states
    ended = {"dealer": 0, "trionfo": "7C", "state": "ended_on_trionfo"}
    assert problems_of([ended]) == [("state_not_in_this_game", "MAN-TRI-2", "/games/0/hands/0/state")]


def test_pack_is_neapolitan_and_the_seven_is_named_after_the_game() -> None:
    """MAN-CARD-1: the values are Seven 5, Ace 4, King 3, Horse 2 and Maid 1; the Seven is called maniglia."""
    assert DEFAULT.pack.key == "neapolitan"
    assert dict(list(DEFAULT.card_values.items())[:5]) == {"7": 5, "A": 4, "K": 3, "H": 2, "M": 1}
    assert DEFAULT.card_words(DEFAULT.pack.cards["7S"]).english() == "Maniglia of swords"
    french = read_profile(MARIGLIA, {})
    assert french.card_words(french.pack.cards["7S"]).english() == "Mariglia of spades"
    assert Sentence(DEFAULT.rank_name("M")).english() == "Maid"


def test_default_match_is_best_of_three_games_to_35_without_table_talk() -> None:
    """MAN-GAME-1: the game has no options for table talk."""
    assert DEFAULT.targets == (35, 35, 35)
    assert set(MARIGLIA.options_by_key) - set(MANIGLIA.options_by_key) == {
        "deal_style",
        "speaking",
        "questions",
        "hide_trump_seven",
    }
    assert problems_of(speaking="leading") == [("unknown_option", "COM-7", "/profile/speaking")]


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        pytest.param(a_hand(points=(41, 30)), ("card_points_sum", "MAR-VAL-1", "/card_points"), id="MAR-VAL-1"),
        pytest.param(a_hand(points=(48, 22), tricks=[9, 1]), ("tricks_and_points", "MAR-VAL-2", "/tricks"), id="MAR-VAL-2"),
        pytest.param(a_hand(points=(70, 0), tricks=[9, 1]), ("tricks_without_points", "MAR-VAL-3", "/tricks"), id="MAR-VAL-3"),
        pytest.param(a_hand(trionfo="7C", points=(5, 65)), ("points_without_the_trionfo", "MAR-VAL-4", "/card_points"), id="MAR-VAL-4"),
        pytest.param(a_hand(trionfo="QC"), ("not_a_card", "MAR-TRI-1", "/trionfo"), id="MAN-CARD-1 the Queen is of another pack"),
        pytest.param({**a_hand(), "cut": "7C"}, ("unknown_field", "COM-3", "/cut"), id="COM-3 a field of another game"),
        pytest.param({"dealer": 0}, ("missing_field", "MAR-TRI-1", "/trionfo"), id="MAR-TRI-1 nothing was turned"),
    ],
)  # fmt: skip
def test_impossible_hand_is_refused_as_in_mariglia(hand: Any, problem: tuple[str, str, str]) -> None:
    code, rule, at = problem
    assert (code, rule, f"/games/0/hands/0{at}") in problems_of([hand])


@pytest.mark.parametrize(
    ("final", "problems"),
    [
        pytest.param([69, 34], [], id="MAN-TRI-2 one hand beyond the target at most"),
        pytest.param([70, 34], [("final_score", "MAR-VAL-6", "/games/0/final")], id="MAN-TRI-2 no further"),
        pytest.param([35, 35], [("final_score", "MAR-VAL-6", "/games/0/final")], id="MAR-VAL-6 one loses"),
    ],
)
def test_final_score_without_hands_must_be_possible(final: list[int], problems: list[Any]) -> None:
    assert problems_of({"final": final}) == problems


def test_rare_hand_gets_a_warning_as_in_mariglia() -> None:
    """The warnings are those of MAR-VAL-5, MAR-IRR-2 and MAR-VAL-8."""
    assert problems_of([a_hand(points=(70, 0))]) == [
        ("cappotto", "MAR-VAL-5", "/games/0/hands/0/card_points")
    ]
    adjusted = a_hand(points=(60, 10), state="adjusted")
    assert problems_of([adjusted]) == [("adjusted_otherwise", "MAR-IRR-2", "/games/0/hands/0/card_points")]
    assert problems_of([adjusted], renuncio="director_sets") == []
    level = [a_hand(dealer % 4) for dealer in range(15)]
    assert ("long_game", "MAR-VAL-8", "/games/0") in problems_of(level)


def test_game_is_won_by_the_side_that_reaches_the_target() -> None:
    """MAN-GAME-1, COM-5: a further hand is refused."""
    verdict = check_sheet(
        {
            "card_game": "maniglia",
            "profile": {"targets": [35]},
            "games": [{"hands": [*hands_to((30, 10)), a_hand(0, "7C", (40, 30))]}],
        }
    )
    assert verdict.valid
    assert verdict.state.games[0].score == (35, 10)
    assert (verdict.state.winner, verdict.state.next) == (0, None)
