"""Which part of a bracket is shown: all its trees while they are few, else a part of one of them.

So a page costs what its own matches cost, however large the bracket.
"""

from dataclasses import dataclass, replace

from tournaments.format_parts.trees import Column, Tree, Trees
from tournaments.types import Label

LONGEST_COLUMN = 32
MOST_TOGETHER = 128
"""So many matches at most are shown at once when they stand in several trees."""


@dataclass(frozen=True)
class Window:
    """Which part of a tree is shown: from this column to that one, counted from 0; one of so many parts."""

    first: int
    last: int
    part: int
    parts: int

    def of(self, places: int) -> tuple[int, int]:
        """Return the first of a column's places that is shown, and the first that is not any more."""
        here = places // self.parts
        return (self.part - 1) * here, self.part * here


@dataclass(frozen=True)
class PartOfTree:
    """A tree as far as it is shown."""

    number: int
    tree: Tree
    window: Window

    def columns(self) -> list[Column]:
        """Return its columns with the places shown, and those who pass to one of them."""
        return [
            _cut(column, self.window)
            for column in self.tree.columns[self.window.first : self.window.last + 1]
        ]


def _cut(column: Column, window: Window) -> Column:
    start, end = window.of(len(column.places))
    return replace(column, places=column.places[start:end])


@dataclass(frozen=True)
class Wish:
    """What of a bracket is asked for: a round of the stage, a tree and a part by their numbers."""

    turn: int
    tree: int | None = None
    part: int | None = None
    followed: tuple[Label, ...] = ()
    """The matches of the team that is followed, the latest last."""
    live: Label | None = None
    """The first match of the round that is played now."""


def parts_of(trees: Trees, wish: Wish) -> tuple[PartOfTree, ...]:
    """Return what is shown: every tree whole, or a part of one."""
    shown = trees.trees
    if sum(len(tree.labels) for tree in shown) <= MOST_TOGETHER and all(map(_is_low, shown)):
        return tuple(
            PartOfTree(number, tree, Window(0, len(tree.columns) - 1, 1, 1))
            for number, tree in enumerate(shown, start=1)
        )
    number = _tree_to_open(trees, wish)
    tree = shown[number - 1]
    return (PartOfTree(number, tree, window_of(tree, wish)),)


def _is_low(tree: Tree) -> bool:
    return len(tree.columns[0].places) <= LONGEST_COLUMN


def _tree_to_open(trees: Trees, wish: Wish) -> int:
    """The tree asked for; else that of the followed team; else one in which the round is played."""
    if wish.tree and wish.tree <= len(trees.trees):
        return wish.tree
    for label in (*wish.followed[-1:], wish.live):
        if label and label in trees.tree_of:
            return trees.tree_of[label] + 1
    playing = (
        number
        for number, tree in enumerate(trees.trees, start=1)
        if any(column.round == wish.turn for column in tree.columns)
    )
    return next(playing, 1)


def column_at(tree: Tree, turn: int) -> int:
    """Return the column of a round of the stage, from 0: the next one there is, or the last."""
    later = (number for number, column in enumerate(tree.columns) if column.round >= turn)
    return next(later, len(tree.columns) - 1)


def window_of(tree: Tree, wish: Wish) -> Window:
    """Return the part of a tree that shows a round: all of it from the first column short enough."""
    widths = [len(column.places) for column in tree.columns]
    short = next(number for number, wide in enumerate(widths) if wide <= LONGEST_COLUMN)
    first = min(column_at(tree, wish.turn), short)
    parts = max(1, widths[first] // LONGEST_COLUMN)
    last = max(number for number, wide in enumerate(widths) if wide >= parts)
    part = wish.part or 0
    if not 1 <= part <= parts:
        part = _part_to_open(tree.columns[first], parts, wish)
    return Window(first, last, part, parts)


def _part_to_open(first: Column, parts: int, wish: Wish) -> int:
    """The followed team's part; else the first part with a match in play."""
    wanted = wish.followed or (wish.live,)
    place = next((place for place, label in enumerate(first.places) if label and label in wanted), 0)
    return min(parts, place * parts // len(first.places) + 1)
