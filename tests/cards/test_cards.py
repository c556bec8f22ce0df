"""Tests of packs and their cards (MAR-CARD-1, MAN-CARD-1)."""

# ruff: noqa: E501  (a table reads best one row a line)

from typing import Any

import pytest

from scoring.cards.packs import FRENCH, FRENCH_52, LATIN, NEAPOLITAN, PACKS, Card, Pack
from scoring.types import Unreadable


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_pack_has_40_or_52_cards_that_can_be_read_by_name(pack: Pack) -> None:
    assert len(pack.cards) == (52 if pack is FRENCH_52 else 40)
    assert all(pack.read(card.name, "MAR-CARD-1") == card for card in pack.cards.values())


@pytest.mark.parametrize(
    ("pack", "raw", "message"),
    [
        (FRENCH, "kc", "Write the card in capitals, without spaces: KC."),
        (FRENCH, " 7H ", "Write the card in capitals, without spaces: 7H."),
        (FRENCH, "HB", "There is no such card in the French pack. Write rank (A K Q J 7 6 5 4 3 2), then suit (S H D C)."),
        (LATIN, "QS", "There is no such card in the Latin pack. Write rank (A K H J 7 6 5 4 3 2), then suit (D C B S)."),
        (NEAPOLITAN, None, "There is no such card in the Neapolitan pack. Write rank (A K H M 7 6 5 4 3 2), then suit (D C B S)."),
        (FRENCH, ["7C"], "There is no such card in the French pack. Write rank (A K Q J 7 6 5 4 3 2), then suit (S H D C)."),
    ],
)  # fmt: skip
def test_unknown_card_is_refused_with_an_error_message(pack: Pack, raw: Any, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        pack.read(raw, "MAR-TRI-1", "/0")
    finding = refusal.value.finding
    assert (finding.code, finding.rule, finding.at, finding.message.english()) == (
        "not_a_card",
        "MAR-TRI-1",
        "/0",
        message,
    )


def test_error_for_a_single_unknown_card_points_to_the_field() -> None:
    """COM-3: the JSON Pointer of the error is empty, so the error refers to the whole field."""
    with pytest.raises(Unreadable) as refusal:
        FRENCH.read("HB", "MAR-TRI-1")
    assert refusal.value.finding.at == ""


def test_card_has_a_rank_and_a_suit() -> None:
    assert FRENCH.cards["7C"] == Card("7", "C")
