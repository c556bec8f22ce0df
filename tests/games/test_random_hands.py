"""Tests that the score sheet, the referee and the random player agree on every hand (MAR-PLAY-1,
MAR-SCORE-1).
"""

# ruff: noqa: E501  (a table reads best one row a line)

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.rules.sheet import HandCheck, check_next_hand, check_sheet
from scoring.types import NextHand, Problem
from tests.referee.random_player import ORDER, play_a_hand

SEEDS = st.integers(0, 2**32)


def errors(problems: Any) -> list[Problem]:
    return [problem for problem in problems if problem.level == "error"]


@given(seed=SEEDS, order=st.sampled_from(sorted(ORDER)))
@settings(max_examples=300, deadline=None)
def test_legal_random_hand_is_accepted_with_the_score_that_its_player_counted(seed: int, order: str) -> None:
    played = play_a_hand(Random(seed), order)
    profile = {"court_order": order, "targets": [200]}
    verdict = check_sheet(
        {"card_game": "mariglia", "profile": profile, "games": [{"hands": [played.written()]}]}
    )
    assert errors(verdict.problems) == []
    expected = [max(0, points - 35) for points in played.points]
    expected[played.dealer % 2] += played.value
    assert verdict.as_json()["games"][0]["score"] == expected


@pytest.mark.parametrize("cheat", ["revoke", "must_beat", "must_trump"])
@given(seed=SEEDS)
@settings(max_examples=150, deadline=None)
def test_single_illegal_card_is_reported_at_its_json_pointer(cheat: str, seed: int) -> None:
    """MAR-PLAY-1, MAR-IRR-2: a card that breaks a duty of play is the only problem reported."""
    played = play_a_hand(Random(seed), cheat=cheat)
    hand, problems = read_hand(MARIGLIA, read_profile(MARIGLIA, {}), played.written())
    if played.cheated is None:
        assert not errors(problems)
        return
    trick, place = played.cheated
    assert hand is None
    assert [(p.code, p.rule, p.where) for p in errors(problems)] == [
        (cheat, "MAR-PLAY-1", f"/play/{trick}/cards/{place}")
    ]


@given(seed=SEEDS, targets=st.sampled_from([[35, 35, 45], [10], [70], [10, 20, 30, 40, 50]]))
@settings(max_examples=60, deadline=None)
def test_match_checked_hand_by_hand_equals_the_match_checked_as_a_whole(
    seed: int, targets: list[int]
) -> None:
    """COM-3, MAR-GAME-1, MAR-VAL-6: both checks give the same final state of the match."""
    random = Random(seed)
    profile = read_profile(MARIGLIA, {"targets": targets})
    games: list[dict[str, Any]] = []
    check: HandCheck | None = None
    following = NextHand(1, 1, None)
    while check is None or check.state.winner is None:
        number, place, dealer = following
        if number > len(games):
            games.append({"hands": []})
        played = play_a_hand(random, dealer=dealer)
        raw = played.written()
        check = check_next_hand(MARIGLIA, profile, games, raw, game=number, hand=place)
        if [problem.rule for problem in errors(check.problems)] == ["MAR-TRI-3"]:
            raw = {"dealer": played.dealer, "trionfo": played.trionfo, "state": "ended_on_trionfo"}
            check = check_next_hand(MARIGLIA, profile, games, raw, game=number, hand=place)
        assert errors(check.problems) == []
        games[-1]["hands"].append(raw)
        following = check.state.next or following
    verdict = check_sheet({"card_game": "mariglia", "profile": {"targets": targets}, "games": games})
    assert verdict.state == check.state
    assert check.state.next is None
    for game in check.state.games:
        assert game.winner is not None
        assert game.target is not None
        last = game.hands[-1]
        assert last is not None
        most = game.target + (4 if last.state == "ended_on_trionfo" else 34)
        assert game.target <= game.score[game.winner] <= most
        assert game.score[1 - game.winner] < game.target
        assert game.score == tuple(map(sum, zip(*(hand.score for hand in game.hands if hand), strict=True)))
    assert max(check.state.games_won) == len(targets) // 2 + 1


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
SOMETIMES = {
    "dealer": st.integers(-1, 4) | JSON_VALUES,
    "trionfo": st.sampled_from(["7C", "KH", "2S", "AD", "XX"]) | JSON_VALUES,
    "card_points": st.tuples(st.integers(-1, 71), st.integers(-1, 71)).map(list)
    | st.integers(0, 70).map(lambda points: [points, 70 - points])
    | JSON_VALUES,
}
RARELY = {
    "tricks": st.integers(0, 10).map(lambda tricks: [tricks, 10 - tricks]) | JSON_VALUES,
    "state": st.sampled_from(["played", "void", "annulled", "adjusted", "claimed", "ended_on_trionfo"])
    | JSON_VALUES,
    "play": JSON_VALUES,
    "note": JSON_VALUES,
}
HANDS = st.fixed_dictionaries(SOMETIMES, optional=RARELY) | JSON_VALUES
GAMES = (
    st.fixed_dictionaries({"hands": st.lists(HANDS, max_size=4) | JSON_VALUES})
    | st.fixed_dictionaries({"final": st.lists(st.integers(0, 80), min_size=2, max_size=2) | JSON_VALUES}, optional={"hand_count": JSON_VALUES})
    | JSON_VALUES
)  # fmt: skip
PROFILES = (
    st.fixed_dictionaries({}, optional={"targets": st.just([35]) | JSON_VALUES, "pack": JSON_VALUES})
    | JSON_VALUES
)
SHEETS = st.fixed_dictionaries(
    {"card_game": st.just("mariglia") | JSON_VALUES, "games": st.lists(GAMES, max_size=4) | JSON_VALUES},
    optional={"profile": PROFILES, "more": JSON_VALUES},
)


@given(raw=SHEETS | JSON_VALUES)
@settings(max_examples=500, deadline=None)
def test_sheet_check_returns_a_complete_result_for_any_json_value(raw: Any) -> None:
    verdict = check_sheet(raw).as_json()
    assert set(verdict) == {"valid", "problems", "games", "games_won", "winner", "next"}
    places = [problem["where"] for problem in verdict["problems"]]
    assert all(place == "" or place.startswith("/") for place in places)
