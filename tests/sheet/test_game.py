"""Tests of a game computed from its hands: wins by the turned-up card, annulled hands, and void hands."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.game_parts.card_game import ahead_at
from scoring.types import HandState
from tests.sheet.builders import a_hand, a_won_game, errors, hands_to, problem_keys, turned_hand, verdict_on

GAME, LAST = "/games/0", "/games/0/hands/{}"


@pytest.mark.parametrize(
    ("before", "hand", "rule", "where"),
    [
        pytest.param((31, 20), a_hand(0, "AH"), "MAR-TRI-3", "/card_points", id="MAR-TRI-3 points after the Ace won"),
        pytest.param((31, 20), a_hand(0, "AH", (70, 0), state="adjusted"), "MAR-TRI-3", "/card_points", id="MAR-TRI-3 a ruling after the Ace won"),
        pytest.param((30, 20), turned_hand(0, "AH"), "MAR-TRI-3", "/state", id="MAR-TRI-3 the Ace does not reach 35"),
        pytest.param((20, 31), turned_hand(0, "AH"), "MAR-TRI-3", "/state", id="MAR-TRI-2 the trionfo is the dealer's pair's"),
        pytest.param((35, 20), a_hand(0), "COM-5", "", id="COM-5 a hand after the game is won"),
        pytest.param((35, 20), turned_hand(0, "7C"), "COM-5", "", id="COM-5 a trionfo after the game is won"),
        pytest.param((35, 20), turned_hand(0, "7C", "annulled"), "COM-5", "", id="COM-5 an annulled hand after the game is won"),
        pytest.param((34, 20), turned_hand(0, "7C", "void"), "COM-5", "/state", id="COM-5 a void hand before the game is won"),
    ],
)  # fmt: skip
def test_hand_that_is_impossible_at_the_current_score_is_refused(
    before: tuple[int, int], hand: Any, rule: str, where: str
) -> None:
    hands = [*reversed_to(before), hand]
    assert problem_keys(verdict_on(hands)) == [("error", rule, LAST.format(len(hands) - 1) + where)]


def reversed_to(score: tuple[int, int]) -> list[Any]:
    """Return hands that lead to the given score; the loser scores first, and the last hand wins the game."""
    swapped = hands_to((score[1], score[0]))
    return [{**hand, "card_points": hand["card_points"][::-1]} for hand in swapped]


@pytest.mark.parametrize(
    ("hand", "after", "winner"),
    [
        pytest.param(a_hand(0, "KC", (41, 29)), (19, 5), None, id="MAR-SCORE-4 trionfo and play"),
        pytest.param(a_hand(1, "KC", (41, 29)), (16, 8), None, id="MAR-TRI-2 each to its pair"),
        pytest.param(a_hand(0, "KC", (0, 70), state="adjusted"), (13, 40), 1, id="MAR-IRR-2 the trionfo of an adjusted hand stands"),
        pytest.param(turned_hand(0, "7C", "annulled"), (10, 5), None, id="MAR-IRR-1 the trionfo of an annulled hand goes too"),
        pytest.param(a_hand(0, "2C", (60, 10)), (35, 5), 0, id="COM-2 reaching the target is winning"),
    ],
)  # fmt: skip
def test_hand_adds_its_points_to_the_score_of_the_game(
    hand: Any, after: tuple[int, int], winner: int | None
) -> None:
    before = hands_to((10, 5), (hand["dealer"] - 1) % 4)
    game = verdict_on([*before, hand]).state.games[0]
    assert (game.score, game.winner) == (after, winner)


@pytest.mark.parametrize("mine", range(71))
def test_side_scores_its_card_points_above_thirty_five(mine: int) -> None:
    """Check that at most one side scores card points (MAR-SCORE-2, MAR-SCORE-3)."""
    game = verdict_on([a_hand(points=(mine, 70 - mine))], targets=[200]).state.games[0]
    assert game.score == (max(0, mine - 35), max(0, 35 - mine))


def test_hand_result_contains_the_points_of_the_turned_up_card_and_of_the_play() -> None:
    result = verdict_on([a_hand(1, "AS", (30, 40))]).state.games[0].hands[0]
    assert result is not None
    assert result.parts == {"trionfo": (0, 4), "play": (0, 5)}
    assert (result.state, result.dealer) == (HandState.PLAYED, 1)


@pytest.mark.parametrize(
    ("dealers", "warned"),
    [
        pytest.param([2, 3, 0, 1], [], id="MAR-DEAL-1 anybody deals first, then in turn"),
        pytest.param([0, 2, 3], [1], id="MAR-DEAL-2 out of turn once"),
        pytest.param([0, 0, 1], [1], id="MAR-DEAL-2 the same dealer twice"),
    ],
)
def test_hand_dealt_out_of_turn_gets_a_warning(dealers: list[int], warned: list[int]) -> None:
    verdict = verdict_on([a_hand(dealer) for dealer in dealers])
    assert problem_keys(verdict) == [
        ("warning", "MAR-DEAL-2", f"/games/0/hands/{place}/dealer") for place in warned
    ]
    assert verdict.valid


def test_same_dealer_deals_again_after_an_annulled_hand() -> None:
    """Check that the same dealer deals again (MAR-DEAL-2, MAR-IRR-1)."""
    verdict = verdict_on([a_hand(3), turned_hand(0, "7C", "annulled"), a_hand(0), a_hand(1)])
    assert problem_keys(verdict) == []
    assert verdict.state.next is not None
    assert verdict.state.next.dealer == 2


def test_second_annulled_hand_of_a_dealer_gets_a_warning() -> None:
    twice = [
        turned_hand(0, "7C", "annulled"),
        turned_hand(0, "2C", "annulled"),
        a_hand(0),
        turned_hand(1, "2C", "annulled"),
    ]
    assert problem_keys(verdict_on(twice)) == [("warning", "MAR-IRR-1", "/games/0/hands/1/state")]


def test_hands_after_the_end_of_a_game_are_kept_as_void_and_score_nothing() -> None:
    """Check that the side which first reached the target stays the winner (COM-5)."""
    late = {**a_hand(0, "7C", (40, 30)), "state": "void", "note": "written after the end"}
    verdict = verdict_on([*a_won_game()["hands"], late])
    assert problem_keys(verdict) == []
    assert verdict.as_json()["games"][0]["hands"][-1] == {"score": [0, 0], "running": [35, 0]}


def test_hands_after_an_impossible_hand_have_no_score() -> None:
    verdict = verdict_on(
        [a_hand(0, "KC", (41, 29)), a_hand(1, points=(1, 1)), a_hand(1), turned_hand(0, "7C", "void")]
    )
    assert errors(verdict) == [("MAR-VAL-1", "/games/0/hands/1/card_points")]
    assert verdict.as_json()["games"][0] == {
        "target": 35,
        "score": [9, 0],
        "winner": None,
        "hands": [
            {"score": [9, 0], "running": [9, 0]},
            {"score": None, "running": None},
            {"score": None, "running": None},
            {"score": [0, 0], "running": [9, 0]},
        ],
    }
    assert verdict.state.next is None


def test_unreadable_hand_after_the_game_does_not_change_its_winner() -> None:
    verdict = verdict_on([*a_won_game()["hands"], "?"])
    assert errors(verdict) == [("COM-3", "/games/0/hands/2")]
    assert verdict.state.games_won == (1, 0)


@pytest.mark.parametrize(
    ("target", "hands", "warned"),
    [
        pytest.param(35, 14, False, id="MAR-VAL-8 fourteen to 35"),
        pytest.param(35, 15, True, id="MAR-VAL-8 fifteen to 35"),
        pytest.param(45, 17, False, id="MAR-VAL-8 seventeen to 45"),
        pytest.param(45, 18, True, id="MAR-VAL-8 eighteen to 45"),
        pytest.param(70, 40, False, id="MAR-VAL-8 says nothing of 70"),
    ],
)
def test_game_with_unusually_many_hands_gets_a_warning(target: int, hands: int, warned: bool) -> None:
    verdict = verdict_on([a_hand(place % 4) for place in range(hands)], targets=[target])
    assert problem_keys(verdict) == ([("warning", "MAR-VAL-8", GAME)] if warned else [])


@pytest.mark.parametrize(
    ("final", "target", "rules"),
    [
        pytest.param({"final": [38, 17]}, 35, [], id="COM-8 a result alone"),
        pytest.param({"final": [35, 0], "hand_count": 1}, 35, [], id="COM-8 one hand"),
        pytest.param({"final": [0, 69], "hand_count": 2}, 35, [], id="MAR-VAL-6 thirty-four above the target"),
        pytest.param({"final": [0, 70]}, 35, ["MAR-VAL-6"], id="MAR-VAL-6 thirty-five above the target"),
        pytest.param({"final": [35, 35]}, 35, ["MAR-VAL-6"], id="MAR-VAL-6 both at the target"),
        pytest.param({"final": [34, 34]}, 35, ["MAR-VAL-6"], id="MAR-VAL-6 nobody at the target"),
        pytest.param({"final": [38, 3], "hand_count": 1}, 35, ["MAR-VAL-7"], id="MAR-VAL-7 more than forty in one hand"),
        pytest.param({"final": [40, 0], "hand_count": 1}, 40, [], id="MAR-VAL-7 forty in one hand"),
        pytest.param({"final": [41, 0], "hand_count": 1}, 41, ["MAR-VAL-7"], id="MAR-VAL-7 a target above forty in one hand"),
        pytest.param({"final": [45, 35], "hand_count": 2}, 45, [], id="MAR-VAL-7 eighty in two hands"),
        pytest.param({"final": [45, 36], "hand_count": 2}, 45, ["MAR-VAL-7"], id="MAR-VAL-7 eighty-one in two hands"),
        pytest.param({"final": [80, 80], "hand_count": 1}, 45, ["MAR-VAL-6", "MAR-VAL-7"], id="MAR-VAL-6 and MAR-VAL-7 together"),
        pytest.param({"final": [35, 0], "hand_count": 15}, 35, ["MAR-VAL-8"], id="MAR-VAL-8 fifteen hands counted"),
    ],
)  # fmt: skip
def test_final_score_without_hands_is_checked_against_the_limits_of_the_game(
    final: Any, target: int, rules: list[str]
) -> None:
    verdict = verdict_on(final, targets=[target])
    assert [problem.rule for problem in verdict.problems] == rules
    game = verdict.as_json()["games"][0]
    assert game["quick"] is True
    if not rules:
        assert (game["score"], game["winner"]) == (final["final"], verdict.state.winner)


@pytest.mark.parametrize(
    ("running", "winner"),
    [
        ((500, 480), 0),
        ((540, 530), 0),
        ((530, 540), 1),
        ((501, 501), None),
        ((499, 2), None),
        ((3, 9, 500), 2),
    ],
)
def test_side_that_is_ahead_when_the_target_is_reached_wins_the_game(
    running: tuple[int, ...], winner: int | None
) -> None:
    """Check the scores after a complete hand, when several sides may have reached the target (COM-2,
    MNA-GAME-1).
    """
    assert ahead_at(running, 500) == winner


def test_annulled_hand_is_kept_and_scores_nothing() -> None:
    """Check that an annulled hand stays on the sheet (MAR-IRR-1)."""
    game = verdict_on([a_hand(0, points=(40, 30)), turned_hand(1, "7C", "annulled")]).state.games[0]
    before = game.hands[0].running if game.hands[0] else ()
    assert game.hands[1] == (HandState.ANNULLED, 1, (0, 0), before, {})


def test_hands_after_a_hand_without_a_score_are_not_counted() -> None:
    """Check that a hand is not scored if the score before the hand is unknown (MAR-TRI-3)."""
    game = verdict_on([turned_hand(0, "7C"), a_hand(1, points=(40, 30))]).state.games[0]
    assert (game.hands, game.score) == ((None, None), (0, 0))
