"""The trees of a bracket for display: their columns of matches, and the next match of each winner.

A tree contains matches between entrants with the same number of defeats; the winner of each match plays the
next match of the tree. A new tree begins where entrants with different numbers of defeats meet. A match
between two losers of one round is shown beside the end of their tree. The matches of a column are ordered
from top to bottom. If two winners meet, their two positions lead to one position of the next column;
otherwise each position leads to one position.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.competition.types import (
    Label,
    Line,
    LoserOf,
    Plan,
    PlannedMatch,
    RematchOf,
    Side,
    Source,
    WinnerOf,
)


class Onward(NamedTuple):
    """The slot to which the winner of a match advances."""

    match: Label
    side: Side


@dataclass(frozen=True)
class TreeColumn:
    """A round of a tree: its matches from top to bottom; None is a position without a match."""

    round: int
    places: tuple[Label | None, ...]
    beside: tuple[Label, ...] = ()
    # Labels of the byes from the draw: their entrants advance without playing.
    passing: tuple[Label, ...] = ()

    @property
    def matches(self) -> tuple[Label, ...]:
        """The labels of the matches in this column, top to bottom."""
        return tuple(label for label in self.places if label)

    @property
    def entrants(self) -> int:
        """The number of entrants of the round."""
        return 2 * len(self.matches) + len(self.passing)


@dataclass(frozen=True)
class Tree:
    """A tree, as columns from the first round to the last match of the tree."""

    columns: tuple[TreeColumn, ...]

    @property
    def first(self) -> Label:
        """The label of the tree's first match, from which a format derives the name of the tree."""
        return self.columns[0].matches[0]

    @property
    def labels(self) -> frozenset[Label]:
        """The labels of all matches of the tree, including those shown next to its last match."""
        return frozenset(
            label for column in self.columns for label in (*column.matches, *column.beside, *column.passing)
        )


@dataclass(frozen=True)
class Trees:
    """All trees of a bracket in display order, and the slot to which the winner of each match advances."""

    trees: tuple[Tree, ...]
    onward: Mapping[Label, Onward]
    # The number of the tree of each match, from 0; byes from the draw are not included.
    tree_of: Mapping[Label, int]
    beside: frozenset[Label]
    # The labels of the matches by (round, number).
    numbered: Mapping[tuple[int, int], Label]
    final: Label | None

    def joined(self, before: Label, after: Label) -> bool:
        """Return True if the two matches are connected by a line in the display of the tree."""
        onward = self.onward.get(before)
        return onward is not None and onward.match == after and self._in_one_tree(before, after)

    def _in_one_tree(self, one: Label, other: Label) -> bool:
        return one in self.tree_of and self.tree_of[one] == self.tree_of.get(other)

    def way_from(self, match: Label) -> Iterable[Label]:
        """Yield the given match and the later matches of an entrant that wins every match."""
        yield match
        while match in self.onward:
            match = self.onward[match].match
            yield match


def trees_of(plan: Plan) -> Trees:
    """Return the trees of a bracket for display, and the slot to which the winner of each match advances."""
    onward = {
        source.match: Onward(match.label, side)
        for match in plan.matches
        for side, source in enumerate(match.sources)
        if isinstance(source, WinnerOf)
    }
    heads = _heads(plan, onward)
    members: dict[Label, list[PlannedMatch]] = defaultdict(list)
    for match in plan.matches:
        members[heads[match.label]].append(match)
    grown = {head: _tree_of_matches(matches, onward, len(plan.entrants)) for head, matches in members.items()}
    order = {label: place for place, label in enumerate(heads)}  # the last match is first
    parents = {head: _losers_from(matches, heads, order) for head, matches in members.items()}
    ordered = [grown[head] for head in _beside(grown, parents, _in_order(parents))]
    return Trees(
        tuple(ordered),
        onward,
        {
            label: number
            for number, tree in enumerate(ordered)
            for column in tree.columns
            for label in (*column.matches, *column.beside)
        },
        frozenset(label for tree in ordered for column in tree.columns for label in column.beside),
        {(match.round, match.number): match.label for match in plan.matches},
        plan.final,
    )


def _heads(plan: Plan, onward: Mapping[Label, Onward]) -> dict[Label, Label]:
    lost: dict[Label, frozenset[int]] = {}
    for match in plan.matches:
        lost[match.label] = frozenset().union(*(_defeats(source, lost) for source in match.sources))
    heads: dict[Label, Label] = {}
    for match in reversed(plan.matches):
        after = onward.get(match.label)
        stays = after is not None and lost[after.match] == lost[match.label]
        heads[match.label] = heads[after.match] if after and stays else match.label
    return heads


def _defeats(source: Source, lost: Mapping[Label, frozenset[int]]) -> frozenset[int]:
    if isinstance(source, LoserOf):
        return frozenset(times + 1 for times in lost[source.match])
    return lost[source.match] if isinstance(source, WinnerOf | RematchOf) else frozenset({0})


def _tree_of_matches(matches: Sequence[PlannedMatch], onward: Mapping[Label, Onward], entrants: int) -> Tree:
    played = [match for match in matches if not _passes(match, entrants)]
    rounds = sorted({match.round for match in played})
    # for each positioned match: its position and the size of its column
    places: dict[Label, tuple[int, int]] = {}
    columns: list[TreeColumn] = []
    wide = 1
    for turn in reversed(rounds):
        labels = [match.label for match in played if match.round == turn]
        targets = [onward[label].match for label in labels if label in onward]
        wide *= 1 + (len(set(targets)) < len(targets))
        row: list[Label | None] = [None] * wide
        for label in labels:
            row[_place(label, wide, places, onward)] = label
        places |= {label: (place, wide) for place, label in enumerate(row) if label}
        columns.append(TreeColumn(turn, tuple(row)))
    passing = tuple(match.label for match in matches if _passes(match, entrants))
    return Tree((replace(columns[-1], passing=passing), *reversed(columns[:-1])))


def _place(
    label: Label, wide: int, places: Mapping[Label, tuple[int, int]], onward: Mapping[Label, Onward]
) -> int:
    if label not in onward or onward[label].match not in places:
        return 0
    target, side = onward[label]
    place, of = places[target]
    scale = wide // of
    return place * scale + (side if scale > 1 else 0)


def _passes(match: PlannedMatch, entrants: int) -> bool:
    return any(isinstance(source, Line) and source.number > entrants for source in match.sources)


def _losers_from(
    matches: Iterable[PlannedMatch], heads: Mapping[Label, Label], order: Mapping[Label, int]
) -> dict[Label, int]:
    source_trees: dict[Label, int] = {}
    for match in matches:
        for source in match.sources:
            if isinstance(source, LoserOf):
                head = heads[source.match]
                source_trees[head] = min(source_trees.get(head, len(order)), order[source.match])
    return source_trees


def _in_order(parents: Mapping[Label, Mapping[Label, int]]) -> list[Label]:
    ordered: list[Label] = []

    def add(head: Label) -> None:
        if head in ordered:
            return
        ordered.append(head)
        below = [(sources[head], other) for other, sources in parents.items() if head in sources]
        for _late, other in sorted(below):
            add(other)

    heads = list(parents)
    for head in heads:
        add(head)
    return ordered


def _beside(
    grown: dict[Label, Tree], parents: Mapping[Label, Mapping[Label, int]], ordered: Sequence[Label]
) -> list[Label]:
    remaining = []
    for head in ordered:
        columns = grown[head].columns
        parent = next(iter(parents[head]), None) if len(parents[head]) == 1 else None
        single = len(grown[head].labels) == 1
        if single and parent and grown[parent].columns[-1].round == columns[0].round:
            last = grown[parent].columns[-1]
            last = replace(last, beside=(*last.beside, head))
            grown[parent] = Tree((*grown[parent].columns[:-1], last))
        else:
            remaining.append(head)
    return remaining
