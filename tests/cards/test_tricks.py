"""Tests of the winner of a trick and of the duties of a player, card by card (MAR-PLAY-1)."""

import pytest

from scoring.cards.packs import FRENCH, Card
from scoring.cards.tricks import Trick, Turn, beats, best_place, breach
from scoring.games.mariglia import MARIGLIA, TRICK_PLAY
from scoring.sheet.rules.reader import read_profile

STRENGTH = read_profile(MARIGLIA, {}).strength


def cards(names: str) -> list[Card]:
    return [FRENCH.cards[name] for name in names.split()]


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        pytest.param("2H 7H AH 3H", 1, id="MAR-CARD-1 the seven is highest"),
        pytest.param("QH JH 6H 5H", 1, id="MAR-CARD-2 the Jack is above the Queen"),
        pytest.param("7H AD KD 6D", 0, id="MAR-PLAY-1 another suit never wins"),
        pytest.param("7H 2S AH 3H", 1, id="MAR-PLAY-1 the lowest trump beats the highest card"),
        pytest.param("7H 2S 3S AH", 2, id="MAR-PLAY-1 the highest trump wins"),
        pytest.param("2S 7H AS 3S", 2, id="MAR-PLAY-1 trumps led"),
    ],
)
def test_trick_is_won_by_the_highest_trump_or_card_of_the_suit_led(trick: str, place: int) -> None:
    assert best_place(cards(trick), "S", STRENGTH) == place


# Spades are trumps. For each case: trick so far, hand, card played, duty violated.
@pytest.mark.parametrize(
    ("trick", "hand", "played", "code"),
    [
        pytest.param("", "7H 2C", "2C", None, id="MAR-PLAY-1 the leader plays what he likes"),
        pytest.param("KH", "2H 7C", "7C", "revoke", id="MAR-PLAY-1 follow suit"),
        pytest.param("KH", "2H 7S", "7S", "revoke", id="MAR-PLAY-1 no trump while holding the suit"),
        pytest.param("KH", "2H AH", "2H", "must_beat", id="MAR-PLAY-1 beat an opponent's card"),
        pytest.param("KH", "2H AH 7H", "AH", None, id="MAR-PLAY-1 any higher card will do"),
        pytest.param("KH", "2H QH", "2H", None, id="MAR-PLAY-1 nothing higher, anything of the suit"),
        pytest.param("KH 2H", "3H AH", "3H", None, id="MAR-PLAY-1 the partner is winning"),
        pytest.param("KH AH", "3H 7H", "3H", "must_beat", id="MAR-PLAY-1 the partner was beaten"),
        pytest.param("KH 2S", "3H AH", "3H", None, id="MAR-PLAY-1 a trump cannot be beaten in the suit"),
        pytest.param("KH", "2S 7C", "7C", "must_trump", id="MAR-PLAY-1 void, trump an opponent's card"),
        pytest.param("KH", "2S 7S 7C", "2S", None, id="MAR-PLAY-1 any trump will do"),
        pytest.param("KH", "2C 7C", "2C", None, id="MAR-PLAY-1 void in both, anything"),
        pytest.param("KH 3H", "2S 7C", "7C", None, id="MAR-PLAY-1 void, the partner is winning"),
        pytest.param("2H KH 3S", "2S 7S 7C", "2S", "must_trump", id="MAR-PLAY-1 overtrump an opponent"),
        pytest.param("2H KH 3S", "2S 7C", "7C", None, id="MAR-PLAY-1 cannot overtrump, may discard"),
        pytest.param("2H KH 3S", "2S 7C", "2S", None, id="MAR-PLAY-1 cannot overtrump, may undertrump"),
        pytest.param("2H 3S KH", "2S 7S 7C", "7C", None, id="MAR-PLAY-1 the partner has trumped"),
        pytest.param("3S", "2S 4S 7C", "2S", "must_beat", id="MAR-PLAY-1 trumps led, beat them"),
    ],
)  # fmt: skip
def test_card_is_legal_unless_it_breaks_a_duty_of_the_trick(
    trick: str, hand: str, played: str, code: str | None
) -> None:
    lying = cards(trick)
    partner_wins = bool(lying) and (len(lying) - best_place(lying, "S", STRENGTH)) % 2 == 0
    turn = Turn(cards(hand), lying, "S", STRENGTH, partner_wins)
    duty = breach(turn, FRENCH.cards[played], TRICK_PLAY.duties)
    assert (duty.code if duty else None) == code


def test_game_without_duties_allows_every_card() -> None:
    """COM-IRR-1: in a game without the duty to follow suit there is no renuncio (revoke)."""
    assert breach(Turn(cards("2H 7C"), cards("KH"), "S", STRENGTH, False), FRENCH.cards["7C"], ()) is None


def test_json_of_a_trick_contains_a_winner_only_if_the_winner_is_given() -> None:
    assert Trick(1, tuple(cards("7C 2C"))).as_json() == {"leader": 1, "cards": ["7C", "2C"]}
    assert Trick(1, tuple(cards("7C")), 2).as_json() == {"leader": 1, "cards": ["7C"], "winner": 2}


def test_trick_created_from_its_leader_and_cards_has_empty_defaults() -> None:
    assert Trick(1, tuple(cards("7C 2C"))) == Trick(1, tuple(cards("7C 2C")), None, (), (), None)


@pytest.mark.parametrize("card", ["7H", "2S"])
def test_card_does_not_beat_itself(card: str) -> None:
    """MAR-PLAY-1: a card that is entered twice in a trick does not beat itself."""
    assert beats(FRENCH.cards[card], FRENCH.cards[card], "S", STRENGTH) is False
