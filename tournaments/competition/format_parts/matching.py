"""Matching of minimum cost, and separation of club mates in a draw by swapping lines.

Club mates should meet as late as possible. The parts of a draw are given in levels, the most important first.
In a bracket the first level is the matches of the first round, the next one is the lines that may meet in the
second round, and so on up to the halves. Mates are entrants of one club, or from one group.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, count, repeat
from math import prod
from operator import add, mul
from typing import NamedTuple

import rustworkx

from tournaments.competition.seeding import bracket_size, seed_order
from tournaments.competition.types import EntrantId

Cost = tuple[int, ...]
# Two positions in the order that is paired, the lower number first.
Pair = tuple[int, int]

# The cost of each possible pair.
Edges = Mapping[Pair, Cost]

# The maximum size of a weight in bits. The library uses 128 bits and needs some for itself.
ROOM = 120

# A prime: the number of different marks that decide between sets of pairs of equal cost.
MARKS = 2**20 - 3


def cheapest_pairs(count: int, edges: Edges) -> tuple[Pair, ...]:
    """Return the cheapest matching with the largest possible number of pairs, as sorted pairs."""
    if not edges:
        return ()
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(weighed(edges))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


class Candidates(NamedTuple):
    """The possible pairs with their costs, and a function that returns True for an acceptable pair."""

    edges: Edges
    enough: Callable[[Pair], bool] = lambda _pair: True


def first_whole(count: int, widening: Iterable[Candidates]) -> tuple[Pair, ...]:
    """Return the cheapest matching of all entrants from the first set of candidates that gives a good one.

    A matching is good if it pairs everybody and all its pairs are acceptable. Raise ValueError if no set of
    candidates gives a good matching.
    """
    for candidates in widening:
        pairs = cheapest_pairs(count, candidates.edges)
        if 2 * len(pairs) == count and all(map(candidates.enough, pairs)):
            return pairs
    raise ValueError("not even the widest choice has a partner for everybody")


def weighed(edges: Edges) -> list[tuple[int, int, int]]:
    """Return (first, second, weight) for each possible pair; a cheaper pair has a larger weight."""
    marks = list(map(_mark, edges))
    rules = list(zip(*edges.values(), strict=True))
    costs = marks
    for column, factor in zip(rules, _factors(edges, marks, rules), strict=True):
        if factor and any(column):
            costs = list(map(add, costs, map(mul, column, repeat(factor))))
    dearest = max(costs)
    return [(first, second, dearest - cost) for (first, second), cost in zip(edges, costs, strict=True)]


def _factors(edges: Edges, marks: Sequence[int], rules: Sequence[Sequence[int]]) -> list[int]:
    """Return a factor for each rule, so that each rule outweighs the sum of all later rules.

    If the factors become too large, the last rules get the factor 0.
    """
    pairs = len({place for pair in edges for place in pair}) // 2
    *sums, last = (max(column) * pairs + 1 for column in (*rules, marks))
    while prod(sums) * last > 2**ROOM:
        sums.pop()
    *factors, _all = accumulate(reversed(sums), mul, initial=last)
    return [*reversed(factors), *[0] * (len(rules) - len(sums))]


def _mark(pair: Pair) -> int:
    first, second = pair
    return pow(first * 4099 + second + 1, 3, MARKS)


# Lines that mates should not share.
Part = Sequence[int]

# Divisions of all lines into parts, the most important division first.
Levels = Sequence[Sequence[Part]]


def bracket_parts(entrants: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the separation levels of a bracket: first the matches of the first round, last the halves."""
    order = seed_order(bracket_size(entrants))
    widths = (2**power for power in range(1, len(order).bit_length() - 1))
    return tuple(
        tuple(_partners(order[start : start + width], entrants) for start in range(0, len(order), width))
        for width in widths
    )


def _partners(lines: Iterable[int], entrants: int) -> tuple[int, ...]:
    return tuple(line for line in lines if line <= entrants)


def kept_apart(
    lines: Sequence[EntrantId], clubs: Mapping[EntrantId, str], levels: Levels, fixed: int = 0
) -> tuple[EntrantId, ...]:
    """Return the entrants after swaps that separate club mates. The first `fixed` lines are unchanged.

    The levels are treated in order, the most important level first. An entrant that shares a part with a club
    mate is swapped with the entrant on the nearest later line for which the swap leaves fewer club mates
    together at this level, and no more at any earlier level. After the last line, the search continues at the
    first line that may change. A level is repeated until no entrant moves.
    """
    seating = _Seating(lines, clubs, levels)
    free = range(fixed, len(lines))
    for level in range(len(levels)):
        changed = True
        while changed:
            changed = False
            for place in free:
                changed |= _moved(seating, level, place, free)
    return tuple(seating.order)


def _moved(seating: "_Seating", level: int, place: int, free: range) -> bool:
    if not seating.has_mate(level, place) or seating.is_best(level, place):
        return False
    for other in (*range(place + 1, free.stop), *range(free.start, place)):
        if seating.better(level, place, other):
            seating.change(place, other)
            return True
    return False


class _Seating:
    """The current order of the entrants, and the number of entrants by separation level, club and part."""

    def __init__(self, lines: Sequence[EntrantId], clubs: Mapping[EntrantId, str], levels: Levels) -> None:
        self.order = list(lines)
        numbers = {club: number for number, club in enumerate(sorted(set(clubs.values())))}
        alone = count(len(numbers))
        self.club = [numbers[clubs[entrant]] if clubs.get(entrant) else next(alone) for entrant in lines]
        self.part = [_part_of(level, len(lines)) for level in levels]
        self.crowd = [[[0] * len(level) for _club in range(max(self.club) + 1)] for level in levels]
        for place in range(len(lines)):
            self._count(place, 1)
        # For each level and club: the difference between its fullest and its emptiest part.
        self.gaps = [[max(crowd) - min(crowd) for crowd in by_club] for by_club in self.crowd]
        self.widest = [max(gaps) for gaps in self.gaps]

    def has_mate(self, level: int, place: int) -> bool:
        """Return True if a club mate of the entrant is in the same part."""
        return self.crowd[level][self.club[place]][self.part[level][place]] > 1

    def is_best(self, level: int, place: int) -> bool:
        """Return True if no swap can reduce the number of club mates that share a part of this level."""
        crowd = self.crowd[level][self.club[place]]
        return crowd[self.part[level][place]] - min(crowd) + self.widest[level] <= 2

    def better(self, level: int, place: int, other: int) -> bool:
        """Return True if a swap separates club mates at this level and joins none at earlier levels."""
        return self._mates_gained(level, place, other) < 0 and all(
            self._mates_gained(before, place, other) <= 0 for before in range(level)
        )

    def _mates_gained(self, level: int, place: int, other: int) -> int:
        part, club, other_club = self.part[level], self.club[place], self.club[other]
        if part[place] == part[other] or club == other_club:
            return 0
        mates, other_mates = self.crowd[level][club], self.crowd[level][other_club]
        first_part, second_part = part[place], part[other]
        return (
            mates[second_part] + other_mates[first_part] - (mates[first_part] + other_mates[second_part] - 2)
        )

    def change(self, place: int, other: int) -> None:
        """Swap the entrants on two lines and update the counts."""
        for each in (place, other):
            self._count(each, -1)
        self.order[place], self.order[other] = self.order[other], self.order[place]
        self.club[place], self.club[other] = self.club[other], self.club[place]
        for each in (place, other):
            self._count(each, 1)
        for level, by_club in enumerate(self.crowd):
            for club in (self.club[place], self.club[other]):
                self.gaps[level][club] = max(by_club[club]) - min(by_club[club])
            self.widest[level] = max(self.gaps[level])

    def _count(self, place: int, times: int) -> None:
        for part, crowd in zip(self.part, self.crowd, strict=True):
            crowd[self.club[place]][part[place]] += times


def _part_of(level: Sequence[Part], lines: int) -> list[int]:
    """Return, for each line of the draw, the number of the part to which the line belongs in this level."""
    numbers = {line: number for number, part in enumerate(level) for line in part}
    return [numbers[line] for line in range(1, lines + 1)]
