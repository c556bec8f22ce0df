"""The template context of a bracket page: trees, columns, match boxes, and the lines between the boxes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.matches.public.match_box import BoxDrawing, box_view, part_pills, round_pills
from tournaments.matches.selectors.bracket import IN_PLAY, BracketNow, ColumnNow, RoundNow, TreeNow, column_at
from tournaments.matches.selectors.matches import MatchNow, winner_of
from tournaments.models import Stage
from tournaments.templatetags.components import BoxView, Pill
from tournaments.templatetags.entrants import called
from tournaments.web.words import game_words, joined, live_words, match_words

# Maximum number of places in a column of a tree; a larger tree scrolls within its frame.
A_SCREEN = 16


@dataclass(frozen=True)
class Spot:
    """A match box in a column, with CSS classes for its lines and for the path of the followed team.

    `rests` contains the names of the teams that have a bye now and play in the next match.
    """

    classes: str
    box: BoxView | None
    rests: Sequence[str] = ()


@dataclass(frozen=True)
class PairView:
    """Two matches whose winners play each other next, and the state of that next match as text."""

    spots: tuple[Spot, ...]
    decided: bool
    then: SafeString | str


@dataclass(frozen=True)
class ColumnView:
    """One round of a bracket tree."""

    name: str
    beside_name: str
    now: bool
    pairs: tuple[PairView, ...]
    beside: tuple[BoxView, ...]
    passing: tuple[str, ...]


@dataclass(frozen=True)
class Champions:
    """The champions at the end of the bracket, or a placeholder text until the final is decided."""

    name: str
    words: str


@dataclass(frozen=True)
class TreeView:
    """A tree of the bracket: its name (if there are several trees), its rounds and its champions."""

    number: int
    name: str
    classes: str
    now: bool
    columns: tuple[ColumnView, ...]
    champions: Champions | None


@dataclass(frozen=True)
class BracketView:
    """The trees of a bracket page, and the links to other rounds, trees and parts."""

    trees: tuple[TreeView, ...]
    pills: tuple[Pill, ...]
    rounds: tuple[Pill, ...]
    parts: tuple[Pill, ...]
    large: bool
    follow_query: str


def bracket_view(bracket: BracketNow) -> BracketView:
    """Return the template context of a bracket page."""
    shown_matches = [
        match for tree in bracket.shown_trees for column in tree.columns for match in _matches(column)
    ]
    drawing = BoxDrawing(bracket.stage, len(bracket.rounds), shown_matches, bracket.path, bracket.trees)
    alone = len(bracket.shown_trees) < len(bracket.trees.trees)
    window, query = bracket.shown_trees[0].window, _query(bracket, alone=alone)
    trees = tuple(_tree(drawing, bracket, tree) for tree in bracket.shown_trees)
    part = f"parte={window.part}&" if window.parts > 1 else ""
    return BracketView(
        trees=trees,
        pills=_tree_pills(bracket) if alone else (),
        rounds=_rounds_of_tree(bracket) if alone else round_pills(bracket.rounds, bracket.current),
        parts=part_pills(
            query, window.part, [_("Part %(part)s") % {"part": part} for part in range(1, window.parts + 1)]
        ),
        large=alone or any("large" in tree.classes for tree in trees),
        follow_query=f"{query}&{part}",
    )


def _query(bracket: BracketNow, *, alone: bool) -> str:
    """Return the query string that selects the shown round and tree, without the part number."""
    tree = f"&albero={bracket.shown_trees[0].part.number}" if alone else ""
    return f"?turno={bracket.current}{tree}"


def _matches(column: ColumnNow) -> list[MatchNow]:
    return [*(match for pair in column.pairs for match in pair if match), *column.beside, *column.passing]


def stage_words(stage: Stage, rounds: Sequence[RoundNow]) -> str:
    """Return the status of a stage as text; before all given rounds are over, the number of live matches.

    Afterwards the text is “The tournament is over”, “This stage is over” or “The round is over”.
    """
    if not all(each.over for each in rounds):
        return live_words(sum(each.live for each in rounds))
    if stage.tournament.state == "over":
        return _("The tournament is over")
    return _("This stage is over") if stage.state == "over" else _("The round is over")


def _tree(drawing: BoxDrawing, bracket: BracketNow, tree: TreeNow) -> TreeView:
    several = len(bracket.trees.trees) > 1
    places = sum(len(pair) for pair in tree.columns[0].pairs)
    opened = tree.part.tree.columns[column_at(tree.part.tree, bracket.current)]
    champions = _champions(bracket, tree)
    classes = [
        *(["large"] if tree.window.parts > 1 or places > A_SCREEN else []),
        *(["ends"] if champions else []),
        *(["short"] if several and len(tree.part.tree.columns[0].places) == 1 else []),
        *(["deep"] if tree.columns[-1].beside else []),
    ]
    return TreeView(
        number=tree.part.number,
        name=say(FORMATS[drawing.stage.format].tree_name(tree.part.tree.first)) if several else "",
        classes=" ".join(["bracket", *classes]),
        now=len(bracket.shown_trees) == 1 or opened.round == bracket.current,
        columns=tuple(
            _column(drawing, tree, number, now=column.column == opened)
            for number, column in enumerate(tree.columns)
        ),
        champions=champions,
    )


def _column(drawing: BoxDrawing, tree: TreeNow, number: int, *, now: bool) -> ColumnView:
    column, following = tree.columns[number], tree.columns[number + 1 : number + 2]
    rests = _rests(drawing, column, following[0]) if following else {}
    starts = accumulate((len(pair) for pair in column.pairs), initial=0)
    names, columns = FORMATS[drawing.stage.format].column_name, len(tree.part.tree.columns)
    return ColumnView(
        name=say(names(column.column.matches[0], column.number, columns)),
        beside_name=_beside_name(drawing, column),
        now=now,
        pairs=tuple(
            _pair(drawing, pair, last=not following, rests=[rests.get(start + place, []) for place in (0, 1)])
            for start, pair in zip(starts, column.pairs, strict=False)
        ),
        beside=tuple(box_view(drawing, match) for match in column.beside),
        passing=tuple(side.team.name for match in column.passing for side in match.sides if side.team),
    )


def _rests(drawing: BoxDrawing, column: ColumnNow, following: ColumnNow) -> dict[int, list[str]]:
    seats = {match.match.label: place for place, match in enumerate(chain(*following.pairs)) if match}
    each_its_own = sum(map(len, column.pairs)) > sum(map(len, following.pairs))
    onward, names_by_place = drawing.trees.onward if drawing.trees else {}, defaultdict[int, list[str]](list)
    for match in column.passing:
        target = onward.get(match.match.label)
        if target and target.match in seats:
            seat = seats[target.match]
            names = [side.team.name for side in match.sides if side.team]
            names_by_place[2 * seat + target.side if each_its_own else seat] += names
    return names_by_place


def _beside_name(drawing: BoxDrawing, column: ColumnNow) -> str:
    if drawing.trees and drawing.trees.final in column.column.places:
        numbers = range(1, len(drawing.targets) + 1)
        return ", ".join(_short_game(number, drawing.targets) for number in numbers)
    entered = called("count", drawing.stage.tournament, count=column.column.entrants)
    resting = len(column.column.passing)
    rest = ngettext("%(count)d with a bye", "%(count)d with byes", resting) % {"count": resting}
    return joined(entered, rest if resting else "")


def _short_game(number: int, targets: Sequence[int]) -> str:
    named = number >= len(targets) > 1  # the decider, or the hand that decides by time
    return game_words(number, targets) if named else _("to %(target)s") % {"target": targets[number - 1]}


def _pair(
    drawing: BoxDrawing, pair: tuple[MatchNow | None, ...], *, last: bool, rests: Sequence[Sequence[str]]
) -> PairView:
    matches = [match for match in pair if match]
    return PairView(
        spots=tuple(
            replace(_spot(drawing, match, alone=len(pair) == 1 and not last), rests=resting)
            if match
            else Spot("m bye", None, resting)
            for match, resting in zip(pair, rests, strict=False)
        ),
        decided=all(match.decided for match in matches),
        then=_then(drawing, matches[0]) if matches else "",
    )


def _spot(drawing: BoxDrawing, match: MatchNow, *, alone: bool) -> Spot:
    label = match.match.label
    onward = drawing.trees.onward.get(label) if drawing.trees else None
    classes = ["m", *_lines_in(drawing, match)]
    if match.decided:
        classes.append("done")
    if onward and drawing.on_the_way(label, onward.match):
        classes.append("path")
    if onward and alone:
        classes.append(f"t{onward.side}")
    return Spot(" ".join(classes), box_view(drawing, match))


def _lines_in(drawing: BoxDrawing, match: MatchNow) -> list[str]:
    classes = []
    for side in match.sides:
        feeder = drawing.fed_by(match.match.label, side)
        if feeder is None:
            classes.append(f"no{side.side}")
        elif feeder.decided:
            classes.append(f"in{side.side}")
        if feeder and drawing.on_the_way(side.source_label, match.match.label):
            classes.append(f"path{side.side}")
    return classes


def _then(drawing: BoxDrawing, match: MatchNow) -> SafeString | str:
    following = drawing.after(match.match.label)
    if following is None:
        return ""
    name = match_words(drawing.stage, following.match.label, drawing.rounds)
    state, table = following.match.state, following.match.table
    if state in IN_PLAY:
        return format_html(_("{match}: <b>in play at table {table}</b>"), match=name, table=table)
    if state == "ready" and table:
        return format_html(_("{match}: <b>called to table {table}</b>"), match=name, table=table)
    return _meeting(name, following)


def _meeting(name: str, following: MatchNow) -> SafeString | str:
    won = [side.team.name for side in following.sides if side.team and side.won]
    if won:
        return format_html(_("{match}: won by <b>{team}</b>"), match=name, team=won[0])
    team_names = [side.team.name for side in following.sides if side.team]
    if len(team_names) == 1 and not following.decided:
        return format_html(_("{match}: <b>{team}</b> are waiting"), match=name, team=team_names[0])
    if len(team_names) > 1:
        return format_html(_("{match}: <b>waiting for a table</b>"), match=name)
    return name


def _rounds_of_tree(bracket: BracketNow) -> tuple[Pill, ...]:
    part = bracket.shown_trees[0].part
    names, columns = FORMATS[bracket.stage.format].column_name, part.tree.columns
    opened = columns[column_at(part.tree, bracket.current)].round
    return tuple(
        Pill(
            say(names(column.matches[0], number, len(columns))),
            f"?turno={column.round}&albero={part.number}",
            column.round == opened,
        )
        for number, column in enumerate(columns, start=1)
    )


def _tree_pills(bracket: BracketNow) -> tuple[Pill, ...]:
    name = FORMATS[bracket.stage.format].tree_name
    current_number = bracket.shown_trees[0].part.number
    return tuple(
        Pill(say(name(tree.first)), f"?turno={bracket.current}&albero={number}", number == current_number)
        for number, tree in enumerate(bracket.trees.trees, start=1)
    )


def _champions(bracket: BracketNow, tree: TreeNow) -> Champions | None:
    ends = (match for pair in tree.columns[-1].pairs for match in pair if match)
    final = next((match for match in ends if match.match.label == bracket.trees.final), None)
    if final is None:
        return None
    if champion := winner_of(final):
        return Champions(champion.name, "")
    words = _("nobody won the final") if final.decided else _("known after the final")
    return Champions("", words)
