"""Every hand of the two sample tournaments passes the referee, and folds to the recorded score (MAR-PLAY-1)."""

import copy
import itertools
from typing import Any

import pytest

from scoring.rules.sheet import check_sheet
from tests.scoring.rules.samples import sample_matches, sheet_of

MATCHES = [pytest.param(match, id=f"{match['name_a']} v {match['name_b']} {match['match']}") for match in sample_matches()]


def test_there_are_654_hands() -> None:
    assert sum(len(game["hands"]) for match in sample_matches() for game in match["games"]) == 654


@pytest.mark.parametrize("match", MATCHES)
def test_a_sample_match_folds_to_its_record(match: dict[str, Any]) -> None:
    verdict = check_sheet(sheet_of(match)).as_json()
    assert verdict["valid"]
    assert [game["score"] for game in verdict["games"]] == [game["final"] for game in match["games"]]
    for game, record in zip(verdict["games"], match["games"], strict=True):
        assert [hand["score"] for hand in game["hands"]] == [hand["scored"] for hand in record["hands"]]
        assert [hand["running"] for hand in game["hands"]] == [hand["total"] for hand in record["hands"]]
    assert (verdict["games_won"], verdict["winner"]) == (match["games_won"], "AB".index(match["winner"]))
    assert verdict["next"] is None


@pytest.mark.parametrize("match", MATCHES)
def test_a_total_off_by_one_is_always_found(match: dict[str, Any]) -> None:
    sheet = sheet_of(match)
    hands = [(g, h) for g, game in enumerate(sheet["games"]) for h, hand in enumerate(game["hands"]) if "play" in hand]
    for (g, h), key in itertools.product(hands, ("card_points", "tricks")):
        wrong = copy.deepcopy(sheet)
        first, second = wrong["games"][g]["hands"][h][key]
        shift = 1 if second else -1
        wrong["games"][g]["hands"][h][key] = [first + shift, second - shift]
        verdict = check_sheet(wrong)
        assert not verdict.valid
        assert any(problem.where.startswith(f"/games/{g}/hands/{h}/") for problem in verdict.problems)
