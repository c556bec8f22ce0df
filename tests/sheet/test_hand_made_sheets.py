"""Sheets made by hand from the accounts of the games, and from nothing else: each is judged as they imply.

A line of `tests/data/sheets.jsonl` is a sheet, what the accounts make of it (`ok`, `E` refused, `W` asked
about), why, and where they say it the score of the last game and who wins the match.
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
DECIDED = {
    "MNA copri in trick 8": "W by COP-1: asked once the stock is gone; the account is silent",
    "CIN twice in a trick by one player": "E by MNA-DECL-3: the limit of Marianna is not lifted",
    "CIN trick 8": "W by CIN-DECL-2: “whenever he wants” against the stock limit",
}
"""Where the accounts are silent or contradict each other, what games.md decides."""


def levels(verdict: dict[str, Any]) -> str:
    """Whether a verdict refuses, asks, or has nothing to say."""
    found = {problem["level"] for problem in verdict["problems"]}
    return "E" if "error" in found else "W" if found else "ok"


@pytest.mark.parametrize("row", SHEETS, ids=[row["id"] for row in SHEETS])
def test_a_sheet_is_judged_as_the_accounts_imply(row: dict[str, Any]) -> None:
    """COM-3, COM-HELD-1, COP-1: refused, asked about or accepted; its score, and who wins."""
    verdict = check_sheet(row["sheet"]).as_json()
    assert levels(verdict) == row["expect"], (row["why"], verdict["problems"])
    if "score" in row:
        assert verdict["games"][-1]["score"] == row["score"]
    if "winner" in row:
        assert verdict["winner"] == row["winner"]


@pytest.mark.parametrize(("sheet", "expected"), [(key, said[0]) for key, said in DECIDED.items()])
def test_what_the_accounts_leave_open_is_as_decided(sheet: str, expected: str) -> None:
    """COP-1, CIN-DECL-2, MNA-DECL-3."""
    assert [row["expect"] for row in SHEETS if row["id"] == sheet] == [expected]


def test_no_sheet_is_lost() -> None:
    assert len(SHEETS) == len({row["id"] for row in SHEETS}) == 392
