"""The matches of a tournament, or of one team, with their hours: for a calendar."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.db.models import Count, Q

from tournaments.forecast.selectors import pace_of
from tournaments.lifecycle.rules import OVER
from tournaments.models import ClockMove, Match, RoundPlan, Stage, Team, Tournament
from tournaments.results.selectors.matches import MatchNow, byes_of, match_now, rounds_by_stage, with_sides
from tournaments.tables import rules


@dataclass(frozen=True)
class RoundDates:
    """A round, what is planned of it, and how many of its matches are still to be played."""

    stage: Stage
    round: int
    plan: RoundPlan | None
    to_play: int

    @property
    def deadline(self) -> datetime | None:
        """Until when it must be played."""
        return self.plan.deadline if self.plan else None

    def overdue(self, now: datetime) -> bool:
        """Whether its deadline has passed with matches still to be played."""
        return self.deadline is not None and self.deadline <= now and self.to_play > 0


def round_dates(tournament: Tournament) -> list[RoundDates]:
    """Return the rounds there are or that are planned, those with a deadline by it: three queries."""
    stages = {stage.pk: stage for stage in tournament.stages.all()}
    plans = {(plan.stage_id, plan.round): plan for plan in RoundPlan.objects.filter(stage__in=stages)}
    counted = Match.objects.filter(stage__in=stages).order_by().values_list("stage", "round")
    waiting = ~Q(state__in=OVER) & ~Q(pk__in=byes_of(*stages.values()).values("pk"))
    to_play = {(row[0], row[1]): row[2] for row in counted.annotate(n=Count("pk", filter=waiting))}
    places = sorted({*plans, *to_play}, key=lambda place: (stages[place[0]].number, place[1]))
    return [
        RoundDates(stages[stage], number, plans.get((stage, number)), to_play.get((stage, number), 0))
        for stage, number in places
    ]


def postponed_matches(tournament: Tournament) -> list[MatchNow]:
    """Return the matches with a date of their own that are not over, by that date: three queries."""
    rows = Match.objects.filter(tournament=tournament, postponed_to__isnull=False)
    waiting = with_sides(rows.exclude(state__in=OVER).order_by("postponed_to", "round", "number"))
    return [match_now(match) for match in waiting]


@dataclass(frozen=True)
class DiaryMatch:
    """A match, when it is played, and how many rounds its stage has."""

    match: MatchNow
    hours: rules.Hours
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
    length = rules.usual_length(pace_of(tournament)[0], Random(str(tournament.pk)).random)  # noqa: S311  # to be repeated
    told = _all_hours(tournament, stages, matches, length)
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


def _all_hours(
    tournament: Tournament, stages: Sequence[Stage], matches: Sequence[MatchNow], length: timedelta
) -> dict[UUID, rules.Hours]:
    """The hours of each match, those before another first."""
    found = RoundPlan.objects.filter(stage__in=stages)
    plans = {(plan.stage_id, plan.round): plan for plan in found}
    first = stages[0].pk
    told: dict[UUID, rules.Hours] = {}
    for each in matches:
        plan = plans.get((each.match.stage_id, each.match.round))
        begins = tournament.starts_at if each.match.stage_id == first else None
        hours = rules.hours_of(_facts(each, plan, begins, told, length), length)
        if hours:
            told[each.match.pk] = hours
    return told


def _facts(
    match: MatchNow,
    plan: RoundPlan | None,
    begins: datetime | None,
    hours: Mapping[UUID, rules.Hours],
    length: timedelta,
) -> rules.MatchFacts:
    row = match.match
    sources = [slot.source_match for side in match.sides for slot in side.slots if slot.source_match]
    return rules.MatchFacts(
        called=row.called_at,
        over=row.over_at if match.decided else None,
        postponed=row.postponed_to,
        planned=plan.starts_at if plan else None,
        deadline=plan.deadline if plan else None,
        ready=row.ready_at,
        before=[end for source in sources if (end := _end_of(source, hours, length))],
        begins=begins,
        rounds_before=row.round - 1,
    )


def _end_of(source: Match, hours: Mapping[UUID, rules.Hours], length: timedelta) -> datetime | None:
    """When the match before is over; one of another team is not among those told."""
    if source.pk in hours:
        return hours[source.pk].end
    return source.over_at or (source.called_at + length if source.called_at else None)


@dataclass(frozen=True)
class RoundClock:
    """The clock of one round of a stage, and the reason of its last pause or shift."""

    stage: Stage
    round: int
    clock: rules.Clock
    reason: str

    @property
    def running(self) -> bool:
        """Whether it is shown: it was not stopped."""
        return self.clock.stopped_at is None


def clock_facts(moves: Iterable[ClockMove]) -> list[rules.ClockFact]:
    """Turn stored moves into the values the rules fold."""
    return [
        rules.ClockFact(rules.ClockAct(move.act), move.at, timedelta(seconds=move.seconds)) for move in moves
    ]


def clock_of(stage: Stage) -> RoundClock | None:
    """Return the clock started last in a stage; None before the first: one query."""
    moves = list(ClockMove.objects.filter(stage=stage).order_by("at", "seq"))
    if not moves:
        return None
    number = next(move.round for move in reversed(moves) if move.act == rules.ClockAct.START)
    mine = sorted((move for move in moves if move.round == number), key=lambda move: move.seq)
    clock = rules.fold_clock(clock_facts(mine))
    return RoundClock(stage, number, clock, mine[-1].reason) if clock else None


def clock_of_round(stage: Stage, number: int) -> tuple[rules.Clock | None, int]:
    """Return the clock of one round and the number of its last fact: one query."""
    moves = list(ClockMove.objects.filter(stage=stage, round=number).order_by("seq"))
    return rules.fold_clock(clock_facts(moves)), len(moves)


def plans_of(stage: Stage) -> dict[int, RoundPlan]:
    """Return what is planned of each round: one query."""
    return {plan.round: plan for plan in RoundPlan.objects.filter(stage=stage)}


def late_rounds(plans: Iterable[RoundPlan], now: datetime) -> list[int]:
    """Return the rounds whose deadline has passed."""
    return [plan.round for plan in plans if plan.deadline and plan.deadline <= now]
