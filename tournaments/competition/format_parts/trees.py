"""The trees a bracket is drawn as, read off its structure: columns of matches, and where each winner goes on.

A tree holds matches bound by who wins goes on, of entrants who have lost as often as each other: where who
never lost meets who has, a tree of its own begins. A match between two losers of one round stands beside the
end of their tree. In a column every match has its place, from top to bottom: two places lead to one of the
next column, or one to one where no two winners meet there.
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
    """The slot the winner of a match comes to."""

    match: Label
    side: Side


@dataclass(frozen=True)
class TreeColumn:
    """A round of a tree: its places from top to bottom, None where no match is played."""

    round: int
    places: tuple[Label | None, ...]
    beside: tuple[Label, ...] = ()
    passing: tuple[Label, ...] = ()
    """The byes of the draw: who stands there goes on without playing."""

    @property
    def matches(self) -> tuple[Label, ...]:
        """Those of its places, from top to bottom."""
        return tuple(label for label in self.places if label)

    @property
    def entrants(self) -> int:
        """How many enter the round."""
        return 2 * len(self.matches) + len(self.passing)


@dataclass(frozen=True)
class Tree:
    """A tree from its first column to the match that ends it."""

    columns: tuple[TreeColumn, ...]

    @property
    def first(self) -> Label:
        """The first match of it: by this a format names it."""
        return self.columns[0].matches[0]

    @property
    def labels(self) -> frozenset[Label]:
        """Every match of it, with those beside."""
        return frozenset(
            label for column in self.columns for label in (*column.matches, *column.beside, *column.passing)
        )


@dataclass(frozen=True)
class Trees:
    """All trees of a bracket in the order they are shown, and where each winner goes on."""

    trees: tuple[Tree, ...]
    onward: Mapping[Label, Onward]
    tree_of: Mapping[Label, int]
    """The number of a match's tree, from 0; byes of the draw have none."""
    beside: frozenset[Label]
    numbered: Mapping[tuple[int, int], Label]
    """The matches by their round and their number in it."""
    final: Label | None

    def joined(self, before: Label, after: Label) -> bool:
        """Whether a line leads from one match to another."""
        onward = self.onward.get(before)
        return onward is not None and onward.match == after and self._together(before, after)

    def _together(self, one: Label, other: Label) -> bool:
        return one in self.tree_of and self.tree_of[one] == self.tree_of.get(other)

    def way_from(self, match: Label) -> Iterable[Label]:
        """Every match that who wins them all comes to, from this one on."""
        yield match
        while match in self.onward:
            match = self.onward[match].match
            yield match


def trees_of(plan: Plan) -> Trees:
    """Read the trees off a structure."""
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
    grown = {head: _grown(matches, onward, len(plan.entrants)) for head, matches in members.items()}
    order = {label: place for place, label in enumerate(heads)}  # from the last match to the first
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
    """The match that ends the tree of each."""
    lost: dict[Label, frozenset[int]] = {}
    for match in plan.matches:
        lost[match.label] = frozenset().union(*(_lost(source, lost) for source in match.sources))
    heads: dict[Label, Label] = {}
    for match in reversed(plan.matches):
        after = onward.get(match.label)
        stays = after is not None and lost[after.match] == lost[match.label]
        heads[match.label] = heads[after.match] if after and stays else match.label
    return heads


def _lost(source: Source, lost: Mapping[Label, frozenset[int]]) -> frozenset[int]:
    """How often who comes from there may have lost."""
    if isinstance(source, LoserOf):
        return frozenset(times + 1 for times in lost[source.match])
    return lost[source.match] if isinstance(source, WinnerOf | RematchOf) else frozenset({0})


def _grown(matches: Sequence[PlannedMatch], onward: Mapping[Label, Onward], entrants: int) -> Tree:
    """The columns of one tree, placed from the match that ends it backwards."""
    played = [match for match in matches if not _passes(match, entrants)]
    rounds = sorted({match.round for match in played})
    places: dict[Label, tuple[int, int]] = {}  # of each match placed: its place, and how many the column has
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
    """Whether nobody stands on a line of it."""
    return any(isinstance(source, Line) and source.number > entrants for source in match.sources)


def _losers_from(
    matches: Iterable[PlannedMatch], heads: Mapping[Label, Label], order: Mapping[Label, int]
) -> dict[Label, int]:
    """The trees whose losers come into this one, and where the latest of them stands in this order."""
    found: dict[Label, int] = {}
    for match in matches:
        for source in match.sources:
            if isinstance(source, LoserOf):
                head = heads[source.match]
                found[head] = min(found.get(head, len(order)), order[source.match])
    return found


def _in_order(parents: Mapping[Label, Mapping[Label, int]]) -> list[Label]:
    """Each tree before those its losers come into, who lost later before who lost earlier; then the rest."""
    ordered: list[Label] = []

    def add(head: Label) -> None:
        if head in ordered:
            return
        ordered.append(head)
        below = [(came[head], other) for other, came in parents.items() if head in came]
        for _late, other in sorted(below):
            add(other)

    heads = list(parents)
    for head in heads:
        add(head)
    return ordered


def _beside(
    grown: dict[Label, Tree], parents: Mapping[Label, Mapping[Label, int]], ordered: Sequence[Label]
) -> list[Label]:
    """Put single matches of losers beside the end of the tree they come from; return the trees left."""
    left = []
    for head in ordered:
        columns = grown[head].columns
        parent = next(iter(parents[head]), None) if len(parents[head]) == 1 else None
        single = len(grown[head].labels) == 1
        if single and parent and grown[parent].columns[-1].round == columns[0].round:
            last = grown[parent].columns[-1]
            last = replace(last, beside=(*last.beside, head))
            grown[parent] = Tree((*grown[parent].columns[:-1], last))
        else:
            left.append(head)
    return left
