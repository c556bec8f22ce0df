"""The wall page after the end of a tournament: champions, podium and final standings (mock-up 34)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.format_parts.round_names import THIRD_PLACE, round_name
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.final_places import final_places
from tournaments.competition.standings.tables import Row
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.models import Match, Stage
from tournaments.permissions import counting
from tournaments.standings.public.numbers import by_net, cells_of, columns_of
from tournaments.standings.selectors import StandingsNow, standings_now, standings_of
from tournaments.wall.rules import in_pages
from tournaments.wall.selectors import last_match
from tournaments.web.match_names import in_round_words
from tournaments.web.words import clock, day

PODIUM_PLACES = 3
MAX_STEPS = 4  # two third places are shown side by side
ONE_COLUMN = 14  # rows with their numbers on one page
TWO_COLUMNS = 28  # rows on one page without numbers
PAGE_LINES = 17  # lines of shared places on a page
GROUPS_ALONE = 4  # with more groups, several are on one page
LINES_ALONE = 1.7  # lines that an unshared place takes


class PodiumStep(NamedTuple):
    """A step of the podium: place, name, and a detail such as the result of the final."""

    place: int
    name: str
    detail: str


class PlaceLine(NamedTuple):
    """A line of the final standings: place, name, and the number that determines the place."""

    place: str
    name: str
    number: str


class SharedPlace(NamedTuple):
    """A block of names under a heading: entrants eliminated in the same round, or all entrants of a group.

    `place` is the first of the places that the eliminated entrants share; it is empty for a group.
    """

    place: str
    words: str
    names: Sequence[str]

    @property
    def lines(self) -> int:
        """The number of lines on the wall page: two for the heading, and one for every two names."""
        return 2 + (len(self.names) + 1) // 2


class EndPage(NamedTuple):
    """One page of the final standings."""

    title: str
    rows: Sequence[PlaceLine]
    unit: str = ""
    shared: Sequence[SharedPlace] = ()


def ending(stage: Stage, rounds: int) -> dict[str, Any]:
    """Return the podium and the pages of the final standings. At most fifteen queries."""
    now = standings_now(stage)
    names = {str(pk): name for pk, name in stage.tournament.teams.values_list("pk", "name")}
    numbers = _numbers(stage, now)
    pages = list(_pages(stage, now, names, numbers, rounds))
    return {
        "steps": [] if now.groups else _podium(stage, now, names, numbers, rounds),
        "end_pages": pages,
    }


def around_the_end(stage: Stage) -> dict[str, str]:
    """Return the end time of the stage as text, and the name and day of the next tournament. One query."""
    coming = counting().filter(state="entries", starts_at__gt=timezone.now()).order_by("starts_at").first()
    return {
        "finished": clock(stage.over_at),
        "next_day": day(coming.starts_at) if coming else "",
        "next_name": coming.name if coming else "",
    }


def _numbers(stage: Stage, now: StandingsNow) -> Mapping[str, str]:
    """Return a text for each entrant in the final standings.

    In a bracket, the text is the number of matches won, otherwise the first column of the standings.
    """
    rows = [row for group in now.groups.values() for row in group] or now.rows
    if FORMATS[stage.format].bracket:
        return {
            row.entrant: ngettext("%(count)d won", "%(count)d won", row.tally.won) % {"count": row.tally.won}
            for row in rows
        }
    columns, net = columns_of(stage)[:1], by_net(stage)
    return {row.entrant: cells_of(row, columns, net=net)[0].text for row in rows}


def _podium(
    stage: Stage, now: StandingsNow, names: Mapping[str, str], numbers: Mapping[str, str], rounds: int
) -> list[PodiumStep]:
    """Return the podium steps: second, first, third place. Empty if too many entrants share a place."""
    rows = list(takewhile(lambda row: row.place <= PODIUM_PLACES, now.rows))
    if len(rows) > MAX_STEPS or sum(row.place == 1 for row in rows) > 1:
        return []
    details = _details(stage) if FORMATS[stage.format].bracket else {}
    if _is_one_tree(stage):
        shared = {row.entrant for row in rows if _shares(now, row)}
        details |= dict.fromkeys(shared - details.keys(), in_round_words(stage, rounds - 1, rounds))
    steps = [
        PodiumStep(row.place, names[row.entrant], details.get(row.entrant, numbers[row.entrant]))
        for row in rows
    ]
    first = [step for step in steps if step.place == 1]
    second = [step for step in steps if step.place == 2]
    return [*second, *first, *(step for step in steps if step.place == PODIUM_PLACES)]


def _details(stage: Stage) -> dict[str, str]:
    """Return the results of the final and of the match for third place as text, by entrant. Six queries."""
    final = last_match(stage)
    third = with_sides(Match.objects.filter(stage=stage, label=THIRD_PLACE))[:1]
    details: dict[str, str] = {}
    for match in (final, *(match_now(each) for each in third)):
        if match is not None and match.games and len(match.sides) == 2:
            details |= _of_match(match, is_final=match is final)
    return details


def _of_match(match: MatchNow, *, is_final: bool) -> Iterator[tuple[str, str]]:
    for side, other in (match.sides, match.sides[::-1]):
        if side.team is None:
            continue
        values = {"won": side.games_won, "lost": other.games_won, "team": other.name}
        if is_final and side.won:
            pairs = zip(side.scores, other.scores, strict=True)
            words = " · ".join(f"{real(points)}–{real(other_points)}" for points, other_points in pairs)
        elif is_final:
            words = _("%(won)s to %(lost)s in the final") % values
        else:
            words = _("%(won)s to %(lost)s against %(team)s") % values
        yield str(side.team.pk), words


def _pages(
    stage: Stage,
    now: StandingsNow,
    names: Mapping[str, str],
    numbers: Mapping[str, str],
    rounds: int,
) -> Iterator[EndPage]:
    def lines(rows: Sequence[Row]) -> list[PlaceLine]:
        return [PlaceLine(str(row.place), names[row.entrant], numbers[row.entrant]) for row in rows]

    unit = "" if FORMATS[stage.format].bracket else str(columns_of(stage)[0].name)

    if now.groups:
        groups = {_("Group %(key)s") % {"key": key}: lines(rows) for key, rows in now.groups.items()}
        yield from _pages_of_groups(groups, unit)
        return
    title = _("Final standings")
    alone = list(takewhile(lambda row: not _shares(now, row), now.rows))
    more = list(_out_before(stage, now, names))
    if len(alone) == len(now.rows) and (not more or len(alone) * LINES_ALONE > PAGE_LINES):
        size = ONE_COLUMN if len(now.rows) <= ONE_COLUMN else TWO_COLUMNS
        yield from (EndPage(title, page, unit) for page in in_pages(lines(now.rows), size))
    else:
        shared = [*_shared(stage, now, names, rounds, now.rows[len(alone) :]), *more]
        first, more = _fitting(shared, PAGE_LINES - int(len(alone) * LINES_ALONE))
        yield EndPage(title, lines(alone), shared=first)
    while more:
        first, more = _fitting(more, PAGE_LINES)
        yield EndPage(title, (), shared=first)


def _pages_of_groups(groups: Mapping[str, Sequence[PlaceLine]], unit: str) -> Iterator[EndPage]:
    """Yield a page for each group or, if there are many groups, pages with several groups."""
    if len(groups) <= GROUPS_ALONE:
        for title, rows in groups.items():
            yield from (EndPage(title, page, unit) for page in in_pages(rows, ONE_COLUMN))
        return
    blocks = [
        SharedPlace("", title, [f"{row.place} {row.name}" for row in block])
        for title, rows in groups.items()
        for block in in_pages(rows, (PAGE_LINES - 2) * 2)
    ]
    while blocks:
        first, blocks = _fitting(blocks, PAGE_LINES)
        yield EndPage(_("Final standings"), (), shared=first)


def _shares(now: StandingsNow, row: Row) -> bool:
    span = now.placing.get(row.entrant)
    return span is not None and span.first != span.last


def _shared(
    stage: Stage, now: StandingsNow, names: Mapping[str, str], rounds: int, rows: Sequence[Row]
) -> Iterator[SharedPlace]:
    """Yield blocks of entrants eliminated in the same round; every block fits on a page."""
    for place, together in groupby(rows, key=lambda row: row.place):
        entrants = [names[row.entrant] for row in together]
        words = _went_out(stage, place, rounds)
        for block in in_pages(entrants, (PAGE_LINES - 2) * 2):
            yield SharedPlace(str(place), words, block)


def _out_before(stage: Stage, now: StandingsNow, names: Mapping[str, str]) -> Iterator[SharedPlace]:
    """Yield blocks of entrants eliminated in earlier stages, latest stage first; every block fits on a page.

    Entrants of a stage are in the order of `final_places`. Three queries if there are earlier stages.
    """
    earlier = list(Stage.objects.filter(tournament=stage.tournament_id, number__lt=stage.number))
    for each in earlier:
        each.tournament = stage.tournament
    standings = standings_of(earlier) if earlier else {}
    tables = [*(standings[each.pk] for each in earlier), now]
    places = final_places([{row.entrant: row.place for row in table.rows} for table in tables])
    later = {row.entrant for row in now.rows}
    for each in reversed(earlier):
        entrants = {row.entrant for row in standings[each.pk].rows} - later
        later |= entrants
        values = {"stage": each.number, "format": say(Sentence(FORMATS[each.format].name))}
        words = _("out after stage %(stage)s, %(format)s") % values
        for block in in_pages([entrant for entrant in places if entrant in entrants], (PAGE_LINES - 2) * 2):
            yield SharedPlace(str(places[block[0]]), words, [names[entrant] for entrant in block])


def _went_out(stage: Stage, place: int, rounds: int) -> str:
    """Return a text such as "went out in the quarter-finals" for a shared place; empty if unknown."""
    power, rest = (place - 1).bit_length() - 1, (place - 1) & (place - 2)
    if rest or not _is_one_tree(stage):
        return ""
    return _("went out %(in_the_round)s") % {"in_the_round": in_round_words(stage, rounds - power, rounds)}


def _is_one_tree(stage: Stage) -> bool:
    """Return True if the stage is one bracket whose rounds are named by their distance from the final."""
    return FORMATS[stage.format].round_name is round_name


def _fitting(blocks: Sequence[SharedPlace], lines: int) -> tuple[list[SharedPlace], list[SharedPlace]]:
    """Return the first blocks that fit into the given number of lines, and the remaining blocks."""
    count, used = 0, 0
    for block in blocks:
        used += block.lines
        if used > lines:
            break
        count += 1
    return [*blocks[:count]], [*blocks[count:]]
