"""Tests of the odds history of a match: each side's chances to win after each hand."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.game_parts.card_game import HandTable
from scoring.games import CARD_GAMES
from scoring.odds.rules import ChancesAfter, MatchPosition, chances, chances_now, course
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.rules.time_called import TimeCall
from tests.sheet.builders import a_hand, a_sheet, a_won_game, verdict_on

# Ten hands and short games, so that a game is solved quickly.
FEW = HandTable("test", 0, 2, "", {0: (0, 1, 1, 0, 2), 3: (1, 0, 2, 1, 0)})
SHORT = {"targets": [10, 10, 10]}
MARIGLIA = replace(CARD_GAMES["mariglia"], hand_table=FEW)
NINE = a_hand(0, "KC", (41, 29))
SIX = a_hand(1, "2C", (29, 41))
EVEN = a_hand(1, "2C", (35, 35))
TURNED = {"dealer": 1, "trionfo": "7C", "state": "ended_on_trionfo"}


def stops(*games: Any, **profile: Any) -> list[ChancesAfter]:
    """Return the chances to win after each hand of a sheet that contains the given games."""
    played_by = {**SHORT, **profile}
    state = verdict_on(*games, **played_by).state
    return list(course(MARIGLIA, read_profile(MARIGLIA, played_by), state))


def won_by(side: int) -> Any:
    """Return a game that one side won in a single hand."""
    return a_won_game(side, target=10)


def at(score: tuple[int, int], won: tuple[int, int], dealer: int | None, **profile: Any) -> Any:
    """Return the chances to win at the given score, number of games won and dealer."""
    return chances(MARIGLIA, read_profile(MARIGLIA, {**SHORT, **profile}), MatchPosition(score, won, dealer))


def test_odds_history_of_a_sheet_without_hands_is_empty() -> None:
    assert stops() == []


def test_chances_after_a_hand_depend_on_the_score_and_the_next_dealer() -> None:
    assert stops([NINE, EVEN]) == [
        ChancesAfter(1, 1, (9, 0), at((9, 0), (0, 0), 1)),
        ChancesAfter(1, 2, (9, 0), at((9, 0), (0, 0), 0)),
    ]


def test_last_entry_of_the_odds_history_equals_the_current_chances() -> None:
    state = verdict_on(won_by(1), [NINE], **SHORT).state
    profile = read_profile(MARIGLIA, SHORT)
    last = list(course(MARIGLIA, profile, state))[-1]
    assert last.chances == chances_now(MARIGLIA, profile, state)


def test_odds_history_leaves_out_an_annulled_hand_and_keeps_later_hand_numbers() -> None:
    hands = [NINE, {"dealer": 1, "state": "annulled"}, EVEN]
    assert [(stop.hand, stop.score) for stop in stops(hands)] == [(1, (9, 0)), (3, (9, 0))]


def test_odds_history_leaves_out_a_hand_recorded_after_its_game_ended() -> None:
    late = {"dealer": 0, "state": "void"}
    hands = won_by(0)["hands"]
    assert [stop.hand for stop in stops([*hands, late])] == [1]


def test_finished_game_has_chances_of_0_and_1_but_its_unfinished_match_does_not() -> None:
    last = stops(won_by(1))[-1]
    assert last.score == (0, 10)
    assert last.chances.game == (0.0, 1.0)
    assert last.chances.match == at((0, 0), (0, 1), 0).match


def test_odds_history_includes_a_game_that_the_turned_up_card_ends() -> None:
    """A turned-up card that reaches the target ends the game (MAR-TRI-3)."""
    last = stops([a_hand(0, points=(30, 40)), TURNED])[-1]
    assert (last.hand, last.score, last.chances.game) == (2, (0, 10), (0.0, 1.0))


def test_chances_of_a_finished_match_are_1_and_0() -> None:
    last = stops(won_by(0), won_by(0))[-1]
    assert (last.game, last.chances) == (2, ((1.0, 0.0), (1.0, 0.0)))


@pytest.mark.parametrize(("next_dealer", "dealer"), [("continue", 0), ("redraw", None)])
def test_first_dealer_of_a_later_game_depends_on_the_next_dealer_option(
    next_dealer: str, dealer: int | None
) -> None:
    """By default, the last dealer of a game does not deal first in the next game (MAR-MATCH-2)."""
    last = stops(won_by(1), next_dealer=next_dealer)[-1]
    assert last.chances.match == at((0, 0), (0, 1), dealer, next_dealer=next_dealer).match


def test_game_with_only_a_final_score_adds_one_entry_to_the_odds_history() -> None:
    """The last dealer is unknown if only the final score was recorded (COM-8)."""
    only = stops({"final": [4, 12]}, [NINE])
    assert only[0] == ChancesAfter(1, 0, (4, 12), only[0].chances)
    assert only[0].chances.game == (0.0, 1.0)
    assert only[0].chances.match == at((0, 0), (0, 1), None).match
    assert (only[1].game, only[1].hand, only[1].chances) == (2, 1, at((9, 0), (0, 1), 1))


def test_odds_history_ends_before_an_impossible_final_score() -> None:
    """A final score is impossible if no side has reached the target (COM-8)."""
    assert [stop.score for stop in stops(won_by(0), {"final": [4, 9]}, won_by(0))] == [(10, 0)]


@pytest.mark.parametrize(
    ("games", "call", "stopped_at"),
    [
        pytest.param([won_by(0), [SIX]], (2, False), 2, id="COM-TIME-2 the side ahead has it"),
        pytest.param([won_by(0), [SIX]], (2, None), 2, id="COM-TIME-1 the hand begun is waited for"),
        pytest.param([won_by(0), {"final": [6, 2]}], (1, None), 2, id="COM-8 a result by time"),
        pytest.param([won_by(0), won_by(1), [EVEN, None]], (2, False), 3, id="COM-TIME-3 one hand decides"),
        pytest.param([won_by(0), [SIX], [EVEN, None]], (2, False), 2, id="COM-TIME-3 and cannot be read"),
        pytest.param([won_by(0), won_by(0)], (2, None), 3, id="won before"),
    ],
)
def test_odds_history_ends_at_the_game_stopped_by_a_call_of_time(
    games: list[Any], call: tuple[int, bool | None], stopped_at: int
) -> None:
    time = TimeCall(*call).as_json()
    state = check_sheet(a_sheet(*games, **SHORT) | {"time_called": time}).state
    course_games = [stop.game for stop in course(MARIGLIA, read_profile(MARIGLIA, SHORT), state)]
    assert course_games == [*range(1, stopped_at)]


def test_odds_history_ends_at_a_hand_with_an_unknown_result() -> None:
    wrong = a_hand(1, points=(41, 30))
    assert [stop.hand for stop in stops([NINE, wrong, EVEN])] == [1]
    assert [stop.hand for stop in stops([wrong, NINE], [NINE])] == []
