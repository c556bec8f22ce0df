"""Time called, at one table or at all of them, and what a table answers (COM-TIME)."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.types import BadEntry, Sentence, _
from tournaments.draws.api import stage_of
from tournaments.models import Match, Tournament
from tournaments.results.api import SheetAct
from tournaments.stages.selectors.stage_facts import shown_stage
from tournaments.tables.rules import ClockAct
from tournaments.tables.selectors.calendar import clock_of, postponed_matches, round_dates
from tournaments.tables.services import calendar as time_called
from tournaments.tables.services.calendar import move_round_clock, plan_round, postpone_match
from tournaments.visibility.rules import PageSwitch
from tournaments.web.api import requests, shapes
from tournaments.web.api.answers import calendar_answer, clock_answer
from tournaments.web.api.schema import answers


def calendar(tournament: Tournament) -> Response:
    """Answer with the calendar as it is."""
    return Response(calendar_answer(round_dates(tournament), postponed_matches(tournament), timezone.now()))


class Calendar(requests.TournamentCall):
    """When the rounds are to be played."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "plan_rounds"}
    of_page = PageSwitch.TABLES

    @extend_schema(operation_id="calendar", responses=answers(shapes.CALENDAR))
    def get(self, request: Request, slug: str) -> Response:
        """The rounds with their dates, and the postponed matches by theirs."""
        return calendar(self.tournament)

    @extend_schema(
        operation_id="plan_round", request=requests.RoundPlanIn, responses=answers(shapes.CALENDAR)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say when a round begins, how long it lasts, until when it must be played."""
        asked = requests.read(requests.RoundPlanIn, request.data)
        stage = stage_of(self.tournament, asked.pop("stage"))
        plan_round(stage, asked.pop("round"), author=self.author, at=timezone.now(), **asked)
        return calendar(self.tournament)


class Postpone(SheetAct):
    """A match with a date of its own."""

    acts: ClassVar[dict[str, str]] = {"POST": "postpone_match"}

    @extend_schema(
        operation_id="postpone_match", request=requests.PostponeIn, responses=answers(shapes.MATCH)
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Postpone a match that has not begun; the others go on."""
        asked = requests.read(requests.PostponeIn, request.data)
        return self.perform(postpone_match, asked["to"], asked["reason"])


class ClockCall(requests.TournamentCall):
    """The clock of the round that is played."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "move_clock"}

    @extend_schema(operation_id="clock", responses=answers(shapes.CLOCK))
    def get(self, request: Request, slug: str) -> Response:
        """How much is left, by this server's clock; who reads it counts on from there and trusts no other."""
        now = timezone.now()
        answer = clock_answer(clock_of(shown_stage(self.tournament)), now)
        return Response(answer, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="move_clock", request=requests.ClockIn, responses=answers(shapes.CLOCK))
    def post(self, request: Request, slug: str) -> Response:
        """Start, pause, resume, shift or stop the clock of a round."""
        asked = requests.read(requests.ClockIn, request.data)
        stage, now = stage_of(self.tournament, asked.pop("stage")), timezone.now()
        if not Match.objects.filter(stage=stage, round=asked["round"]).exists():
            raise BadEntry("no_such_round", Sentence(_("This stage has no such round yet.")))
        act = ClockAct(asked.pop("act"))
        move_round_clock(stage, asked.pop("round"), act, author=self.author, at=now, **asked)
        return Response(clock_answer(clock_of(stage), now))


class TimeEverywhere(requests.TournamentCall):
    """Time called at all tables."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(
        operation_id="call_time_everywhere", request=requests.TimeIn, responses=answers(shapes.STOPPED)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call time at every table of a stage or of a round: hands begun are finished, no other starts."""
        asked = requests.read(requests.TimeIn, request.data)
        stopped = time_called.call_time_everywhere(
            stage_of(self.tournament, asked["stage"]),
            round_number=asked.get("round"),
            author=self.author,
            at=timezone.now(),
        )
        return Response({"matches": [str(match.pk) for match in stopped]})


class Time(SheetAct):
    """Time called at one table."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="call_time", request=requests.NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Time is up at this table: the hand that has begun is finished, no other starts."""
        requests.read(requests.NothingIn, request.data)
        return self.perform(time_called.call_time)


class NoneBegun(SheetAct):
    """The table was between two hands."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="say_none_begun", request=requests.NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """No hand had begun when time was called: the sheet counts as it stands."""
        requests.read(requests.NothingIn, request.data)
        return self.perform(time_called.say_none_begun)


class TimeBack(SheetAct):
    """A call made by mistake."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="take_time_back", request=requests.NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Take the call back, while no hand was written after it; a table takes back its own alone."""
        requests.read(requests.NothingIn, request.data)
        return self.perform(time_called.take_time_back)


class TimePlace(SheetAct):
    """The director places a call."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(operation_id="place_time", request=requests.TimePlaceIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Say after how many hands time was called: a phone without network had more of them."""
        return self.perform(
            time_called.place_call, requests.read(requests.TimePlaceIn, request.data)["hands"]
        )
