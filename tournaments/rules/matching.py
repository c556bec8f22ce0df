"""Cheapest pairs: a partner for everybody at the least cost; the only home of the matching library.

A cost is a row of whole numbers, the heaviest rule first: one more of a rule is worse than anything the rules
after it can add up to over all pairs. The library takes one whole number for each pair and finds the best
matching exactly (Edmonds' blossoms), so the rows are folded into one number each, rule by rule, as long as
they fit; a last number made of the two places settles what the rules leave equal, so that every machine and
every version of the library finds the same pairs.
"""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import prod
from operator import mul

import rustworkx

Cost = tuple[int, ...]
Pair = tuple[int, int]
"""Two places of the order that is paired, the lower number first."""

Edges = Mapping[Pair, Cost]
"""Who may be paired with whom, and at what cost."""

ROOM = 120
"""The bits of a weight: the library counts in 128 and needs some of its own."""

MARKS = 2**20 - 3
"""A prime: how many different last numbers there are."""


def cheapest_pairs(count: int, edges: Edges) -> tuple[Pair, ...]:
    """As many pairs as can be, and of those the cheapest, in order."""
    if not edges:
        return ()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(weighed(edges))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def first_whole(count: int, widening: Iterable[Edges]) -> tuple[Pair, ...]:
    """The cheapest pairs of the first set of edges that has a partner for everybody."""
    for edges in widening:
        pairs = cheapest_pairs(count, edges)
        if 2 * len(pairs) == count:
            return pairs
    raise ValueError("not even the widest choice has a partner for everybody")


def weighed(edges: Edges) -> list[tuple[int, int, int]]:
    """One weight for each pair, the heaviest for the cheapest."""
    marked = {pair: (*cost, _mark(pair)) for pair, cost in edges.items()}
    factors = _factors(marked)
    costs = {
        pair: sum(part * factor for part, factor in zip(cost, factors, strict=True) if part)
        for pair, cost in marked.items()
    }
    dearest = max(costs.values())
    return [(*pair, dearest - cost) for pair, cost in costs.items()]


def _factors(edges: Edges) -> list[int]:
    """What one of each rule weighs: more than all that the rules after it can come to.

    Rules that leave no room are left out, the last first; the places keep theirs.
    """
    pairs = len({place for pair in edges for place in pair}) // 2
    *rules, marks = (max(column) * pairs + 1 for column in zip(*edges.values(), strict=True))
    while prod(rules) * marks > 2**ROOM:
        rules.pop()
    left_out = len(next(iter(edges.values()))) - 1 - len(rules)
    *factors, _all = accumulate(reversed(rules), mul, initial=marks)
    return [*reversed(factors), *[0] * left_out, 1]


def _mark(pair: Pair) -> int:
    first, second = pair
    return pow(first * 4099 + second + 1, 3, MARKS)
