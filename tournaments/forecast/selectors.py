"""The input data of a forecast (unfinished matches and tables), and the latest forecast."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.types import NoPairing
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import EntrantId
from tournaments.forecast import rules
from tournaments.models import Draw, Job, Match, RoundPlan, Slot, Stage, Tournament
from tournaments.stages.selectors.stage_details import entrants_going_on, profile_of
from tournaments.tables.rules.match_hours import Played


@dataclass(frozen=True)
class Forecast:
    """The expected end of a tournament; 80 % of the simulated runs end between `low` and `high`."""

    as_of: datetime
    low: datetime
    middle: datetime
    high: datetime
    measured: int
    hand_seconds: int
    stage: int
    seed: str
    runs: int


def latest_forecasts(tournaments: Sequence[Tournament]) -> dict[Any, Forecast]:
    """Return the latest forecasts by tournament id; skip finished tournaments. One query."""
    ids = [each.pk for each in tournaments if each.state != "over"]
    jobs = Job.objects.filter(kind="forecast", subject__in=ids, state="done").order_by("over_at")
    return {job.subject: _read(job.result) for job in jobs if job.result.get("middle")}


def _read(result: dict[str, Any]) -> Forecast:
    as_of, low, middle, high = (
        datetime.fromisoformat(result[key]) for key in ("as_of", "low", "middle", "high")
    )
    further = (result[key] for key in ("measured", "hand_seconds", "stage", "seed", "runs"))
    return Forecast(as_of, low, middle, high, *further)


def work_of(tournament: Tournament, start: datetime) -> rules.Work | None:
    """Return the unfinished matches, with times in seconds from `start`; None if no forecast is possible.

    A forecast is impossible if a stage cannot be played with its number of teams, or if a round has a
    deadline. Postponed matches are left out.
    """
    stages = list(tournament.stages.all())
    plans = list(RoundPlan.objects.filter(stage__in=stages))
    if any(plan.deadline for plan in plans):
        return None
    begins = {
        (plan.stage_id, plan.round): int((plan.starts_at - start).total_seconds())
        for plan in plans
        if plan.starts_at
    }
    steps: list[rules.MatchToCome] = []
    running: list[rules.Running] = []
    entrants, before = _entered(tournament), tuple[str, ...]()
    for stage in stages:
        stage.tournament = tournament
        try:
            to_come, now = (
                _of_drawn_stage(stage, begins)
                if stage.matches.exists()
                else (list(_planned(stage, entrants, before)), [])
            )
            draw = Draw.objects.standing().filter(stage=stage).first()
            entrants = entrants_going_on(stage, len(draw.lines) if draw else entrants)
        except NoPairing:
            return None
        steps += to_come
        running += now
        before = (*(step.key for step in to_come), *(match.key for match in now)) or before
    return rules.Work(tuple(steps), tuple(running), tournament.tables)


def _entered(tournament: Tournament) -> int:
    return tournament.teams.exclude(presence="absent").count()


def _planned(stage: Stage, entrants: int, before: Sequence[str]) -> tuple[rules.MatchToCome, ...]:
    """Return the future matches of a stage that is not drawn yet, according to the plan of its format."""
    form, sides = FORMATS[stage.format], profile_of(stage).sides
    names = [EntrantId(str(number)) for number in range(1, entrants + 1)]
    form.check(entrants, stage.options, sides)
    key = str(stage.number)
    if not isinstance(form.paired, RoundByRound):
        return rules.steps_of(form.plan(names, stage.options, sides), key, first_after=before)
    state = StageState(tuple(names), options=stage.options, sides=sides, partners=form.partners)
    return rules.steps_of_rounds(form.paired.tables(state), key, first_after=before)


def _of_drawn_stage(
    stage: Stage, begins: dict[tuple[Any, int], int]
) -> tuple[list[rules.MatchToCome], list[rules.Running]]:
    rows = Match.objects.filter(stage=stage, postponed_to=None).exclude(state__in=OVER)
    matches = list(rows.select_related("sheet").order_by("round", "ready_at", "number"))
    sources: dict[Any, list[str]] = {}
    slots = Slot.objects.filter(match__in=[match.pk for match in matches], resolved=False)
    for match_id, label in slots.values_list("match", "source_match__label"):
        if label:
            sources.setdefault(match_id, []).append(f"{stage.number}/{label}")
    running = [
        rules.Running(f"{stage.number}/{match.label}", _played(match))
        for match in matches
        if match.state in ("playing", "disputed") or (match.state == "ready" and match.table)
    ]
    seated = {match.key for match in running}
    steps = [
        rules.MatchToCome(
            key, tuple(sources.get(match.pk, ())), max(0, begins.get((stage.pk, match.round), 0))
        )
        for match in matches
        if (key := f"{stage.number}/{match.label}") not in seated
    ]
    return [*steps, *_rounds_to_come(stage, [*(step.key for step in steps), *seated])], running


def _rounds_to_come(stage: Stage, before: Sequence[str]) -> tuple[rules.MatchToCome, ...]:
    """Return the future matches of the rounds that are not paired yet."""
    form, sides = FORMATS[stage.format], profile_of(stage).sides
    if not isinstance(form.paired, RoundByRound):
        return ()
    draw = Draw.objects.standing().filter(stage=stage)[0]
    lines = tuple(map(EntrantId, draw.lines))
    state = StageState(lines, options=stage.options, sides=sides, partners=form.partners)
    round_count = stage.matches.order_by().values("round").distinct().count()
    rounds = form.paired.tables(state)[round_count:]
    return rules.steps_of_rounds(rounds, f"{stage.number}/to come", first_after=tuple(before))


def _played(match: Match) -> Played:
    summary = match.sheet.summary
    following = summary.get("next") or {"game": 1, "hand": 1}
    won = [*summary.get("games_won", ()), 0, 0][:2]
    return Played((won[0], won[1]), following["game"] - 1, following["hand"] - 1)
