"""The calendar over weeks: rounds with a deadline, matches with a date of their own."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.answers import calendar_answer
from tournaments.api.calls import TournamentCall
from tournaments.api.requests import PostponeIn, RoundPlanIn, read
from tournaments.api.schema import answers
from tournaments.draws.api import stage_of
from tournaments.models import Tournament
from tournaments.results.api.matches import SheetAct
from tournaments.selectors.calendar import postponed_matches, round_dates
from tournaments.services.calendar import plan_round, postpone_match
from tournaments.visibility.rules import Page


def calendar(tournament: Tournament) -> Response:
    """Answer with the calendar as it is."""
    return Response(calendar_answer(round_dates(tournament), postponed_matches(tournament), timezone.now()))


class Calendar(TournamentCall):
    """When the rounds are to be played."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "plan_rounds"}
    of_page = Page.TABLES

    @extend_schema(operation_id="calendar", responses=answers(shapes.CALENDAR))
    def get(self, request: Request, slug: str) -> Response:
        """The rounds with their dates, and the postponed matches by theirs."""
        return calendar(self.tournament)

    @extend_schema(operation_id="plan_round", request=RoundPlanIn, responses=answers(shapes.CALENDAR))
    def post(self, request: Request, slug: str) -> Response:
        """Say when a round begins, how long it lasts, until when it must be played."""
        asked = read(RoundPlanIn, request.data)
        stage = stage_of(self.tournament, asked.pop("stage"))
        plan_round(stage, asked.pop("round"), author=self.author, at=timezone.now(), **asked)
        return calendar(self.tournament)


class Postpone(SheetAct):
    """A match with a date of its own."""

    acts: ClassVar[dict[str, str]] = {"POST": "postpone_match"}

    @extend_schema(operation_id="postpone_match", request=PostponeIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Postpone a match that has not begun; the others go on."""
        asked = read(PostponeIn, request.data)
        return self.done(postpone_match, asked["to"], asked["reason"])
