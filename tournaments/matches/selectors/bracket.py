"""The bracket of a stage as it stands: its rounds, and the part of its trees that is shown.

Knows no format: which trees there are comes from the structure (`format_parts/trees.py`). A large bracket is
shown in parts, so that a page costs what its own matches cost.
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

    def columns(self) -> list[TreeColumn]:
        """Return its columns with the places shown, and those who pass to one of them."""
        return [
            _cut(column, self.window)
            for column in self.tree.columns[self.window.first : self.window.last + 1]
        ]


def _cut(column: TreeColumn, window: Window) -> TreeColumn:
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


def _part_to_open(first: TreeColumn, parts: int, wish: Wish) -> int:
    """The followed team's part; else the first part with a match in play."""
    wanted = wish.followed or (wish.live,)
    place = next((place for place, label in enumerate(first.places) if label and label in wanted), 0)
    return min(parts, place * parts // len(first.places) + 1)


IN_PLAY = frozenset({"playing", "disputed"})


@dataclass(frozen=True)
class RoundNow:
    """A round of the stage: its name, how many matches are played in it, and how many are decided."""

    number: int
    name: Sentence
    matches: int
    decided: int
    live: int
    first_live: int | None
    called: int = 0
    """How many wait at their table for those who were called."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to play in it."""
        return self.decided == self.matches


@dataclass(frozen=True)
class ColumnNow:
    """A round of a tree as it is drawn: its places by twos (the winners meet next), and who stands beside.

    None stands where no match is played. Where no two winners meet next, the places stand one by one.
    """

    number: int
    column: TreeColumn
    pairs: tuple[tuple[MatchNow | None, ...], ...]
    beside: tuple[MatchNow, ...]
    passing: tuple[MatchNow, ...]


@dataclass(frozen=True)
class TreeNow:
    """A tree as far as it is shown."""

    part: PartOfTree
    columns: tuple[ColumnNow, ...]

    @property
    def window(self) -> Window:
        """Which part of it is shown."""
        return self.part.window


@dataclass(frozen=True)
class Path:
    """What one team has played, and every match of its way while it is in: those it may come to as well."""

    team_id: UUID
    matches: tuple[MatchNow, ...]
    way: frozenset[Label] = frozenset()

    @property
    def last(self) -> MatchNow | None:
        """The match the team plays or waits for; its last one when all it stands in are decided."""
        coming = (each for each in self.matches if not each.decided)
        return next(coming, self.matches[-1] if self.matches else None)


@dataclass(frozen=True)
class BracketNow:
    """A bracket and the trees of it on the page; `current` is the round a small screen opens on."""

    stage: Stage
    rounds: tuple[RoundNow, ...]
    current: int
    trees: Trees
    shown_trees: tuple[TreeNow, ...]
    path: Path | None

    @property
    def live(self) -> int:
        """How many matches are being played."""
        return sum(each.live for each in self.rounds)


def bracket_now(
    stage: Stage,
    *,
    turn: int | None = None,
    tree: int | None = None,
    part: int | None = None,
    team_id: UUID | None = None,
) -> BracketNow | None:
    """Return the bracket of a drawn stage, or None: five queries, three more for the team followed."""
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
    shown = tuple(TreeNow(part, tuple(_columns(part, trees, matches))) for part in parts)
    return BracketNow(stage, rounds, current, trees, shown, path)


def trees_of_stage(stage: Stage) -> Trees:
    """Return the trees of a drawn bracket: one query."""
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
    """Return the rounds of a drawn stage, none before the draw and while nobody is placed yet: one query.

    Once somebody is placed, at least one match of the first round can be played or is a bye.
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
    found = list(rows)
    if stage.state == "drawing" and not any(row["placed"] for row in found):
        return ()
    return tuple(
        RoundNow(
            number=row["round"],
            name=FORMATS[stage.format].round_name(row["round"], len(found)),
            matches=row["matches"],
            decided=row["decided"],
            live=row["live"],
            first_live=row["first_live"],
            called=row["called"],
        )
        for row in found
    )


def live_round(rounds: Sequence[RoundNow]) -> int:
    """Return the first round with something left to play; the last one when all is over."""
    return next((each.number for each in rounds if not each.over), rounds[-1].number)


def busiest_round(rounds: Sequence[RoundNow]) -> int:
    """Return the round most matches are being played of, or called to: the one most readers look for.

    With byes the next round begins while few matches of this one are left. The first to be played where
    nobody sits at a table.
    """
    left = [each for each in rounds if not each.over]
    busy = max(left, key=lambda each: (each.live + each.called, -each.number), default=None)
    return busy.number if busy and busy.live + busy.called else live_round(rounds)


def team_path(stage: Stage, team_id: UUID, trees: Trees | None = None) -> Path:
    """Return the way of one team through a stage, through its trees where it has any: three queries."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team_id=team_id)).order_by("round")
    matches = tuple(match_now(row) for row in rows)
    way = [each.match.label for each in matches]
    if trees and matches and not _is_out(matches[-1], team_id):
        way += trees.way_from(way[-1])
    return Path(team_id, matches, frozenset(way))


def _is_out(match: MatchNow, team_id: UUID) -> bool:
    """Whether the team did not win a match that is decided; nobody wins a double walkover."""
    stands = [side for side in match.sides if side.has(team_id)]
    return match.match.state != "bye" and match.decided and not any(side.won for side in stands)
