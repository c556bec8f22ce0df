"""Tests of the cards of briscola: values, orders, and totals of whole tricks (MNA-CARD-1)."""

from itertools import product

import pytest

from scoring.cards.packs import FRENCH, LATIN
from scoring.game_parts.briscola_cards import TOTAL, marriage, orders, possible_totals
from scoring.games.mariaggia import MARIAGGIA
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.games.deals import a_deal


def test_pack_is_worth_a_hundred_and_twenty_points() -> None:
    """In every pack the values of all cards sum to 120 (MNA-CARD-1)."""
    assert TOTAL == 120


@pytest.mark.parametrize("cards_a_trick", [2, 4])
def test_all_totals_except_1_and_119_are_possible(cards_a_trick: int) -> None:
    """The test tries every possible count of cards of each rank (MNA-CARD-2, MGG-SCORE-1, MGO-SCORE-1)."""
    shares = product(range(5), range(5), range(5), range(5), range(5))
    counted = {
        11 * aces + 10 * tens + 4 * kings + 3 * queens + 2 * jacks
        for aces, tens, kings, queens, jacks in shares
        if any((aces + tens + kings + queens + jacks + low) % cards_a_trick == 0 for low in range(21))
    }
    assert possible_totals(cards_a_trick) == counted == set(range(121)) - {1, 119}


def test_only_two_totals_are_possible_if_one_trick_has_the_whole_pack() -> None:
    """MNA-CARD-2: with a single trick, a side has either all points or none."""
    assert possible_totals(40) == {0, 120}


@pytest.mark.parametrize("points", [1, 119])
def test_message_about_an_impossible_total_names_the_points_of_the_first_player(points: int) -> None:
    """The points of both players are impossible, but the message names only one (MNA-CARD-2, MGG-SCORE-1)."""
    hand = a_deal(card_points=[points, TOTAL - points])
    (problem,) = check_sheet({"card_game": "mariaggia", "games": [{"hands": [hand]}]}).problems
    assert (problem.code, problem.where) == ("card_points_impossible", "/games/0/hands/0/card_points")
    assert problem.message.english().startswith(f"No cards make {points} points")


def test_card_worth_ten_is_second_in_the_rank_order() -> None:
    """The card worth ten, Three or Seven, ranks just below the Ace (MGO-CARD-1, MNA-CARD-1)."""
    assert orders(FRENCH, LATIN, ten="seven") == {
        ("french", "seven"): tuple("A7KQJ65432"),
        ("latin", "seven"): tuple("A7KHJ65432"),
    }
    assert orders(LATIN) == {("latin", "three"): tuple("A3KHJ76542")}


@pytest.mark.parametrize(
    ("pack", "names"), [("french", "KH QH"), ("latin", "KC HC"), ("neapolitan", "KC HC")]
)
def test_marriage_is_the_king_and_the_next_lower_court_card(pack: str, names: str) -> None:
    """MNA-DECL-1, MGG-DECL-1: the next lower court card is the Queen or the Horse."""
    cards = marriage(read_profile(MARIAGGIA, {"pack": pack}), names[-1])
    assert [card.name for card in cards] == names.split()
