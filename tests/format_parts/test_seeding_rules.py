"""Tests of seeding: the order of lines in the first round, and the draw by seeds."""

import pytest

from tournaments.competition.seeding import bracket_size, lines_by_seeds, seed_order
from tournaments.competition.types import Entrant, EntrantId


def test_first_round_of_sixteen_entrants_has_the_usual_pairings() -> None:
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


@pytest.mark.parametrize("size", [2**power for power in range(1, 11)])
def test_seed_order_has_every_line_once_and_all_first_round_pairs_have_equal_sums(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert {order[place] + order[place + 1] for place in range(0, size, 2)} == {size + 1}


@pytest.mark.parametrize(
    ("entrants", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (16, 16), (17, 32), (1024, 1024)]
)
def test_bracket_size_is_the_next_power_of_two(entrants: int, size: int) -> None:
    assert bracket_size(entrants) == size


def test_draw_by_seeds_puts_seeded_entrants_first_and_unseeded_entrants_in_order_of_entry() -> None:
    entrants = [
        Entrant(EntrantId(name), seed) for name, seed in [("a", None), ("b", 2), ("c", None), ("d", 1)]
    ]
    assert lines_by_seeds(entrants) == ("d", "b", "a", "c")
