"""Tests of claims to have won the game, made during a hand: reading, writing and schema (MGG-CLAIM-2)."""

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.field_kinds.claim import ClaimKind as AskedForClaim
from scoring.game_parts.description import hand_schema
from scoring.games.mariaggia import CLAIM, MARIAGGIA
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games.deals import JSON, a_deal


def a_claim(**more: Any) -> JSON:
    return a_deal(**{"state": "claimed", "card_points": None, "claim": {"side": 1, "card_points": 30}} | more)


def test_claim_is_serialized_unchanged() -> None:
    """MGG-CLAIM-2: no values are computed for a claimed hand."""
    hand, problems = read_hand(MARIAGGIA, read_profile(MARIAGGIA, {}), a_claim())
    assert problems == []
    assert hand is not None
    assert hand.as_json() == a_claim()


@pytest.mark.parametrize(
    ("hand", "fits"),
    [
        pytest.param(a_claim(), True, id="MGG-CLAIM-2 a claim"),
        pytest.param(a_claim(claim=None), False, id="MGG-CLAIM-2 nobody claims"),
        pytest.param(a_claim(card_points=[60, 60]), False, id="MGG-CLAIM-2 both counted"),
        pytest.param(a_claim(claim={"side": 0}), False, id="MGG-CLAIM-2 nothing counted"),
        pytest.param(a_claim(claim={"side": 0, "card_points": 121}), False, id="MGG-CLAIM-2 too much"),
        pytest.param(a_claim(claim={"side": 0, "card_points": -1}), False, id="MGG-CLAIM-2 too little"),
        pytest.param(a_claim(claim={"side": -1, "card_points": 0}), False, id="MGG-CLAIM-2 no such side"),
        pytest.param(a_claim(claim={"side": 0, "card_points": 9, "at": 1}), False, id="MGG-CLAIM-2 more"),
        pytest.param(a_claim(claim=30), False, id="MGG-CLAIM-2 a number"),
        pytest.param(a_deal(), True, id="MGG-SCORE-1 a hand that was played out"),
        pytest.param(a_deal(card_points=None), False, id="MGG-SCORE-1 nothing counted"),
        pytest.param(a_deal(state="adjusted", card_points=[120, 0]), True, id="COM-4 adjusted"),
    ],
)
def test_schema_and_reader_accept_the_same_claims(hand: JSON, fits: bool) -> None:
    _hand, problems = read_hand(MARIAGGIA, read_profile(MARIAGGIA, {}), hand)
    assert (problems == []) is fits
    assert jsonschema.Draft202012Validator(hand_schema(MARIAGGIA)).is_valid(hand) is fits


def test_claim_input_is_limited_to_the_card_points_of_a_hand() -> None:
    """A claim can contain at most the 120 card points of a hand (MGG-CLAIM-2)."""
    assert CLAIM.kind == AskedForClaim(120)
