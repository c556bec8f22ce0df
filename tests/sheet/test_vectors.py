"""Tests of the worked examples in the rules of every card game, which are read from data files."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.sheet.rules.sheet import check_sheet
from tests.sheet.builders import hands_to

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
VECTORS = [
    pytest.param(table, vector, id=f"{table['card_game']} {vector['id']}")
    for table in (json.loads(file.read_text(encoding="utf-8")) for file in FILES)
    for vector in table["vectors"]
]


def hands_before(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the hands before the tested hand.

    If the example gives only a score, return hands that lead to this score.
    """
    before = vector["before"]
    if all(type(each) is dict for each in before):
        return list(before)
    return hands_to(tuple(before), (vector["hand"]["dealer"] - 1) % 4)


@pytest.mark.parametrize(("table", "vector"), VECTORS)
def test_worked_example_has_the_expected_score_and_problems(
    table: dict[str, Any], vector: dict[str, Any]
) -> None:
    games = [{"hands": [*hands_before(vector), vector["hand"]]}]
    profile = {**table["profile"], **vector.get("profile", {})}
    verdict = check_sheet({"card_game": table["card_game"], "profile": profile, "games": games}).as_json()
    rules = {
        level: [p["rule"] for p in verdict["problems"] if p["level"] == level]
        for level in ("error", "warning")
    }
    assert rules == {"error": vector.get("errors", []), "warning": vector.get("warnings", [])}
    if "after" in vector:
        game = verdict["games"][0]
        assert (game["score"], game["winner"]) == (vector["after"], vector["winner"])
        assert game["hands"][-1]["running"] == vector["after"]
