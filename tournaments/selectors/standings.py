"""The standings of a stage, folded from its draw and outcomes, stamped with what they were computed from."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F

from tournaments.models import Draw, Job, Outcome, Stage
from tournaments.rules.brackets import Bracket, advance
from tournaments.rules.format import Placing
from tournaments.rules.formats import FORMATS
from tournaments.rules.match_points import read_match_points
from tournaments.rules.stage import StageState, meetings_of
from tournaments.rules.standings import Row, standings
from tournaments.rules.tiebreaks import read_tie_breaks
from tournaments.selectors.as_rules import as_rule, card_game_of, planned, profile_of


@dataclass(frozen=True)
class Stamp:
    """What an answer was computed from: how many results, when, and whether newer ones wait for their job."""

    results_counted: int
    up_to_date: bool
    computed_at: datetime | None


@dataclass(frozen=True)
class StandingsNow:
    """The rows of a stage in order, and the places that are certain already, by entrant."""

    rows: tuple[Row, ...]
    placing: dict[str, Placing]


def stamp_of(stage: Stage) -> Stamp:
    """Return what the bracket and the standings of a stage stand on: one query."""
    jobs = Job.objects.filter(kind="bracket", subject=stage.pk, state="done")
    computed_at = jobs.order_by("-over_at").values_list("over_at", flat=True).first()
    return Stamp(stage.bracket_seq, stage.bracket_seq == stage.outcome_seq, computed_at)


def standings_now(stage: Stage) -> StandingsNow:
    """Return the standings of a stage, empty before its draw: two queries."""
    return standings_of([stage])[stage.pk]


def standings_of(stages: Sequence[Stage]) -> dict[UUID, StandingsNow]:
    """Return the standings of several stages at once: two queries, however many they are."""
    draws = {draw.stage_id: draw for draw in Draw.objects.filter(stage__in=stages).order_by("version")}
    outcomes: dict[UUID, list[Outcome]] = defaultdict(list)
    counted = Outcome.objects.filter(stage__in=draws, seq__lte=F("stage__bracket_seq"))
    for outcome in counted.select_related("match").order_by("version"):
        outcomes[outcome.stage_id].append(outcome)
    return {stage.pk: _folded(stage, draws.get(stage.pk), outcomes[stage.pk]) for stage in stages}


def _folded(stage: Stage, draw: Draw | None, outcomes: Iterable[Outcome]) -> StandingsNow:
    """Fold the outcomes that the bracket job has counted; the latest version of a match's outcome counts."""
    if draw is None:
        return StandingsNow((), {})
    draw.stage = stage
    bracket = advance(planned(draw), {outcome.match.label: as_rule(outcome) for outcome in outcomes})
    rows = standings(_state(stage, bracket), read_tie_breaks(stage.tie_breaks))
    placing = {str(place.entrant): place for place in FORMATS[stage.format].placing(bracket)}
    return StandingsNow(_by_placing(rows, placing), placing)


def _by_placing(rows: tuple[Row, ...], placing: dict[str, Placing]) -> tuple[Row, ...]:
    """Those still in first, then by the place each went out at, then as the rules order; level rows share."""
    levels = [(placing[row.entrant].first if row.entrant in placing else 0, row.place) for row in rows]
    ordered = sorted(zip(levels, rows, strict=True), key=lambda each: each[0])
    firsts = {level: place for place, (level, _row) in reversed(list(enumerate(ordered, start=1)))}
    return tuple(row._replace(place=firsts[level]) for level, row in ordered)


def _state(stage: Stage, bracket: Bracket) -> StageState:
    profile = profile_of(stage)
    return StageState(
        entrants=bracket.plan.entrants,
        meetings=meetings_of(bracket),
        options=stage.options,
        values=read_match_points(stage.match_points),
        games_to_win=profile.games // 2 + 1,
        sides=profile.sides,
        by_net=card_game_of(stage).by_net,
    )
