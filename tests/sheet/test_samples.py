"""Tests that the rules accept all hands of the sample tournaments, with their scores (MAR-PLAY-1)."""

from typing import Any

import pytest

from scoring.games.mariglia import MARIGLIA
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.sheet.samples import sample_matches, sheet_of

MATCHES = [
    pytest.param(match, id=f"{match['name_a']} v {match['name_b']} {match['match']}")
    for match in sample_matches()
]


def test_sample_tournaments_have_654_hands() -> None:
    assert sum(len(game["hands"]) for match in sample_matches() for game in match["games"]) == 654


@pytest.mark.parametrize("match", MATCHES)
def test_sample_match_has_the_recorded_scores(match: dict[str, Any]) -> None:
    verdict = check_sheet(sheet_of(match)).as_json()
    assert verdict["valid"]
    assert [game["score"] for game in verdict["games"]] == [game["final"] for game in match["games"]]
    for game, record in zip(verdict["games"], match["games"], strict=True):
        assert [hand["score"] for hand in game["hands"]] == [hand["scored"] for hand in record["hands"]]
        assert [hand["running"] for hand in game["hands"]] == [hand["total"] for hand in record["hands"]]
    assert (verdict["games_won"], verdict["winner"]) == (match["games_won"], "AB".index(match["winner"]))
    assert verdict["next"] is None


@pytest.mark.parametrize("key", ["card_points", "tricks"])
@pytest.mark.parametrize("match", MATCHES)
def test_points_and_tricks_that_do_not_match_the_cards_played_are_refused(
    match: dict[str, Any], key: str
) -> None:
    """Check the recorded points against the cards played (MAR-SCORE-1)."""
    profile = read_profile(MARIGLIA, {"targets": match["targets"]})
    for hand in (hand for game in sheet_of(match)["games"] for hand in game["hands"] if "play" in hand):
        first, second = hand[key]
        shift = 1 if second else -1
        _hand, problems = read_hand(MARIGLIA, profile, {**hand, key: [first + shift, second - shift]})
        assert [problem.level for problem in problems if problem.level == "error"]


def test_sample_hand_is_read_back_unchanged_from_its_canonical_form() -> None:
    profile = read_profile(MARIGLIA, {})
    for match in sample_matches():
        for raw in (hand for game in sheet_of(match)["games"] for hand in game["hands"]):
            hand, _problems = read_hand(MARIGLIA, profile, raw)
            assert hand is not None
            assert hand.as_json() == raw
            assert read_hand(MARIGLIA, profile, hand.as_json())[0] == hand
