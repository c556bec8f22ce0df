"""Tests of the plain player, which follows a fixed policy: legal play, choices, and tables of hands."""

# ruff: noqa: E501  (a table reads best one row a line)

from random import Random

import pytest

from scoring.games import CARD_GAMES
from scoring.referee.plain_player import (
    CARDS,
    PACK,
    POLICY,
    SUIT,
    against,
    along,
    lead,
    play_out,
    play_trick,
    turned,
    worth,
)
from scoring.sheet.rules.sheet import check_sheet

VALUES = (5, 4, 3, 2, 1, 0, 0, 0, 0, 0)
RANKS, SUITS = "23456QJKA7", "SHDC"


def card(name: str) -> int:
    """Return the number of a card by its name."""
    return RANKS.index(name[0]) * 4 + SUITS.index(name[1])


def cards(names: str) -> int:
    """Return a set of cards as a bit mask."""
    return sum(1 << card(name) for name in names.split())


def name(number: int) -> str:
    """Return the name of a card by its number."""
    return RANKS[number // 4] + SUITS[number % 4]


def names(bits: int) -> str:
    """Return the names of a set of cards, from the lowest card."""
    return " ".join(name(number) for number in CARDS if bits >> number & 1)


def a_pack(seed: int) -> list[int]:
    return Random(seed).sample(CARDS, 40)


def as_sheet(pack: list[int]) -> dict[str, object]:
    """Let four plain players play the dealt cards, and return the hand on a score sheet."""
    hands = [sum(1 << number for number in pack[seat * 10 : seat * 10 + 10]) for seat in range(4)]
    trump, cards_left, leader, play = SUIT[turned(pack) % 4], PACK, 1, []
    for _trick in range(10):
        before = list(hands)
        winner, trick = play_trick(hands, leader, trump, cards_left)
        cards_played = [was ^ now for was, now in zip(before, hands, strict=True)]
        assert sum(cards_played) == trick
        played = [names(cards_played[(leader + place) % 4]) for place in range(4)]
        play.append({"leader": leader, "cards": played, "winner": winner})
        cards_left, leader = cards_left ^ trick, winner
    won, tricks = play_out(pack)
    points = worth(won, VALUES) + tricks
    hand = {
        "dealer": 0,
        "trionfo": name(turned(pack)),
        "card_points": [points, 70 - points],
        "tricks": [tricks, 10 - tricks],
        "play": play,
    }
    return {"card_game": "mariglia", "profile": {"targets": [200]}, "games": [{"hands": [hand]}]}


@pytest.mark.parametrize("seed", range(300))
def test_simulated_hand_is_legal_and_counted_correctly(seed: int) -> None:
    verdict = check_sheet(as_sheet(a_pack(seed)))
    assert [problem for problem in verdict.problems if problem.level == "error"] == []


@pytest.mark.parametrize(
    ("mine", "unseen", "trump", "led"),
    [
        pytest.param("AS 2H 3H", "7S KH", "C", "2H", id="a card that can be beaten is not led"),
        pytest.param("AS KH", "KS 7H", "C", "AS", id="a card that nobody can beat"),
        pytest.param("7S AS KH", "KS 7H", "C", "7S", id="the highest of them"),
        pytest.param("KS 2S AH", "QS 7H", "C", "KS", id="in whichever suit it is the best"),
        pytest.param("AC KS", "KC 7S", "C", "AC", id="trumps after the other suits"),
        pytest.param("KS AC", "QS KC", "C", "KS", id="though the trump is higher"),
        pytest.param("KS 2H 3H 4H 2D 7C", "AS 7H 7D", "C", "7C", id="a sure trump before a low card"),
        pytest.param("KS 3H 4H KH 2D AC", "AS 7H 7D 7C", "C", "3H", id="the lowest of the longest suit"),
        pytest.param("KC 2C", "AC", "C", "2C", id="trumps when there is nothing else"),
    ],
)
def test_first_card_of_a_trick_is_chosen_by_the_playing_policy(
    mine: str, unseen: str, trump: str, led: str
) -> None:
    assert name(lead(cards(mine), cards(unseen), SUIT[SUITS.index(trump)])) == led


@pytest.mark.parametrize(
    ("mine", "led", "best", "unseen", "played"),
    [
        pytest.param("AS QS 2S 7H", "3S", "3S", "KS", "AS", id="the highest that will stay the best"),
        pytest.param("AS QS 2S 7H", "3S", "3S", "7S", "QS", id="the lowest when it may be beaten"),
        pytest.param("AS QS 2S 7H", "3S", "3S", "", "QS", id="the lowest when last"),
        pytest.param("QS 2S 7H", "3S", "AS", "7S", "2S", id="the lowest that follows when it cannot beat"),
        pytest.param("AS 2S 7C", "3S", "2C", "7S", "2S", id="following, a trump is not beaten"),
        pytest.param("7C 3C 7H", "3S", "3S", "7S", "3C", id="the lowest trump when void"),
        pytest.param("7C 3C 7H", "3S", "QC", "7S", "7C", id="a trump that beats a trump"),
        pytest.param("3C 7H 4D", "3S", "QC", "7S", "4D", id="nothing beats: the lowest, and no trump"),
        pytest.param("3C 2C", "3S", "QC", "7S", "2C", id="nothing but trumps"),
        pytest.param("7C 3C", "2C", "QC", "AC", "7C", id="trumps led are followed"),
    ],
)
def test_card_played_against_an_opponent_is_chosen_by_the_playing_policy(
    mine: str, led: str, best: str, unseen: str, played: str
) -> None:
    trump = SUIT[SUITS.index("C")]
    assert name(against(cards(mine), card(led), card(best), trump, cards(unseen))) == played


@pytest.mark.parametrize(
    ("mine", "led", "best", "unseen", "played"),
    [
        pytest.param("AS 2S 7H", "3S", "7S", "KS", "AS", id="the most valuable when nobody can beat it"),
        pytest.param("AS 2S 7H", "3S", "KS", "7S", "2S", id="the lowest when somebody can"),
        pytest.param("AS 2S 7H", "3S", "KS", "", "AS", id="the most valuable when last"),
        pytest.param("7C 3C AH KD", "3S", "7S", "KS", "AH", id="void: the most valuable that is no trump"),
        pytest.param("7C 3C AH 4D", "3S", "KS", "7S", "4D", id="void and unsure: the lowest, no trump"),
        pytest.param("7C 3C", "3S", "7S", "KS", "3C", id="nothing but trumps: the lowest"),
    ],
)
def test_card_played_on_a_trick_of_the_partner_is_chosen_by_the_playing_policy(
    mine: str, led: str, best: str, unseen: str, played: str
) -> None:
    trump = SUIT[SUITS.index("C")]
    assert name(along(cards(mine), card(led), card(best), trump, cards(unseen))) == played


@pytest.mark.parametrize(
    ("hands", "played", "winner"),
    [
        pytest.param(["KS 2H 3H", "AS 4H", "4S 5H", "5S 6H"], "2H 4H 5H 6H", 3, id="who leads looks at the others' cards"),
        pytest.param(["AS 2H 3H", "2S 4H", "KS 3S", "4S 5H"], "AS 2S KS 4S", 0, id="a card already played beats nobody; the third gives to his partner"),
        pytest.param(["5S", "2S 4H", "KS 3S", "7S 4S"], "5S 2S 3S 7S", 3, id="the third gives nothing while the fourth may beat"),
        pytest.param(["KS", "2S 4H", "AS 3S", "4S 5H"], "KS 2S AS 4S", 2, id="what he holds himself cannot beat his partner"),
        pytest.param(["2S", "3S 4H", "4S 5H", "6S 7S"], "2S 3S 4S 6S", 3, id="the fourth takes it with the lowest that does"),
    ],
)  # fmt: skip
def test_trick_is_played_according_to_the_playing_policy(hands: list[str], played: str, winner: int) -> None:
    """MAR-PLAY-1: seat 0 leads, clubs are trumps, and all cards outside the four hands have been played."""
    card_sets = [cards(hand) for hand in hands]
    cards_left = card_sets[0] | card_sets[1] | card_sets[2] | card_sets[3]
    assert play_trick(list(card_sets), 0, SUIT[SUITS.index("C")], cards_left) == (winner, cards(played))


@pytest.mark.parametrize("seed", range(8))
def test_cards_won_by_a_pair_are_the_cards_of_its_complete_tricks(seed: int) -> None:
    won, tricks = play_out(a_pack(seed))
    assert won.bit_count() == 4 * tricks


def test_playing_policy_is_described_by_several_texts_that_each_end_with_a_full_stop() -> None:
    assert all(rule.endswith(".") for rule in POLICY)
    assert len(POLICY) > 1


def test_wrong_number_of_card_values_raises_an_error() -> None:
    """MAR-CARD-1: each rank needs one value."""
    for values in (VALUES[:-1], (*VALUES, 0)):
        with pytest.raises(ValueError, match="zip"):
            worth(PACK, values)


def test_card_values_of_the_pack_sum_to_sixty() -> None:
    assert worth(PACK, VALUES) == 60
    assert worth(cards("7S AS KS JS QS 6S 2S"), VALUES) == 15


def test_turned_card_is_the_last_card_of_the_dealer() -> None:
    assert turned(list(CARDS)) == 9


def test_all_games_with_a_table_of_hands_have_the_same_card_values() -> None:
    assert {game.card_values for game in CARD_GAMES.values() if game.hand_table} == {VALUES}
