"""The calendar of a tournament: its rounds with their dates, its postponed matches by theirs."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournaments.lifecycle.rules import OVER
from tournaments.models import Match, RoundPlan, Stage, Tournament
from tournaments.results.selectors.matches import MatchNow, byes_of, match_now, with_sides


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
