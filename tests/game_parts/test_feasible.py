"""Tests that the possible points for each number of tricks are as in the rules (MAR-VAL-2 to MAR-VAL-4)."""

# ruff: noqa: E501  (a table reads best one row a line)

import pytest

from scoring.game_parts.feasible_points import feasible, feasible_with_trionfo

VALUES = (5, 4, 3, 2, 1, 0, 0, 0, 0, 0)
RANGES = {0: (0, 0), 1: (1, 21), 2: (2, 38), 3: (3, 51), 4: (4, 60), 5: (5, 65), 6: (10, 66), 7: (19, 67), 8: (32, 68), 9: (49, 69), 10: (70, 70)}  # fmt: skip
THREE_PLAYERS = {0: (0, 0), 1: (1, 16), 2: (2, 30), 3: (3, 42), 4: (4, 52), 5: (5, 59), 6: (8, 64), 7: (13, 67), 8: (20, 68), 9: (30, 69), 10: (42, 70), 11: (56, 71), 12: (72, 72)}  # fmt: skip
FIVE_PLAYERS = {0: (0, 0), 1: (1, 25), 2: (2, 44), 3: (3, 57), 4: (4, 64), 5: (11, 65), 6: (24, 66), 7: (43, 67), 8: (68, 68)}  # fmt: skip


@pytest.mark.parametrize(
    ("values", "cards_a_trick", "ranges"),
    [
        pytest.param(VALUES, 4, RANGES, id="MAR-VAL-2"),
        pytest.param(VALUES[:-1], 3, THREE_PLAYERS, id="MAU-VAL-1 three players without the Twos"),
        pytest.param(VALUES, 5, FIVE_PLAYERS, id="MAU-VAL-1 five players"),
    ],
)
def test_possible_points_for_each_number_of_tricks_are_those_of_the_rules(
    values: tuple[int, ...], cards_a_trick: int, ranges: dict[int, tuple[int, int]]
) -> None:
    table = feasible(values, 4, cards_a_trick, 1)
    assert table == {tricks: frozenset(range(least, most + 1)) for tricks, (least, most) in ranges.items()}


def test_all_ten_tricks_with_all_cards_are_worth_seventy_points() -> None:
    """MAR-CARD-1, MAR-CARD-3: the cards are worth sixty points together, and each trick is worth one point."""
    assert feasible(VALUES, 4, 4, 1)[10] == {70}
    assert feasible(VALUES, 4, 4, 0)[10] == {60}


def test_mariglia_has_391_possible_combinations_of_tricks_and_points() -> None:
    assert sum(map(len, feasible(VALUES, 4, 4, 1).values())) == 391


def test_possible_points_of_one_pair_leave_possible_points_for_the_other_pair() -> None:
    table = feasible(VALUES, 4, 4, 1)
    assert all(70 - points in table[10 - tricks] for tricks, some in table.items() for points in some)


def test_dealers_pair_has_3869_possible_combinations_of_tricks_and_points_over_all_turned_up_cards() -> None:
    tables = [feasible_with_trionfo(VALUES, 4, 4, 1, height) for height in range(10)]
    assert sum(len(points) for table in tables for points in table.values()) == 3869


@pytest.mark.parametrize(
    ("height", "tricks", "points", "possible"),
    [
        pytest.param(0, 0, 0, False, id="MAR-VAL-4 the seven takes a trick"),
        pytest.param(0, 1, 5, False, id="MAR-VAL-4 five points are too few"),
        pytest.param(0, 1, 6, True, id="MAR-VAL-4 six points are enough"),
        pytest.param(0, 5, 9, False, id="MAR-VAL-4 five tricks with the seven make ten"),
        pytest.param(1, 1, 21, False, id="MAR-VAL-4 four sevens in one trick leave none to take the Ace"),
        pytest.param(2, 2, 38, False, id="MAR-VAL-4 nobody is left to take the King"),
        pytest.param(5, 5, 65, False, id="MAR-VAL-4 nobody is left to take the six"),
        pytest.param(6, 5, 65, True, id="MAR-VAL-4 the six can take the five"),
        pytest.param(9, 0, 0, True, id="MAR-VAL-4 a two can be lost with everything"),
    ],
)
def test_turned_up_card_can_be_lost_only_to_a_higher_trump(
    height: int, tricks: int, points: int, possible: bool
) -> None:
    assert (points in feasible_with_trionfo(VALUES, 4, 4, 1, height)[tricks]) is possible


def test_possible_totals_without_trick_points_have_gaps() -> None:
    """MNA-CARD-2: no set of cards is worth 1 or 119 points if the Ace is worth 11 and the Three 10."""
    table = feasible((11, 10, 4, 3, 2, 0, 0, 0, 0, 0), 4, 4, 0)
    assert frozenset(range(121)) - frozenset().union(*table.values()) == {1, 119}
