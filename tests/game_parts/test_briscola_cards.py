"""The cards of briscola: values, orders, and the totals that whole tricks can make (MNA-CARD-1)."""

from itertools import product

import pytest

from scoring.cards.packs import FRENCH, LATIN
from scoring.game_parts.briscola_cards import TOTAL, marriage, orders, possible_totals
from scoring.games.mariaggia import MARIAGGIA
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.games.deals import a_deal


def test_the_pack_has_a_hundred_and_twenty_points() -> None:
    """MNA-CARD-1."""
    assert TOTAL == 120


@pytest.mark.parametrize("cards_a_trick", [2, 4])
def test_every_total_but_1_and_119_can_be_made(cards_a_trick: int) -> None:
    """MNA-CARD-2, MGG-SCORE-1, MGO-SCORE-1: as every way to take so many of each rank says."""
    shares = product(range(5), range(5), range(5), range(5), range(5))
    counted = {
        11 * aces + 10 * tens + 4 * kings + 3 * queens + 2 * jacks
        for aces, tens, kings, queens, jacks in shares
        if any((aces + tens + kings + queens + jacks + low) % cards_a_trick == 0 for low in range(21))
    }
    assert possible_totals(cards_a_trick) == counted == set(range(121)) - {1, 119}


def test_one_trick_of_the_whole_pack_is_worth_everything() -> None:
    """MNA-CARD-2: which totals can be made hangs on how many cards make a trick."""
    assert possible_totals(40) == {0, 120}


@pytest.mark.parametrize("points", [1, 119])
def test_an_impossible_total_is_named_as_it_was_written_first(points: int) -> None:
    """MNA-CARD-2, MGG-SCORE-1."""
    hand = a_deal(card_points=[points, TOTAL - points])
    (problem,) = check_sheet({"card_game": "mariaggia", "games": [{"hands": [hand]}]}).problems
    assert (problem.code, problem.where) == ("card_points_impossible", "/games/0/hands/0/card_points")
    assert problem.message.english().startswith(f"No cards make {points} points")


def test_the_card_worth_ten_stands_second() -> None:
    """MGO-CARD-1, MNA-CARD-1."""
    assert orders(FRENCH, LATIN, ten="seven") == {
        ("french", "seven"): tuple("A7KQJ65432"),
        ("latin", "seven"): tuple("A7KHJ65432"),
    }
    assert orders(LATIN) == {("latin", "three"): tuple("A3KHJ76542")}


@pytest.mark.parametrize(
    ("pack", "names"), [("french", "KH QH"), ("latin", "KC HC"), ("neapolitan", "KC HC")]
)
def test_a_marriage_is_the_king_and_the_card_below(pack: str, names: str) -> None:
    """MNA-DECL-1, MGG-DECL-1: the Queen, or the Horse."""
    cards = marriage(read_profile(MARIAGGIA, {"pack": pack}), names[-1])
    assert [card.name for card in cards] == names.split()
