"""Tests that `verdict.js` in Chromium returns the same verdicts as the server.

`make verdicts` compares five thousand sheets of each card game; an ordinary run compares twenty.
"""

import json
import os
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.games import CARD_GAMES
from scoring.offline.publish import definition
from scoring.offline.verdict import hand_verdict
from tests.evenings import tenth
from tests.offline.phone import ASK, Asked, compare, give, phone, words_of

pytestmark = pytest.mark.browser

SHEETS = int(os.environ.get("VERDICTS", "20"))


@pytest.mark.parametrize("card_game", CARD_GAMES)
def test_phone_and_server_return_the_same_verdicts(page: Page, card_game: str) -> None:
    """The comparison covers problems (position, message), scores, winner and next dealer (COM-3)."""
    comparison = compare(phone(page), card_game, SHEETS)
    assert comparison.differences == [], (
        f"{len(comparison.differences)}, the first:\n{comparison.differences[0]}"
    )
    assert 0 < comparison.valid < comparison.sheets
    print(
        f"\n{card_game}: {comparison.sheets} sheets, {comparison.valid} valid, {comparison.hands} hands; "
        f"{comparison.sheet_ms:.1f} ms a sheet, {comparison.hand_ms:.1f} ms a hand"
    )


STELLA = {"dealer": 0, "star": "D", "guess": 10, "doubling": "doubled", "declarations": [], "last": 0}


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param({**STELLA, "card_points": [40, 24], "tricks": [10, 10]}, id="a good hand"),
        pytest.param({**STELLA, "card_points": [64, 0], "tricks": [10, 10]}, id="points no tricks make"),
        pytest.param({**STELLA, "guess": 20, "trump": "S"}, id="nothing that is right"),
    ],
)
def test_hand_of_a_new_card_game_gets_the_same_verdict_on_phone_and_server(
    page: Page, hand: dict[str, Any]
) -> None:
    rules = json.loads(definition(tenth.CARD_GAME).text)
    give(phone(page), rules)
    question = Asked({"profile": {}, "games": []}, hand, {"game": 1, "hand": 1})
    _sheets, (verdict,), *_ms = page.evaluate(ASK, [[], [question]])
    assert verdict == hand_verdict(tenth.CARD_GAME, words_of(rules), *question)


def replaced(form: Any, before: Any, after: Any) -> Any:
    """Return a copy of nested lists in which every value `before` is replaced by `after`."""
    if form == before:
        return after
    return [replaced(part, before, after) for part in form] if isinstance(form, list) else form


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(["'", "MAR-VAL-2"], ["'", "MAR-VAL-3"], id="another rule is named"),
        pytest.param(
            ["[]", 5, 4, 3, 2, 1, 0, 0, 0, 0, 0],
            ["[]", 5, 4, 3, 2, 1, 1, 0, 0, 0, 0],
            id="a card is worth more",
        ),
        pytest.param([">=", ["(", ["b", "max"], "running"], "target"], True, id="every lead wins the game"),
    ],
)
def test_phone_with_a_changed_rule_returns_different_verdicts_from_the_server(
    page: Page, before: Any, after: Any
) -> None:
    rules = json.loads(definition(CARD_GAMES["mariglia"]).text)
    planted = {**rules, **{part: replaced(rules[part], before, after) for part in ("values", "codes")}}
    assert planted != rules
    assert compare(phone(page), "mariglia", 50, planted).differences
