"""Queries for the bracket of a stage: its rounds, and the part of its trees that a page shows.

The module works for all formats: the trees come from `format_parts/trees.py`. A large bracket is divided into
parts, so that only the matches on the page are read.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

from django.db.models import Count, Min, Q

from scoring.types import Sentence
from tournaments.competition.format_parts.trees import Tree, TreeColumn, Trees, trees_of
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.types import EntrantId, Label
from tournaments.matches.selectors.matches import MatchNow, byes_of, match_now, with_sides
from tournaments.models import Draw, Match, Stage

LONGEST_COLUMN = 32
# Maximum number of matches that are shown at once in several trees.
MOST_TOGETHER = 128


@dataclass(frozen=True)
class Window:
    """The displayed part of a tree: its first and last column, its number, and the number of parts.

    Columns count from 0, parts from 1.
    """

    first: int
    last: int
    part: int
    parts: int

    def of(self, places: int) -> tuple[int, int]:
        """Return the start index and the (exclusive) end index of the displayed rows of a column."""
        shown_count = places // self.parts
        return (self.part - 1) * shown_count, self.part * shown_count


@dataclass(frozen=True)
class PartOfTree:
    """A tree of the bracket, and the `Window` that selects its displayed part."""

    number: int
    tree: Tree
    window: Window

    def columns(self) -> list[TreeColumn]:
        """Return the shown columns of the tree; each column contains only the shown rows."""
        return [
            _column_in_window(column, self.window)
            for column in self.tree.columns[self.window.first : self.window.last + 1]
        ]


def _column_in_window(column: TreeColumn, window: Window) -> TreeColumn:
    start, end = window.of(len(column.places))
    return replace(column, places=column.places[start:end])


@dataclass(frozen=True)
class Wish:
    """The requested round, tree and part of a bracket.

    A missing tree or part is chosen so that the page shows a match in `followed` or else the match `live`.
    """

    turn: int
    tree: int | None = None
    part: int | None = None
    # The matches of the followed team, the latest last.
    followed: tuple[Label, ...] = ()
    # The first match in play of the requested round.
    live: Label | None = None


def parts_of(trees: Trees, wish: Wish) -> tuple[PartOfTree, ...]:
    """Return the parts of a bracket that one page shows.

    A small bracket is shown completely. If the bracket is too large, one page shows a part of one tree.
    """
    all_trees = trees.trees
    if sum(len(tree.labels) for tree in all_trees) <= MOST_TOGETHER and all(map(_is_low, all_trees)):
        return tuple(
            PartOfTree(number, tree, Window(0, len(tree.columns) - 1, 1, 1))
            for number, tree in enumerate(all_trees, start=1)
        )
    number = _tree_to_open(trees, wish)
    tree = all_trees[number - 1]
    return (PartOfTree(number, tree, window_of(tree, wish)),)


def _is_low(tree: Tree) -> bool:
    return len(tree.columns[0].places) <= LONGEST_COLUMN


def _tree_to_open(trees: Trees, wish: Wish) -> int:
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
    """Return the index of the column for the round with the number `turn`.

    If the tree has no such column, return the index of the next later column, otherwise of the last column.
    """
    later = (number for number, column in enumerate(tree.columns) if column.round >= turn)
    return next(later, len(tree.columns) - 1)


def window_of(tree: Tree, wish: Wish) -> Window:
    """Return the `Window` that contains the requested round of a tree and fits on a page."""
    widths = [len(column.places) for column in tree.columns]
    short = next(number for number, wide in enumerate(widths) if wide <= LONGEST_COLUMN)
    first = min(column_at(tree, wish.turn), short)
    parts = max(1, widths[first] // LONGEST_COLUMN)
    last = max(number for number, wide in enumerate(widths) if wide >= parts)
    part = wish.part or 0
    if not 1 <= part <= parts:
        part = _part_to_open(tree.columns[first], parts, wish)
    return Window(first, last, part, parts)


def _part_to_open(first: TreeColumn, parts: int, wish: Wish) -> int:
    wanted = wish.followed or (wish.live,)
    place = next((place for place, label in enumerate(first.places) if label and label in wanted), 0)
    return min(parts, place * parts // len(first.places) + 1)


IN_PLAY = frozenset({"playing", "disputed"})


@dataclass(frozen=True)
class RoundNow:
    """A round of the stage: its name and the numbers of its existing, decided and live matches."""

    number: int
    name: Sentence
    matches: int
    decided: int
    live: int
    first_live: int | None
    # Number of matches that are called to a table and have not begun.
    called: int = 0

    @property
    def over(self) -> bool:
        """True if all matches of the round are decided."""
        return self.decided == self.matches


@dataclass(frozen=True)
class ColumnNow:
    """A round of a tree, with the pairs of matches whose winners meet, and the matches drawn beside the tree.

    A missing match is None. If winners do not meet in a later match, each pair has only one element.
    """

    number: int
    column: TreeColumn
    pairs: tuple[tuple[MatchNow | None, ...], ...]
    beside: tuple[MatchNow, ...]
    passing: tuple[MatchNow, ...]


@dataclass(frozen=True)
class TreeNow:
    """The displayed part of a tree, with its matches."""

    part: PartOfTree
    columns: tuple[ColumnNow, ...]

    @property
    def window(self) -> Window:
        """The `Window` that selects the displayed part of the tree."""
        return self.part.window


@dataclass(frozen=True)
class Path:
    """The matches of a team, and the labels of all matches on its past and possible future path."""

    team_id: UUID
    matches: tuple[MatchNow, ...]
    way: frozenset[Label] = frozenset()

    @property
    def last(self) -> MatchNow | None:
        """The current match of the team, or its last match if all are decided; None without any."""
        coming = (each for each in self.matches if not each.decided)
        return next(coming, self.matches[-1] if self.matches else None)


@dataclass(frozen=True)
class BracketNow:
    """A bracket and its shown trees; `current` is the round that a small screen shows first."""

    stage: Stage
    rounds: tuple[RoundNow, ...]
    current: int
    trees: Trees
    shown_trees: tuple[TreeNow, ...]
    path: Path | None

    @property
    def live(self) -> int:
        """The number of matches in play."""
        return sum(each.live for each in self.rounds)


def bracket_now(
    stage: Stage,
    *,
    turn: int | None = None,
    tree: int | None = None,
    part: int | None = None,
    team_id: UUID | None = None,
) -> BracketNow | None:
    """Return the bracket of a drawn stage; None until a job has placed the entrants in matches.

    `turn`, `tree` and `part` are numbers from 1. If a number is None or too large, the function chooses the
    round, tree or part. Five queries, or eight if the visitor follows a team.
    """
    rounds = stage_rounds(stage)
    if not rounds:
        return None
    trees = trees_of_stage(stage)
    path = team_path(stage, team_id, trees) if team_id else None
    current = turn if turn and turn <= len(rounds) else busiest_round(rounds)
    live = trees.numbered.get((current, rounds[current - 1].first_live or 0))
    followed = tuple(each.match.label for each in path.matches) if path else ()
    parts = parts_of(trees, Wish(current, tree, part, followed, live))
    matches = _matches_of(stage, parts)
    shown_trees = tuple(TreeNow(part, tuple(_columns(part, trees, matches))) for part in parts)
    return BracketNow(stage, rounds, current, trees, shown_trees, path)


def trees_of_stage(stage: Stage) -> Trees:
    """Return the trees of a drawn bracket. One query."""
    lines = Draw.objects.standing().filter(stage=stage).values_list("lines", flat=True)[0]
    return _trees(stage.format, len(lines), json.dumps(stage.options, sort_keys=True))


@lru_cache(maxsize=64)
def _trees(form: str, entrants: int, options: str) -> Trees:
    ids = [EntrantId(str(number)) for number in range(entrants)]
    return trees_of(FORMATS[form].plan(ids, json.loads(options)))


def _matches_of(stage: Stage, parts: Iterable[PartOfTree]) -> dict[Label, MatchNow]:
    labels = {
        label
        for part in parts
        for column in part.columns()
        for label in (*column.matches, *column.beside, *column.passing)
    }
    rows = with_sides(Match.objects.filter(stage=stage, label__in=labels))
    return {row.label: match_now(row) for row in rows}


def _columns(part: PartOfTree, trees: Trees, matches: dict[Label, MatchNow]) -> Iterable[ColumnNow]:
    columns = part.columns()
    widths = [len(column.places) for column in columns]
    for number, column in enumerate(columns):
        step = 2 if number + 1 < len(columns) and widths[number + 1] < widths[number] else 1
        places = [matches.get(label) if label else None for label in column.places]
        yield ColumnNow(
            number=part.window.first + number + 1,
            column=part.tree.columns[part.window.first + number],
            pairs=tuple(tuple(places[start : start + step]) for start in range(0, len(places), step)),
            beside=tuple(matches[label] for label in column.beside),
            passing=tuple(
                matches[label]
                for label in column.passing
                if number + 1 == len(columns) or trees.onward[label].match in columns[number + 1].places
            ),
        )


def stage_rounds(stage: Stage) -> tuple[RoundNow, ...]:
    """Return the rounds of a drawn stage; empty until entrants are placed in matches. One query.

    Once the entrants are placed, at least one match of the first round is ready or a bye.
    """
    counts = stage.matches.order_by("round").values("round")
    bye = Q(pk__in=byes_of(stage).values("pk"))
    rows = counts.annotate(
        matches=Count("pk", filter=~bye),
        decided=Count("pk", filter=~bye & Q(state__in=OVER)),
        placed=Count("pk", filter=~Q(state="waiting")),
        live=Count("pk", filter=Q(state__in=IN_PLAY)),
        first_live=Min("number", filter=Q(state__in=IN_PLAY)),
        called=Count("pk", filter=Q(state="ready", table__isnull=False)),
    )
    round_rows = list(rows)
    if stage.state == "drawing" and not any(row["placed"] for row in round_rows):
        return ()
    return tuple(
        RoundNow(
            number=row["round"],
            name=FORMATS[stage.format].round_name(row["round"], len(round_rows)),
            matches=row["matches"],
            decided=row["decided"],
            live=row["live"],
            first_live=row["first_live"],
            called=row["called"],
        )
        for row in round_rows
    )


def live_round(rounds: Sequence[RoundNow]) -> int:
    """Return the number of the first round with undecided matches or, if none, of the last round."""
    return next((each.number for each in rounds if not each.over), rounds[-1].number)


def busiest_round(rounds: Sequence[RoundNow]) -> int:
    """Return the number of the round with the most matches that are in play or called to a table.

    If no match is at a table, the result of `live_round` is returned. Rounds can overlap, because a round
    with byes can begin before the previous round is over.
    """
    unfinished_rounds = [each for each in rounds if not each.over]
    busy = max(unfinished_rounds, key=lambda each: (each.live + each.called, -each.number), default=None)
    return busy.number if busy and busy.live + busy.called else live_round(rounds)


def team_path(stage: Stage, team_id: UUID, trees: Trees | None = None) -> Path:
    """Return the path of a team, with the matches of `trees` that the team may still reach. Three queries."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team_id=team_id)).order_by("round")
    matches = tuple(match_now(row) for row in rows)
    way = [each.match.label for each in matches]
    if trees and matches and not _is_out(matches[-1], team_id):
        way += trees.way_from(way[-1])
    return Path(team_id, matches, frozenset(way))


def _is_out(match: MatchNow, team_id: UUID) -> bool:
    stands = [side for side in match.sides if side.has(team_id)]
    return match.match.state != "bye" and match.decided and not any(side.won for side in stands)
