"""The standings page: the places, shared by tied teams, and the results of each team round by round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.format_parts.format import Placing
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.qualifying import QualifyingTerms, cut_line
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tables import Row
from tournaments.competition.types import EntrantId
from tournaments.matches.public.match_box import settled_view
from tournaments.matches.selectors.bracket import RoundNow, stage_rounds
from tournaments.matches.selectors.matches import MatchNow, match_now, settled_now, with_sides
from tournaments.models import Draw, Match, Stage, Team
from tournaments.rosters.selectors.roster import teams_gone
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, profile_of
from tournaments.standings import selectors
from tournaments.standings.public import numbers
from tournaments.standings.public.groups import Why, WhyView, group_views, why_view
from tournaments.templatetags.components import Pill, StandingView
from tournaments.templatetags.entrants import called
from tournaments.web.number_cells import NumberCell, NumberColumn, ResultView
from tournaments.web.words import LEAVING_WORDS, joined

A_PAGE = 64


class Turns(NamedTuple):
    """The paired rounds, the number of rounds to come, and the match of each team in each round."""

    rounds: Sequence[RoundNow] = ()
    to_come: int = 0
    played: Mapping[tuple[str, int], MatchNow] = {}


NO_TURNS = Turns()


def page_of(rows: Sequence[Row], number: int) -> Page[Row]:
    """Return one page of the rows of the standings."""
    return Paginator(rows, A_PAGE).get_page(number)


@dataclass(frozen=True, eq=False)
class StandingsTable:
    """A page of the standings of one or several stages; `placing` contains the final places in a bracket."""

    stages: Sequence[Stage]
    rows: Sequence[Row]
    page: Page[Row]
    placing: Mapping[str, Placing] | None = None
    why: WhyView | None = None
    turns: Turns = NO_TURNS
    cuts: Mapping[str, str] = field(default_factory=dict)

    def view(self) -> dict[str, Any]:
        """Return the template context of the standings table. At most two queries."""
        ids = [row.entrant for row in self.page.object_list]
        teams = {str(team.pk): team for team in Team.objects.filter(pk__in=ids)}
        return {
            "rows": [self._line(row, teams[row.entrant]) for row in self.page.object_list],
            "columns": self.columns,
            "turns": range(1, len(self.turns.rounds) + self.turns.to_come + 1),
            "page": self.page,
            "why": self.why,
        }

    @cached_property
    def columns(self) -> tuple[NumberColumn, ...]:
        """The numeric columns of the standings table."""
        return numbers.bracket_columns() if self._how_far else numbers.columns_of(self.stages[-1])

    @cached_property
    def _withdrawals(self) -> Mapping[UUID, str]:
        """The kind of withdrawal of each team that left. At most one query."""
        changed = any(stage.roster_changes for stage in self.stages)
        return teams_gone(self.stages[-1].tournament) if changed else {}

    @cached_property
    def _net(self) -> bool:
        return numbers.by_net(self.stages[-1])

    @cached_property
    def _how_far(self) -> bool:
        """True if the round reached decides the order, so that the standings table has no numeric columns."""
        return self.placing is not None and not self._net

    @cached_property
    def _level(self) -> Counter[int]:
        return Counter(row.place for row in self.rows)

    def _line(self, row: Row, team: Team) -> StandingView:
        marks = {self.why.first.pk: "sel", self.why.second.pk: "up"} if self.why else {}
        mark = marks.get(team.pk, "")
        place, shared = self._place(row)
        return StandingView(
            place=place,
            team=team,
            results=self._results(row, team),
            cells=self._cells(row, self.why.deciding if self.why and mark else ""),
            shared=shared,
            cut=self.cuts.get(row.entrant, ""),
            mark=mark,
            withdrawal=str(LEAVING_WORDS.get(self._withdrawals.get(team.pk, ""), "")),
        )

    def _results(self, row: Row, team: Team) -> tuple[ResultView, ...]:
        rounds, to_come, played = self.turns
        return (
            *(
                numbers.result_of(played.get((row.entrant, each.number)), team, say(each.name), net=self._net)
                for each in rounds
            ),
            *numbers.still_to_come(len(rounds), to_come),
        )

    def _cells(self, row: Row, deciding: str) -> tuple[NumberCell, ...]:
        if self._how_far:
            return numbers.bracket_cells(row)
        return numbers.cells_of(row, self.columns, net=self._net, deciding=deciding)

    def _place(self, row: Row) -> tuple[str, bool]:
        """Return the place and whether it is shared; the place is empty if the team is still in a bracket."""
        if self.placing is None:
            return str(row.place), self._level[row.place] > 1
        placing = self.placing.get(row.entrant)
        if placing is None:
            return "", False
        return place_text(row, placing), placing.first != placing.last


def place_text(row: Row, placing: Placing | None) -> str:
    """Return a place, or the range of places that teams eliminated together share."""
    if placing is None:
        return str(row.place)
    return str(placing.first) if placing.first == placing.last else f"{placing.first}–{placing.last}"


ALL_STAGES = "tutte"


class Query(NamedTuple):
    """The query string of a standings page: stage (or all stages), page, team to compare, and round."""

    stage: str = ""
    page: int = 1
    why: str = ""
    # The round after which the standings are shown; None for the current standings.
    after: int | None = None


class PageState(NamedTuple):
    """All stages, the query values of a standings page, and whether to show withheld results."""

    stages: Sequence[Stage]
    query: Query
    withheld_too: bool


def standings_view(current: Stage, question: Query, *, withheld_too: bool = False) -> dict[str, Any]:
    """Return the template context of the requested stage, by default of the current one.

    With `withheld_too` the withheld results are included, for the organisers.
    """
    tournament = current.tournament
    stages = list(tournament.stages.all())
    for each in stages:
        each.tournament = tournament
    overall = question.stage == ALL_STAGES and len(stages) > 1
    chosen = next((each for each in stages if str(each.number) == question.stage), None)
    stage = chosen or current
    page_state = PageState(stages, question, withheld_too)
    view: dict[str, Any] = _overall(page_state) if overall else _of_stage(stage, page_state)
    stamp = _stamp(stages) if overall else selectors.stamp_of(stage)
    parameters = f"fase={question.stage}&" if overall or chosen else ""
    now, past = f"?{parameters}", view.get("past")
    parameters += f"dopo={past}&" if past else ""
    return view | {
        "past_pills": _past_pills(now, past, view["held"], view.get("all_past", ())),
        "stages": _pills(stages, None if overall else stage),
        "now": now,
        "query": f"?{parameters}",
        "here": ""
        if view.get("by_bracket")
        else f"?{parameters}{f'pagina={question.page}&' if question.page > 1 else ''}",
        "stamp": stamp,
        "settled": settled_view(tournament, stamp.settled),
        "overall": overall,
        "held_for_others": _public_round(stages if overall else [stage]) if withheld_too else None,
        "over": _is_final(stage, stages) and not (overall or past or view["held"]),
        "format_name": "" if overall else say(Sentence(FORMATS[stage.format].name)),
    }


def _public_round(stages: Sequence[Stage]) -> int | None:
    """Return the round after which the public standings are withheld, or None."""
    return next(filter(None, map(selectors.held_now, stages)), None)


def _is_final(stage: Stage, stages: Sequence[Stage]) -> bool:
    return stage.state == "over" and stage.number == len(stages)


def _stamp(stages: Sequence[Stage]) -> selectors.Stamp:
    """Return the metadata of the combined standings: the counted results of all stages, and their status."""
    counted, outcome_count = (
        sum(getattr(each, seq) for each in stages) for seq in ("bracket_seq", "outcome_seq")
    )
    return selectors.Stamp(counted, counted == outcome_count, None, settled_now(stages[-1], timezone.now()))


def _pills(stages: Sequence[Stage], current: Stage | None) -> tuple[Pill, ...]:
    if len(stages) < 2:
        return ()
    often = Counter(stage.format for stage in stages)
    pills = []
    for stage in stages:
        name = say(Sentence(FORMATS[stage.format].name))
        label = f"{stage.number}. {name}" if often[stage.format] > 1 else name
        pills.append(Pill(label, f"?fase={stage.number}", current is not None and stage.pk == current.pk))
    return *pills, Pill(_("All together"), f"?fase={ALL_STAGES}", current is None)


def _past_pills(
    query: str, past: int | None, withheld_after: int | None, rounds: Sequence[int]
) -> tuple[Pill, ...]:
    ways = tuple(
        Pill(
            _("After round %(number)s") % {"number": each},
            f"{query}dopo={each}",
            each == (past or withheld_after),
        )
        for each in rounds
    )
    return (Pill(_("Now"), query, not past), *ways) if ways and not withheld_after else ways


def _overall(state: PageState) -> dict[str, Any]:
    """Return the template context of the combined standings of all stages."""
    stages, query, withheld_too = state
    now = selectors.overall_now(stages, withheld_too=withheld_too)
    page = page_of(now.rows, query.page)
    why = why_view(stages, now.rows, Why(query.why, withheld_too=withheld_too))
    table = StandingsTable(stages, now.rows, page, why=why)
    return table.view() | {
        "questions": numbers.questions(stages[-1], overall=True),
        "held": now.withheld_after,
        "results": now.results,
    }


def _of_stage(stage: Stage, state: PageState) -> dict[str, Any]:
    stages, query, withheld_too = state
    requested_round = _past(stage, stage_rounds(stage), query.after) if query.after else None
    now = selectors.standings_now(stage, requested_round, withheld_too=withheld_too)
    past = min(filter(None, (requested_round, now.withheld_after)), default=None)
    following = next((each for each in stages if each.number == stage.number + 1), None)
    terms = selectors.terms_of(stage, now) if following and now.rows and not past else None
    bracket = FORMATS[stage.format].bracket
    decides: dict[str, Any] = {"plan": _plan(stage, now), "held": now.withheld_after, "results": now.results}
    decides |= {} if bracket else {"questions": numbers.questions(stage)}
    next_entrants = _next_entrants(following) if terms else None
    if now.groups:
        comparison = Why(query.why, withheld_too=withheld_too)
        return decides | group_views(stage, now, query.page, comparison, terms, next_entrants)
    rounds = stage_rounds(stage)
    page = page_of(now.rows, query.page)
    cuts = _cuts(stage, now, following, terms, next_entrants)
    if following and terms and terms.advance < len(now.rows) and not cuts:
        decides["plan"] = joined(decides["plan"], _go_on(stage, following, terms))
    shown_rounds = rounds[:past] if past else rounds
    table = StandingsTable(
        [stage],
        now.rows,
        page,
        placing=now.placing if bracket else None,
        why=None if bracket else why_view([stage], now.rows, Why(query.why, past, withheld_too=withheld_too)),
        turns=Turns(shown_rounds, 0 if past else _to_come(stage, now, rounds), _played(stage, page)),
        cuts=cuts,
    )
    over = min(_after(rounds), now.withheld_after or len(rounds))
    requested_past = None if past == now.withheld_after else past
    round_context = {"rounds": rounds, "after": past or over, "past": requested_past, "by_bracket": bracket}
    return (
        decides
        | table.view()
        | round_context
        | {"all_past": range(1, over + 1) if over > 1 and not bracket else ()}
    )


def _past(stage: Stage, rounds: Sequence[RoundNow], after: int) -> int | None:
    """Return the requested round if it is over and the stage is not a bracket, or else None."""
    return after if not FORMATS[stage.format].bracket and 0 < after <= _after(rounds) else None


def _plan(stage: Stage, now: selectors.StandingsNow) -> str:
    """Return the plan of the stage as text; empty if its format does not describe a plan."""
    words = FORMATS[stage.format].plan_in_words
    return say(words(len(now.rows), stage.options, profile_of(stage).sides)) if words and now.rows else ""


def _next_entrants(following: Stage | None) -> frozenset[EntrantId] | None:
    """Return the teams in the draw of the next stage, or None before that draw. At most one query."""
    if following is None or following.state == "planned":
        return None
    draw = Draw.objects.standing().filter(stage=following).first()
    return frozenset(map(EntrantId, draw.lines)) if draw else None


def _cuts(
    stage: Stage,
    now: selectors.StandingsNow,
    following: Stage | None,
    terms: QualifyingTerms | None,
    next_entrants: frozenset[EntrantId] | None,
) -> dict[str, str]:
    """Return the label of the line that divides the standings, keyed by the entrant directly below the line.

    Empty if no line is shown. No line is shown if the next stage was drawn with entrants other than those
    above the line.
    """
    if FORMATS[stage.format].bracket:
        out = next((row.entrant for row in now.rows if row.entrant in now.placing), None)
        return {out: called("still in", stage.tournament)} if out and out != now.rows[0].entrant else {}
    above = cut_line(now.rows, terms).above if terms else 0
    if not above or not terms or following is None:
        return {}
    if next_entrants is not None and {row.entrant for row in now.rows[:above]} != next_entrants:
        return {}
    return {now.rows[above].entrant: _go_on(stage, following, terms)}


def _go_on(stage: Stage, following: Stage, terms: QualifyingTerms) -> str:
    name = say(Sentence(FORMATS[following.format].name))
    return called("go on", stage.tournament, count=terms.advance, stage=name)


def _to_come(stage: Stage, now: selectors.StandingsNow, rounds: Sequence[RoundNow]) -> int:
    """Return the number of rounds that are not paired yet."""
    if stage.format not in ROUND_BY_ROUND or not rounds:
        return 0
    entrants, sides = tuple(row.entrant for row in now.rows), profile_of(stage).sides
    entered = StageState(entrants, options=stage.options, sides=sides, late=now.late)
    return max(0, FORMATS[stage.format].round_count(entered) - len(rounds))


def _after(rounds: Sequence[RoundNow]) -> int:
    """Return the number of the last round before the first unfinished round."""
    return next((each.number - 1 for each in rounds if not each.over), len(rounds))


def _played(stage: Stage, page: Page[Row]) -> dict[tuple[str, int], MatchNow]:
    """Return the matches of the teams on this page, by team id and round."""
    ids = [UUID(row.entrant) for row in page.object_list]
    rows = with_sides(Match.objects.filter(stage=stage, slots__team__in=ids).distinct())
    matches = [match_now(row) for row in rows]
    return {
        (str(team.pk), each.match.round): each
        for each in matches
        for side in each.sides
        for team in side.teams
    }
