"""The standings of a stage, computed from the draw and the outcomes.

The public standings end with an earlier round if the organiser withholds later rounds
(`competition/standings/withheld_standings.py`). With `withheld_too` the standings include all rounds, for the
desk and for decisions by the rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter
from typing import cast
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from scoring.types import NotNow, Sentence, _
from tournaments.competition.correction_policies import Settled
from tournaments.competition.format_parts.format import Placing
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.lots import Lot
from tournaments.competition.standings import qualifying
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tables import (
    Group,
    Row,
    TieBreakStep,
    group_tables,
    joined,
    standings,
    why,
)
from tournaments.competition.standings.tiebreaks import read_tie_breaks
from tournaments.competition.standings.withheld_standings import held_after, holds_back
from tournaments.competition.types import Bye, Disqualification, EntrantId, Points
from tournaments.matches.selectors.matches import byes_of, settled_now
from tournaments.models import Job, Stage
from tournaments.stages.selectors.stage_details import match_points_of
from tournaments.stages.selectors.stage_facts import StageFacts, facts_of


@dataclass(frozen=True)
class Stamp:
    """The metadata of standings: number of counted results, completeness, time of computation, and status."""

    results_counted: int
    up_to_date: bool
    computed_at: datetime | None
    settled: Settled


@dataclass(frozen=True)
class StandingsNow:
    """The rows of a stage in order, and the places that are already certain, by entrant.

    In a stage with groups, the rows are listed group by group; each group has its own places.
    """

    rows: tuple[Row, ...]
    placing: Mapping[str, Placing] = field(default_factory=dict)
    groups: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    # The kind of withdrawal of each entrant that left the stage.
    withdrawals: Mapping[EntrantId, str] = field(default_factory=dict)
    # The late entrants, with their match points for the rounds they missed.
    late: Mapping[EntrantId, Points] = field(default_factory=dict)
    # The lots drawn between tied entrants.
    lots: tuple[Lot, ...] = ()
    # The last round that is included if later rounds are withheld; None otherwise.
    withheld_after: int | None = None
    # Number of matches that are counted, without byes.
    results: int = 0


def places_that_count(now: StandingsNow) -> dict[EntrantId, int]:
    """Return the places of a stage without disqualified entrants; entrants behind them move up."""
    away = {entrant for entrant, how in now.withdrawals.items() if how == Disqualification.kind}
    places = {}
    for rows in (now.groups or {"": now.rows}).values():
        best = min((row.place for row in rows), default=1)
        freed = [row.place for row in rows if row.entrant in away]
        for row in rows:
            if row.entrant not in away:
                places[row.entrant] = max(best, row.place - sum(place < row.place for place in freed))
    return places


def stamp_of(stage: Stage) -> Stamp:
    """Return the metadata (`Stamp`) of the bracket and the standings of a stage. One query."""
    draw_jobs = Q(kind="draw", subject__in=stage.draws.values("pk"))
    jobs = Job.objects.filter(draw_jobs | Q(kind__in=("bracket", "round"), subject=stage.pk), state="done")
    computed_at = jobs.order_by("-over_at").values_list("over_at", flat=True).first()
    up_to_date = stage.bracket_seq == stage.outcome_seq
    return Stamp(stage.bracket_seq, up_to_date, computed_at, settled_now(stage, timezone.now()))


def standings_now(stage: Stage, after: int | None = None, *, withheld_too: bool = False) -> StandingsNow:
    """Return the standings of a stage, now or after a round; empty before its draw. At most four queries.

    `after` is the number of the last round that counts, from 1; a number after the last round counts all
    rounds. In a bracket, `after` does not change the places of eliminated entrants. Without `withheld_too`,
    results of rounds whose standings are withheld do not count.
    """
    facts = facts_of([stage]).get(stage.pk)
    return standings_from(facts, after, withheld_too=withheld_too) if facts else StandingsNow(())


def standings_of(stages: Sequence[Stage], *, withheld_too: bool = False) -> dict[UUID, StandingsNow]:
    """Return the standings of several stages, as a mapping from the primary key of the stage.

    At most four queries.
    """
    facts, nothing = facts_of(stages), StandingsNow(())
    return {
        stage.pk: standings_from(facts[stage.pk], withheld_too=withheld_too) if stage.pk in facts else nothing
        for stage in stages
    }


def standings_from(
    facts: StageFacts, after: int | None = None, *, withheld_too: bool = False
) -> StandingsNow:
    """Compute the standings of a drawn stage from its recorded data, now or after a round."""
    state, withheld_after = state_seen(facts, withheld_too=withheld_too)
    state = state.after(after)
    empty_standings = StandingsNow(
        (),
        withdrawals=facts.roster.withdrawals,
        late=facts.roster.late,
        lots=state.lots,
        withheld_after=withheld_after,
        results=_results(state),
    )
    if state.groups:
        groups = group_tables(state, state.tie_breaks)
        return replace(empty_standings, rows=tuple(chain(*groups.values())), groups=groups)
    rows = standings(state, state.tie_breaks)
    placing = {str(place.entrant): place for place in FORMATS[facts.stage.format].placing(facts.bracket)}
    if placing:
        rows = _by_placing(rows, placing, state.entrants)
    return replace(empty_standings, rows=rows, placing=placing)


def _results(state: StageState) -> int:
    return sum(not isinstance(meeting.outcome, Bye) for meeting in state.meetings)


def state_seen(facts: StageFacts, *, withheld_too: bool = False) -> tuple[StageState, int | None]:
    """Return the public state of a stage, and the last public round (None if all results are public).

    If results are withheld, the state has no lots, because lots show which entrants were tied at the end.
    """
    state = facts.state()
    until = None if withheld_too else held_now(facts.stage)
    withheld_after = holds_back(until, (meeting.round for meeting in state.meetings))
    return (replace(state.after(withheld_after), lots=()) if withheld_after else state), withheld_after


def overall_now(stages: Sequence[Stage], *, withheld_too: bool = False) -> StandingsNow:
    """Return the combined standings of all drawn stages. At most four queries.

    The last stage in `stages` provides the tie-breaks. If the results of stages are withheld,
    `withheld_after` is the last public round of the first stage with withheld results.
    """
    facts = facts_of(stages)
    visible_states = [
        state_seen(facts[stage.pk], withheld_too=withheld_too) for stage in stages if stage.pk in facts
    ]
    if not visible_states:
        return StandingsNow(())
    rows = standings(
        joined([state for state, _round in visible_states]), read_tie_breaks(stages[-1].tie_breaks)
    )
    withheld_after = next(
        (withheld_after for _state, withheld_after in visible_states if withheld_after), None
    )
    return StandingsNow(
        rows,
        withheld_after=withheld_after,
        results=sum(_results(state) for state, _round in visible_states),
    )


def _by_placing(
    rows: tuple[Row, ...], placing: Mapping[str, Placing], lines: Sequence[EntrantId]
) -> tuple[Row, ...]:
    """Return the rows of a bracket in order of placing, with new places.

    Entrants still in the bracket come first, followed by the eliminated entrants in order of their placing.
    Entrants with the same placing share a place and are in the order of their lines in the draw. Without a
    champion the first place stays empty: no entrant gets a better place than its placing.
    """
    line = {entrant: number for number, entrant in enumerate(lines)}

    def level(row: Row) -> tuple[int, int]:
        return (placing[row.entrant].first, 0) if row.entrant in placing else (0, row.place)

    def order(row: Row) -> tuple[tuple[int, int], int]:
        return level(row), line[row.entrant]

    ordered = sorted(rows, key=order)
    firsts = {
        level(row): max(place, level(row)[0]) for place, row in reversed(list(enumerate(ordered, start=1)))
    }
    return tuple(row._replace(place=firsts[level(row)]) for row in ordered)


def why_ahead(
    stages: Sequence[Stage],
    first: EntrantId,
    second: EntrantId,
    ordered: Group = (),
    after: int | None = None,
    *,
    withheld_too: bool = False,
) -> tuple[TieBreakStep, ...]:
    """Return the tie-breaks in order, up to the first one that separates two entrants. Two to four queries.

    If several stages are given, their results are combined. `ordered` contains the entrants of a group with
    its own standings. `after` is the last round that counts; `withheld_too` includes withheld results.
    """
    facts = facts_of(stages)
    visible_states = (
        state_seen(facts[stage.pk], withheld_too=withheld_too)[0] for stage in stages if stage.pk in facts
    )
    states = [state.after(after) for state in visible_states]
    together = states[0] if len(stages) == 1 else joined(states)
    return why(together, read_tie_breaks(stages[-1].tie_breaks), first, second, ordered)


@dataclass(frozen=True)
class PlaceNow:
    """A place or a range of shared places, with the number of entrants, the stage and the group."""

    stage: Stage
    first: int
    last: int
    of: int
    group: str = ""
    # The last round that is included if later rounds are withheld; None otherwise.
    withheld_after: int | None = None


def place_in(stage: Stage, now: StandingsNow, team_id: UUID) -> PlaceNow | None:
    """Return the place of a team in a stage; None if it has no row or is still in the bracket."""
    entrant = str(team_id)
    for group, rows in (now.groups or {"": now.rows}).items():
        row = next((row for row in rows if row.entrant == entrant), None)
        if row is None:
            continue
        if not FORMATS[stage.format].bracket:
            return PlaceNow(stage, row.place, row.place, len(rows), group, now.withheld_after)
        placing = now.placing.get(entrant)
        return PlaceNow(stage, placing.first, placing.last, len(rows)) if placing else None
    return None


def held_now(stage: Stage) -> int | None:
    """Return the round after which the public standings are withheld, or None if all rounds are public.

    The stage must be fetched together with its tournament.
    """
    until = stage.tournament.standings_until
    if until is None:
        return None
    return held_after(until, FORMATS[stage.format], settled_now(stage, timezone.now()).standing)


# The key of the tie-break by lot.
BY_LOT = "lot"


def qualified(stage: Stage) -> tuple[EntrantId, ...]:
    """Return the qualified entrants, in the order of the lines in the draw of the next stage.

    Raise NotNow if results are missing, or if only a lot can decide who qualifies.
    """
    return tuple(each.entrant for each in qualifiers_of(stage))


def qualifiers_of(stage: Stage) -> tuple[qualifying.Qualifier, ...]:
    """Return the qualifiers with group and place, in the order of the lines in the next stage's draw.

    Raise NotNow if results are missing, or if only a lot can decide who qualifies.
    """
    if stage.state != "over":
        _refuse_missing(stage)
    return _qualified_by(stage, standings_now(stage, withheld_too=True))


def _qualified_by(stage: Stage, now: StandingsNow) -> tuple[qualifying.Qualifier, ...]:
    tables = now.groups or {"": now.rows}
    going_on = qualifying.qualifiers(tables, terms_of(stage, now))
    if not now.groups:
        return going_on
    by_entrant = {each.entrant: each for each in going_on}
    return tuple(by_entrant[entrant] for entrant in qualifying.crossed(going_on))


@dataclass(frozen=True)
class OtherQualifiers:
    """The differences between the current qualifiers of a stage and the teams in the draw of the next stage.

    `going_on` contains the qualifiers that are missing from the draw of `following`. `in_draw` contains the
    teams in that draw that would not qualify now.
    """

    following: Stage
    going_on: tuple[EntrantId, ...]
    in_draw: tuple[EntrantId, ...]


def other_qualifiers(facts: StageFacts) -> OtherQualifiers | None:
    """Return the differences between the current qualifiers of a stage and the draw of the next stage.

    Return None if there are no differences, if the next stage is not drawn, or if a lot has to decide first.
    """
    following = Stage.objects.with_draw().after(facts.stage).order_by("number").first()
    next_facts = facts_of([following]).get(following.pk) if following else None
    if following is None or next_facts is None:
        return None
    try:
        qualifiers = _qualified_by(facts.stage, standings_from(facts, withheld_too=True))
    except NotNow:
        return None
    going_on = [each.entrant for each in qualifiers]
    new_qualifiers = tuple(each for each in going_on if each not in next_facts.lines)
    instead = tuple(each for each in next_facts.lines if each not in going_on)
    return OtherQualifiers(following, new_qualifiers, instead) if new_qualifiers or instead else None


def levels_of(stage: Stage, *, before_lots: bool = False) -> tuple[qualifying.LevelAtTheCut, ...]:
    """Return the sets of tied teams that only a lot can separate; empty before the end of the stage.

    Teams tied at the qualifying line come first, followed by teams on shared places. Shared places are
    included only if the lot is among the tie-breaks of the stage and the stage is not a bracket. With
    `before_lots`, lots that have been drawn are ignored, so their teams are tied again.
    """
    if stage.state != "over":
        return ()
    facts = facts_of([stage])[stage.pk]
    now = standings_from(replace(facts, lots=()) if before_lots else facts, withheld_too=True)
    tables: Mapping[str, Sequence[Row]] = now.groups or {"": now.rows}
    cut = qualifying.level_at_the_cut(tables, terms_of(stage, now))
    chain = read_tie_breaks(stage.tie_breaks)
    bracket = FORMATS[stage.format].bracket
    shared = _shared(tables) if BY_LOT in chain and not bracket else ()
    cut_entrants = {frozenset(each.entrants) for each in cut}
    return (*cut, *(each for each in shared if frozenset(each.entrants) not in cut_entrants))


def _shared(tables: Mapping[str, Sequence[Row]]) -> Iterator[qualifying.LevelAtTheCut]:
    for group, rows in tables.items():
        for _place, level in groupby(rows, key=attrgetter("place")):
            entrants = tuple(row.entrant for row in level)
            if len(entrants) > 1:
                yield qualifying.LevelAtTheCut(entrants, 1, group)


def terms_of(stage: Stage, now: StandingsNow) -> qualifying.QualifyingTerms:
    """Return the qualification rules set by the options of a stage; by default all entrants qualify."""
    options = stage.options
    advance = cast(int, options.get("advance", 0)) or len(now.rows)
    groups = max(1, len(now.groups))
    return qualifying.QualifyingTerms(
        advance=advance,
        best_next=qualifying.places_next(groups, advance, options.get("best_next", 0)),
        nobody_without_a_win=bool(options.get("nobody_without_a_win", False)),
        bye=match_points_of(stage).bye,
        withdrawn=frozenset(now.withdrawals),
        lots=now.lots,
    )


def results_missing(stage: Stage) -> int:
    """Return the number of undecided matches of a stage, without byes. One query."""
    to_come = stage.matches.exclude(state__in=OVER)
    return to_come.exclude(pk__in=byes_of(stage).values("pk")).count()


def _refuse_missing(stage: Stage) -> None:
    missing = results_missing(stage)
    text = _("Stage %(stage)s is not over: %(count)s results are missing. Finish it, then draw the next.")
    raise NotNow("stage_not_over", Sentence(text, {"stage": stage.number, "count": missing}))
