"""Tests of each duty of a player in a trick (MAR-PLAY-1)."""

import pytest

from scoring.cards.packs import FRENCH
from scoring.cards.tricks import BEAT, FOLLOW, TRUMP, Duty, Turn, breach

STRENGTH = {rank: 10 - place for place, rank in enumerate("7AKJQ65432")}
CLOSED = {FOLLOW: "revoke", BEAT: "must_beat", TRUMP: "must_trump"}


# An opponent has led the King of hearts, spades are trumps. For each case: hand, card played, duty violated.
@pytest.mark.parametrize(
    ("hand", "played", "owed"),
    [
        pytest.param("2H AH 7C", "7C", FOLLOW, id="MAR-PLAY-1 a suit that is not followed"),
        pytest.param("2H AH", "2H", BEAT, id="MAR-PLAY-1 a card that is not beaten"),
        pytest.param("2S 7C", "7C", TRUMP, id="MAR-PLAY-1 a card that is not trumped"),
        pytest.param("2H 3H", "3H", None, id="MAR-PLAY-1 nothing that beats it"),
        pytest.param("2C 7C", "2C", None, id="MAR-PLAY-1 neither the suit nor a trump"),
    ],
)
def test_card_played_against_a_rule_is_reported_with_code_and_message(
    hand: str, played: str, owed: Duty | None
) -> None:
    cards = [FRENCH.cards[name] for name in hand.split()]
    turn = Turn(cards, [FRENCH.cards["KH"]], "S", STRENGTH, False)
    duty = breach(turn, FRENCH.cards[played], list(CLOSED))
    assert duty is owed
    if duty:
        assert duty.code == CLOSED[duty]
        assert "must" in duty.message.english()


def test_duties_to_follow_to_beat_and_to_trump_have_different_messages() -> None:
    """The messages for the duties to follow, to beat and to trump are different (MAR-PLAY-1)."""
    assert len({duty.message.english() for duty in CLOSED}) == 3
