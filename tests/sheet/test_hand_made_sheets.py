"""Tests with handwritten sheets whose verdicts follow from the published rules.

Each line of `tests/data/sheets.jsonl` has a sheet, its verdict according to the rules (`ok`, `E` for an
error, `W` for a warning), the reason, and, if the rules imply them, the score of the last game and the winner
of the match.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.sheet.rules.sheet import check_sheet

SHEETS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "sheets.jsonl").read_text(encoding="utf-8").splitlines()
]
# Decisions of games.md for sheets on which the accounts are silent or contradict each other.
DECIDED = {
    "MNA copri in trick 8": "W by COP-1: asked once the stock is gone; the account is silent",
    "CIN twice in a trick by one player": "E by MNA-DECL-3: the limit of Marianna is not lifted",
    "CIN trick 8": "W by CIN-DECL-2: “whenever he wants” against the stock limit",
}


def levels(verdict: dict[str, Any]) -> str:
    """Return "E" if the verdict has errors, "W" if it has only warnings, else "ok"."""
    problem_levels = {problem["level"] for problem in verdict["problems"]}
    return "E" if "error" in problem_levels else "W" if problem_levels else "ok"


@pytest.mark.parametrize("row", SHEETS, ids=[row["id"] for row in SHEETS])
def test_verdict_on_a_sheet_agrees_with_the_published_rules(row: dict[str, Any]) -> None:
    """Compare the verdict, the score and the winner (COM-3, COM-HELD-1, COP-1)."""
    verdict = check_sheet(row["sheet"]).as_json()
    assert levels(verdict) == row["expect"], (row["why"], verdict["problems"])
    if "score" in row:
        assert verdict["games"][-1]["score"] == row["score"]
    if "winner" in row:
        assert verdict["winner"] == row["winner"]


@pytest.mark.parametrize(("sheet", "expected"), [(key, decision[0]) for key, decision in DECIDED.items()])
def test_verdict_on_a_sheet_with_disputed_rules_is_the_documented_decision(sheet: str, expected: str) -> None:
    """Compare verdicts where published rules contradict each other (COP-1, CIN-DECL-2, MNA-DECL-3)."""
    assert [row["expect"] for row in SHEETS if row["id"] == sheet] == [expected]


def test_all_392_hand_made_sheets_have_unique_ids() -> None:
    assert len(SHEETS) == len({row["id"] for row in SHEETS}) == 392
