"""Tests of the matching of entrants: it is complete, repeatable, and has the lowest cost.

The rules apply in their order: a later rule decides only between matchings that cost the same by all earlier
rules.
"""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from tests.format_parts.rounds import every_round
from tournaments.competition.format_parts.matching import (
    ROOM,
    Candidates,
    Cost,
    Pair,
    cheapest_pairs,
    first_whole,
    weighed,
)
from tournaments.competition.types import EntrantId

Graph = dict[Pair, Cost]


def costs_of(graph: Graph, size: int) -> list[Cost]:
    """Return the costs of all complete matchings."""
    rounds = every_round([EntrantId(str(place)) for place in range(size)])
    matchings = [[(int(first), int(second)) for first, second in pairs] for pairs in rounds]
    return [added(graph, pairs) for pairs in matchings if all(pair in graph for pair in pairs)]


def added(graph: Graph, pairs: list[Pair]) -> Cost:
    return tuple(map(sum, zip(*(graph[pair] for pair in pairs), strict=True)))


@given(
    st.sampled_from([2, 4, 6, 8]), st.sampled_from([1, 9, 2**20, 2**35]), st.integers(0, 2**32), st.booleans()
)
def test_matching_minimises_the_cost_of_each_rule_in_turn(
    size: int, dear: int, seed: int, sparse: bool
) -> None:
    chance = Random(seed)
    edges = [pair for pair in combinations(range(size), 2) if not sparse or chance.random() < 0.6]
    graph: Graph = {
        pair: (chance.randrange(3), chance.randrange(dear), chance.randrange(4)) for pair in edges
    }
    costs = costs_of(graph, size)
    pairs = cheapest_pairs(size, graph)
    assert (2 * len(pairs) == size) == bool(costs)
    if costs:
        assert added(graph, list(pairs)) == min(costs)
    assert list(pairs) == sorted(pairs)


def test_weight_of_a_rule_exceeds_the_sum_of_all_later_rules() -> None:
    graph: Graph = {(0, 1): (1, 0), (2, 3): (0, 0), (0, 2): (0, 10**9), (1, 3): (0, 10**9)}
    assert cheapest_pairs(4, graph) == ((0, 2), (1, 3))


def test_last_rules_are_ignored_if_the_weights_need_too_many_bits() -> None:
    """Three rules with costs of 40 bits are too many: only the first two rules decide the pairs."""
    huge = 2**40
    graph: Graph = dict.fromkeys(combinations(range(6), 2), (huge, huge, huge))
    graph |= {(0, 1): (huge, huge, 0), (0, 5): (huge - 1, huge, huge), (1, 2): (huge, huge - 1, huge)}
    assert max(weight for _first, _second, weight in weighed(graph)) < 2**ROOM
    assert cheapest_pairs(6, graph) == ((0, 5), (1, 2), (3, 4))


def test_choice_between_matchings_of_equal_cost_depends_on_positions_only() -> None:
    """The order of the edges does not change the pairs."""
    pairs = list(combinations(range(12), 2))
    matchings = {cheapest_pairs(12, dict.fromkeys(some, (0,))) for some in (pairs, pairs[::-1])}
    assert len(matchings) == 1
    weights = [weight for _first, _second, weight in weighed(dict.fromkeys(pairs, (0,)))]
    assert len(set(weights)) == len(weights)


def test_first_candidates_with_a_complete_matching_are_used() -> None:
    near: Graph = {(0, 1): (0,), (0, 2): (0,), (0, 3): (0,)}
    wide: Graph = near | {(2, 3): (9,)}
    assert first_whole(4, map(Candidates, (near, wide, {}))) == ((0, 1), (2, 3))


def test_search_uses_the_next_candidates_if_a_pair_is_rejected() -> None:
    near: Graph = {(0, 1): (1,), (2, 3): (1,)}
    wide: Graph = near | {(0, 3): (0,), (1, 2): (0,)}
    for pair, pairs in (((0, 3), ((0, 1), (2, 3))), ((2, 3), ((0, 3), (1, 2)))):
        assert first_whole(4, [Candidates(near, pair.__ne__), Candidates(wide)]) == pairs


def test_candidates_without_a_complete_matching_raise_value_error() -> None:
    with pytest.raises(ValueError, match="partner for everybody"):
        first_whole(4, [Candidates({(0, 1): (0,)})])


def test_matching_without_entrants_is_empty() -> None:
    assert cheapest_pairs(0, {}) == ()
