"""The groups of a stage, each with a cross table, and the explanation of why a team is ahead of another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from scoring.templatetags.sheet import signed
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.standings.qualifying import CutLine, QualifyingTerms, cut_line
from tournaments.competition.standings.tables import MATCH_POINTS, Group, Row, TieBreakStep
from tournaments.competition.standings.tiebreaks import TIE_BREAKS, Display
from tournaments.competition.types import EntrantId
from tournaments.matches.selectors.bracket import IN_PLAY
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.models import Match, Stage, Team, Tournament
from tournaments.standings.public.numbers import (
    GAMES,
    by_net,
    cells_between,
    games_column,
    in_halves,
    parting_columns,
    result_of,
    value_words,
)
from tournaments.standings.selectors import StandingsNow, held_now, why_ahead
from tournaments.web.number_cells import NumberCell, NumberColumn, ResultView
from tournaments.web.words import LEAVING_WORDS, short_names


def after_words(turn: int) -> str:
    """Return the heading of the standings after a round."""
    return _("Standings after round %(after)s") % {"after": turn}


def nobody_words(tournament: Tournament) -> str:
    """Return the text for a finished tournament whose champions are not shown."""
    if held_now(tournament.shown_stage()):
        return _("Over: the champions are revealed at the prize-giving")
    return _("Over, without champions")


class WhyQuestion(NamedTuple):
    """One tie-break of a comparison: the values of both teams, or the reason why it does not count."""

    name: str
    note: str
    first: str
    second: str
    words: str
    decides: bool


@dataclass(frozen=True)
class WhyView:
    """The comparison of a team with the team below it."""

    first: Team
    second: Team
    heads: tuple[str, ...]
    lines: tuple[WhyQuestion, ...]
    # The key of the deciding tie-break; empty if the teams are tied.
    deciding: str
    at_once: bool

    @property
    def last(self) -> WhyQuestion:
        """The last tie-break of the comparison."""
        return self.lines[-1]

    @property
    def by_lot(self) -> bool:
        """True if a lot decides the comparison."""
        return self.deciding in TIE_BREAKS and TIE_BREAKS[self.deciding].display is Display.PLACE


class Why(NamedTuple):
    """A request for a comparison: the team, the round (None for now), and whether withheld results count."""

    team: str
    after: int | None = None
    withheld_too: bool = False


def why_view(
    stages: Sequence[Stage], rows: Sequence[Row], question: Why, ordered: Group = ()
) -> WhyView | None:
    """Compare a team with the team below it, or the last team with the team above it.

    Return None if the team has no row or is the only team. At most five queries.
    """
    place = next((place for place, row in enumerate(rows) if row.entrant == question.team), None)
    if place is None or len(rows) < 2:
        return None
    upper = min(place, len(rows) - 2)
    ids = [rows[upper].entrant, rows[upper + 1].entrant]
    teams = Team.objects.in_bulk(ids)
    named = {str(pk): team for pk, team in teams.items()}
    first, second = (named[each] for each in ids)
    both = EntrantId(str(first.pk)), EntrantId(str(second.pk))
    steps = why_ahead(stages, *both, ordered, question.after, withheld_too=question.withheld_too)
    return _compared(stages, first, second, steps)


def _compared(stages: Sequence[Stage], first: Team, second: Team, steps: Sequence[TieBreakStep]) -> WhyView:
    parted = steps[-1].first != steps[-1].second
    net = by_net(stages[-1])
    return WhyView(
        first=first,
        second=second,
        heads=short_names((first.name, second.name)),
        lines=tuple(_line(step, net, decides=parted and step is steps[-1]) for step in steps),
        deciding=steps[-1].key if parted else "",
        at_once=len(steps) == 1,
    )


def _line(step: TieBreakStep, net: bool, *, decides: bool) -> WhyQuestion:
    among = step.among and step.counts and len(step.level) > 2
    return WhyQuestion(
        name=_("Net") if net and step.key == MATCH_POINTS.key else say(Sentence(step.name)),
        note=_("among the %(count)s who are level") % {"count": len(step.level)} if among else "",
        first=value_words(step.key, step.first, net=net),
        second=value_words(step.key, step.second, net=net),
        words="" if decides else _missing_value_words(step),
        decides=decides,
    )


def _missing_value_words(step: TieBreakStep) -> str:
    """Return the reason why a tie-break does not count; empty if the tie-break counts."""
    if not step.counts:
        if len(step.level) == 2:
            return _("have not met")
        return _("not all %(count)s who are level have met") % {"count": len(step.level)}
    if step.key in TIE_BREAKS and TIE_BREAKS[step.key].display is Display.PLACE:
        return _("no lot drawn")
    return ""


GROUPS_A_PAGE = 8
# Maximum number of teams whose cross table fits in half a page.
FITS_BESIDE = 6

# The matches between each pair of teams, by the two entrants.
Meetings = Mapping[frozenset[str], Sequence[MatchNow]]


@dataclass(frozen=True)
class GroupRow:
    """One row of a cross table: the place of a team, its results against each opponent, and the totals."""

    place: int
    team: Team
    # Results against each team in the order of the table; None in the team's own column.
    results: tuple[tuple[ResultView, ...] | None, ...]
    numbers: tuple[NumberCell, ...]
    points: str
    goes_on: bool
    mark: str
    # How the team left the stage, in words; empty if it has not left.
    withdrawal: str


def group_views(  # a page of standings depends on all of these
    stage: Stage,
    now: StandingsNow,
    page: int,
    why: Why,
    terms: QualifyingTerms | None,
    next_entrants: frozenset[EntrantId] | None,
) -> dict[str, Any]:
    """Return a page of groups. Four queries, and three or four more for the comparison of two teams.

    `terms` are the terms of qualification from each group; None if nobody qualifies. `next_entrants` contains
    the teams in the draw of the next stage; None before that draw.
    """
    group_page: Page[str] = Paginator(list(now.groups), GROUPS_A_PAGE).get_page(page)
    keys = list(group_page.object_list)
    ids = [row.entrant for key in keys for row in now.groups[key]]
    teams = {str(team.pk): team for team in Team.objects.filter(pk__in=ids)}
    matches = [match_now(row) for row in with_sides(Match.objects.filter(stage=stage, group__in=keys))]
    return {
        "crosses": [
            Cross(
                stage,
                key,
                now.groups[key],
                teams,
                [each for each in matches if each.match.group == key],
                now.withdrawals,
                terms,
                next_entrants,
                why_view([stage], now.groups[key], why, tuple(row.entrant for row in now.groups[key])),
            )
            for key in keys
        ],
        "by_net": by_net(stage),
        "page": group_page,
    }


@dataclass(frozen=True, eq=False)
class Cross:
    """A group with its cross table and its matches."""

    stage: Stage
    key: str
    standings: Sequence[Row]
    teams: Mapping[str, Team]
    matches: Sequence[MatchNow]
    # The kind of withdrawal of each team that left the stage.
    withdrawals: Mapping[EntrantId, str]
    terms: QualifyingTerms | None
    # The teams in the draw of the next stage; None before that draw.
    next_entrants: frozenset[EntrantId] | None
    why: WhyView | None

    @property
    def broad(self) -> bool:
        """True if the cross table needs the full width of the page."""
        return len(self.standings) > FITS_BESIDE

    @cached_property
    def line(self) -> CutLine:
        """The qualifying line in the current standings."""
        return cut_line(self.standings, self.terms) if self.terms else CutLine(0)

    @property
    def level(self) -> bool:
        """True if only a lot can decide which entrants qualify."""
        return self.line.level and not self._undecided

    @cached_property
    def parting(self) -> Mapping[str, NumberColumn]:
        """The columns of the tie-breaks that separate teams with equal match points, by key."""
        return {column.key: column for column in parting_columns(self.standings)}

    @cached_property
    def columns(self) -> tuple[NumberColumn, ...]:
        """The columns before the match points: games, and the tie-breaks that separate teams."""
        games = {} if by_net(self.stage) else {GAMES: games_column()}
        return tuple((games | {**self.parting} | games).values())

    @cached_property
    def rows(self) -> tuple[GroupRow, ...]:
        """The rows of the cross table in order."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[GroupRow]:
        marks = {str(self.why.first.pk): "sel", str(self.why.second.pk): "up"} if self.why else {}
        meetings, net = self._meetings(), by_net(self.stage)
        for place, row in enumerate(self.standings, start=1):
            team = self.teams[row.entrant]
            against = (
                None if other.entrant == row.entrant else meetings[frozenset((row.entrant, other.entrant))]
                for other in self.standings
            )
            opponents = (self.teams[other.entrant].name for other in self.standings)
            mark = marks.get(row.entrant, "")
            yield GroupRow(
                place=row.place,
                team=team,
                results=tuple(
                    None
                    if matches is None
                    else tuple(result_of(match, team, name, net=net) for match in matches)
                    for matches, name in zip(against, opponents, strict=True)
                ),
                numbers=cells_between(
                    row, self.columns, self.parting, self.why.deciding if self.why and mark else ""
                ),
                points=signed(int(row.match_points)) if net else in_halves(row.match_points),
                goes_on=self._goes_on(place, row.entrant),
                mark=mark,
                withdrawal=str(LEAVING_WORDS.get(self.withdrawals.get(row.entrant, ""), "")),
            )

    def _goes_on(self, place: int, entrant: EntrantId) -> bool:
        if self.next_entrants is not None:
            return entrant in self.next_entrants
        return place <= self.line.above and entrant not in self.withdrawals

    def _meetings(self) -> Meetings:
        meetings: dict[frozenset[str], list[MatchNow]] = defaultdict(list)
        for match in sorted(self.matches, key=lambda match: match.match.round):
            meetings[frozenset(str(side.team.pk) for side in match.sides if side.team)].append(match)
        return meetings

    @property
    def live(self) -> str:
        """The number of matches in play as a phrase; empty if there are none."""
        count = sum(match.match.state in IN_PLAY for match in self.matches)
        words = ngettext("%(count)d match in play", "%(count)d matches in play", count)
        return words % {"count": count} if count else ""

    @property
    def to_come(self) -> str:
        """The number of undecided matches as a phrase; empty if there are none."""
        words = ngettext("%(count)d match to be played", "%(count)d matches to be played", self._undecided)
        return words % {"count": self._undecided} if self._undecided else ""

    @property
    def begun(self) -> bool:
        """True if at least one match of the group is decided."""
        return any(match.decided and not match.bye for match in self.matches)

    @property
    def _undecided(self) -> int:
        """The number of undecided matches, without byes."""
        return sum(not match.decided and not match.bye for match in self.matches)
