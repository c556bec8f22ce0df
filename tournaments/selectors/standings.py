"""The standings of a stage, folded from its draw and outcomes, stamped with what they were computed from."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Draw, Job, Outcome, Stage
from tournaments.rules.brackets import Bracket, advance
from tournaments.rules.format import Placing
from tournaments.rules.formats import FORMATS
from tournaments.rules.match_points import read_match_points
from tournaments.rules.stage import StageState, meetings_of
from tournaments.rules.standings import Row, standings
from tournaments.rules.tiebreaks import read_tie_breaks
from tournaments.selectors.as_rules import as_rule, planned


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
    draw = Draw.objects.filter(stage=stage).order_by("-version").first()
    if draw is None:
        return StandingsNow((), {})
    draw.stage = stage
    bracket = _bracket(draw)
    rows = standings(_state(draw, bracket), read_tie_breaks(stage.tie_breaks))
    placing = {str(place.entrant): place for place in FORMATS[stage.format].placing(bracket)}
    return StandingsNow(_by_placing(rows, placing), placing)


def _by_placing(rows: tuple[Row, ...], placing: dict[str, Placing]) -> tuple[Row, ...]:
    """Those still in first, then by the place each went out at, then as the rules order; level rows share."""
    levels = [(placing[row.entrant].first if row.entrant in placing else 0, row.place) for row in rows]
    ordered = sorted(zip(levels, rows, strict=True), key=lambda each: each[0])
    firsts = {level: place for place, (level, _row) in reversed(list(enumerate(ordered, start=1)))}
    return tuple(row._replace(place=firsts[level]) for level, row in ordered)


def _bracket(draw: Draw) -> Bracket:
    """Fold the outcomes that the bracket job has counted; the latest version of a match's outcome counts."""
    counted = Outcome.objects.filter(stage=draw.stage, seq__lte=draw.stage.bracket_seq)
    outcomes = counted.select_related("match").order_by("version")
    return advance(planned(draw), {outcome.match.label: as_rule(outcome) for outcome in outcomes})


def _state(draw: Draw, bracket: Bracket) -> StageState:
    stage = draw.stage
    return StageState(
        entrants=bracket.plan.entrants,
        meetings=meetings_of(bracket),
        options=stage.options,
        values=read_match_points(stage.match_points),
        games_to_win=len(stage.profile["targets"]) // 2 + 1,
    )
