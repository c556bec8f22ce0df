"""The matches of a tournament, or of one team, with their hours: for a calendar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from tournaments.models import Match, RoundPlan, Stage, Team, Tournament
from tournaments.rules.diary import Hours, Known, hours_of, usual_length
from tournaments.selectors.forecast import pace_of
from tournaments.selectors.matches import MatchNow, match_now, rounds_by_stage, with_sides


@dataclass(frozen=True)
class DiaryMatch:
    """A match, when it is played, and how many rounds its stage has."""

    match: MatchNow
    hours: Hours
    rounds: int


@dataclass(frozen=True)
class Diary:
    """What stands in a calendar; `length` is how long a match takes."""

    tournament: Tournament
    team: Team | None
    matches: tuple[DiaryMatch, ...]
    length: timedelta


def diary_of(tournament: Tournament, team: Team | None = None) -> Diary:
    """Return every match whose hours can be told, by its start: nine queries, however many matches."""
    stages = list(tournament.stages.all())
    rows = Match.objects.filter(tournament=tournament).exclude(state="bye")
    rows = rows.filter(slots__team=team).distinct() if team else rows
    fetched = with_sides(rows.order_by("stage__number", "round", "number"))
    matches = [each for each in map(match_now, fetched) if not _nobody_s(each)]
    for each in matches:
        each.match.stage.tournament = tournament
    length = usual_length(pace_of(tournament)[0], Random(str(tournament.pk)).random)  # noqa: S311  # to be repeated
    told = _told(tournament, stages, matches, length)
    rounds = rounds_by_stage(tournament)
    found = [
        DiaryMatch(match, told[match.match.pk], rounds[match.match.stage_id])
        for match in matches
        if match.match.pk in told
    ]
    found.sort(key=lambda each: each.hours.start)
    return Diary(tournament, team, tuple(found), length)


def changed_at(tournament: Tournament) -> datetime:
    """Return when a tournament was last changed: one query."""
    latest = tournament.changes.order_by("-version").values_list("made_at", flat=True).first()
    return latest or tournament.made_at


def _nobody_s(match: MatchNow) -> bool:
    """Whether a side is empty for good."""
    return any(side.resolved and not side.teams for side in match.sides)


def _told(
    tournament: Tournament, stages: Sequence[Stage], matches: Sequence[MatchNow], length: timedelta
) -> dict[UUID, Hours]:
    """The hours of each match, those before another first."""
    found = RoundPlan.objects.filter(stage__in=stages)
    plans = {(plan.stage_id, plan.round): plan for plan in found}
    first = stages[0].pk
    told: dict[UUID, Hours] = {}
    for each in matches:
        plan = plans.get((each.match.stage_id, each.match.round))
        begins = tournament.starts_at if each.match.stage_id == first else None
        hours = hours_of(_known(each, plan, begins, told, length), length)
        if hours:
            told[each.match.pk] = hours
    return told


def _known(
    match: MatchNow,
    plan: RoundPlan | None,
    begins: datetime | None,
    told: Mapping[UUID, Hours],
    length: timedelta,
) -> Known:
    row = match.match
    sources = [slot.source_match for side in match.sides for slot in side.slots if slot.source_match]
    return Known(
        called=row.called_at,
        over=row.over_at if match.decided else None,
        postponed=row.postponed_to,
        planned=plan.starts_at if plan else None,
        deadline=plan.deadline if plan else None,
        ready=row.ready_at,
        before=[end for source in sources if (end := _end_of(source, told, length))],
        begins=begins,
        rounds_before=row.round - 1,
    )


def _end_of(source: Match, told: Mapping[UUID, Hours], length: timedelta) -> datetime | None:
    """When the match before is over; one of another team is not among those told."""
    if source.pk in told:
        return told[source.pk].end
    return source.over_at or (source.called_at + length if source.called_at else None)
