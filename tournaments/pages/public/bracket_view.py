"""The bracket as it is read: columns, boxes and lines with their words; a template decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.translation import say
from tournaments.pages.public.boxes import BoxView, Drawing, box_view, winner_of
from tournaments.pages.public.words import game_words, live_words, match_words
from tournaments.selectors.bracket import IN_PLAY, LONGEST_COLUMN, BracketNow, Column, RoundNow, tree_size
from tournaments.selectors.matches import MatchNow
from tournaments.templatetags.entrants import called


@dataclass(frozen=True)
class Spot:
    """A place in a column, and which of the lines around it are decided or followed."""

    classes: str
    box: BoxView | None


@dataclass(frozen=True)
class PairView:
    """Two matches whose winners meet, and what is known of that meeting."""

    spots: tuple[Spot, ...]
    done: bool
    then: SafeString | str


@dataclass(frozen=True)
class ColumnView:
    """A round."""

    number: int
    name: str
    beside_name: str
    now: bool
    pairs: tuple[PairView, ...]
    beside: tuple[BoxView, ...]
    passing: tuple[str, ...]


@dataclass(frozen=True)
class Pill:
    """A way to another round or another part."""

    query: str
    name: str
    count: str
    current: bool


@dataclass(frozen=True)
class Champions:
    """What stands at the end of the bracket: the team, or words until there is one."""

    name: str
    words: str


@dataclass(frozen=True)
class BracketView:
    """The whole of what is shown."""

    columns: tuple[ColumnView, ...]
    rounds: tuple[Pill, ...]
    parts: tuple[Pill, ...]
    champions: Champions | None
    large: bool
    turn: int
    follow_query: str


def bracket_view(bracket: BracketNow) -> BracketView:
    """Put a bracket into words."""
    shown = [match for column in bracket.columns for match in _matches(column)]
    drawing = Drawing(bracket.stage, len(bracket.rounds), shown, bracket.path)
    return BracketView(
        columns=tuple(
            _column(drawing, column, now=column.round.number == bracket.current) for column in bracket.columns
        ),
        rounds=round_pills(bracket.rounds, bracket.current),
        parts=part_pills(bracket.current, bracket.window.part, bracket.window.parts),
        champions=_champions(bracket),
        large=bracket.window.parts > 1 or len(bracket.columns[0].pairs) > LONGEST_COLUMN // 4,
        turn=bracket.current,
        follow_query=f"?turno={bracket.current}&"
        + (f"parte={bracket.window.part}&" if bracket.window.parts > 1 else ""),
    )


def _matches(column: Column) -> list[MatchNow]:
    return [*(match for pair in column.pairs for match in pair if match), *column.beside, *column.passing]


def stage_words(rounds: Sequence[RoundNow]) -> str:
    """Say how the stage stands as a whole."""
    if all(each.over for each in rounds):
        return _("The tournament is over")
    return live_words(sum(each.live for each in rounds))


def _column(drawing: Drawing, column: Column, *, now: bool) -> ColumnView:
    round_now = column.round
    return ColumnView(
        number=round_now.number,
        name=say(round_now.name),
        beside_name=_beside_name(drawing, column),
        now=now,
        pairs=tuple(_pair(drawing, column, pair) for pair in column.pairs),
        beside=tuple(box_view(drawing, match) for match in column.beside),
        passing=tuple(side.team.name for match in column.passing for side in match.sides if side.team),
    )


def _beside_name(drawing: Drawing, column: Column) -> str:
    """How many enter the round; at the final, how far its games go."""
    if column.round.number == drawing.rounds:
        numbers = range(1, len(drawing.targets) + 1)
        return ", ".join(_short_game(number, drawing.targets) for number in numbers)
    teams = 2 * tree_size(drawing.rounds, column.round.number) - column.round.byes * (
        column.round.number == 1
    )
    return called("count", drawing.stage.tournament, count=teams)


def _short_game(number: int, targets: Sequence[int]) -> str:
    named = number >= len(targets) > 1  # the decider, or the hand that decides by time
    return game_words(number, targets) if named else _("to %(target)s") % {"target": targets[number - 1]}


def _pair(drawing: Drawing, column: Column, pair: tuple[MatchNow | None, ...]) -> PairView:
    known = [match for match in pair if match]
    return PairView(
        spots=tuple(_spot(drawing, match, alone=len(pair) == 1) for match in pair),
        done=all(match.decided for match in known),
        then=_then(drawing, known[0]) if known else "",
    )


def _spot(drawing: Drawing, match: MatchNow | None, *, alone: bool) -> Spot:
    if match is None:
        return Spot("m bye", None)
    number, round_number = match.match.number, match.match.round
    classes = ["m", *_lines_in(drawing, match)]
    if match.decided:
        classes.append("done")
    if drawing.joins(round_number, number):
        classes.append("path")
    if alone and round_number < drawing.rounds:
        classes.append(f"t{1 - number % 2}")
    return Spot(" ".join(classes), box_view(drawing, match))


def _lines_in(drawing: Drawing, match: MatchNow) -> list[str]:
    """The lines that come to a match: none from a bye of the draw, solid from a decided one."""
    classes = []
    for side in match.sides:
        before = (match.match.round - 1, 2 * match.match.number - 1 + side.side)
        feeder = drawing.by_spot.get(before)
        if feeder is None or (feeder.match.state == "bye" and feeder.match.round == 1):
            classes.append(f"no{side.side}")
        elif feeder.decided:
            classes.append(f"in{side.side}")
        if drawing.joins(*before):
            classes.append(f"path{side.side}")
    return classes


def _then(drawing: Drawing, match: MatchNow) -> SafeString | str:
    """Say what is known of the match where the winners of a pair meet."""
    following = drawing.by_spot.get((match.match.round + 1, (match.match.number + 1) // 2))
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
    known = [side.team.name for side in following.sides if side.team]
    if len(known) == 1 and not following.decided:
        return format_html(_("{match}: <b>{team}</b> are waiting"), match=name, team=known[0])
    if len(known) > 1:
        return format_html(_("{match}: <b>waiting for a table</b>"), match=name)
    return name


def round_pills(rounds: Sequence[RoundNow], current: int) -> tuple[Pill, ...]:
    """Return the ways to the other rounds."""
    return tuple(
        Pill(
            query=f"?turno={each.number}",
            name=say(each.name),
            count=f"{each.decided}/{each.matches}" if 0 < each.decided < each.matches else "",
            current=each.number == current,
        )
        for each in rounds
    )


def part_pills(current: int, shown: int, parts: int) -> tuple[Pill, ...]:
    """Return the ways to the other parts of what is too long for one page."""
    if parts == 1:
        return ()
    return tuple(
        Pill(f"?turno={current}&parte={part}", str(part), "", part == shown) for part in range(1, parts + 1)
    )


def _champions(bracket: BracketNow) -> Champions | None:
    final = bracket.last_match
    if final is None:
        return None
    if champion := winner_of(final):
        return Champions(champion.name, "")
    words = _("nobody won the final") if final.decided else _("known after the final")
    return Champions("", words)
