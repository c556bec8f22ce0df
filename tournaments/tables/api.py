"""API views of the calendar, the round clock and calls of time (COM-TIME)."""

from datetime import datetime
from typing import ClassVar, NamedTuple

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.types import BadEntry, Sentence, _
from tournaments.matches.api import SheetAct
from tournaments.matches.serializers import MatchAnswer
from tournaments.models import Match, Tournament
from tournaments.tables.selectors.calendar import RoundClock, clock_of, postponed_matches, round_dates
from tournaments.tables.serializers import (
    CalendarAnswer,
    ClockAnswer,
    ClockIn,
    PostponeIn,
    RoundPlanIn,
    StoppedMatchesAnswer,
    TimeIn,
    TimePlaceIn,
)
from tournaments.tables.services.calendar import plan_round, postpone_match
from tournaments.tables.services.round_clock import move_round_clock
from tournaments.tables.services.time_called import (
    call_time,
    call_time_everywhere,
    place_call,
    say_none_begun,
    take_time_back,
)
from tournaments.values.clock import ClockAct
from tournaments.values.visibility import PageSwitch
from tournaments.web.api import requests
from tournaments.web.api.requests import stage_of
from tournaments.web.api.schema import answers
from tournaments.web.api.serializers import NothingIn


class ClockNow(NamedTuple):
    """The server's current time, and the round clock that was started last (None if there is none)."""

    now: datetime
    last: RoundClock | None

    @property
    def round(self) -> RoundClock | None:
        """The round clock if it is running or paused; None if it was stopped or never started."""
        return self.last if self.last and self.last.running else None


def calendar(tournament: Tournament) -> Response:
    """Return a response that contains the calendar of a tournament."""
    rounds, postponed = round_dates(tournament), postponed_matches(tournament)
    return Response(CalendarAnswer({"rounds": rounds, "postponed": postponed}).data)


class Calendar(requests.TournamentCall):
    """The API view of the calendar of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "plan_rounds"}
    of_page = PageSwitch.TABLES

    @extend_schema(operation_id="calendar", responses=answers(CalendarAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the rounds with their dates, and the postponed matches with their dates."""
        return calendar(self.tournament)

    @extend_schema(operation_id="plan_round", request=RoundPlanIn, responses=answers(CalendarAnswer))
    def post(self, request: Request, slug: str) -> Response:
        """Set the start, the length and the deadline of a round. An omitted value is deleted."""
        values = requests.read(RoundPlanIn, request.data)
        stage = stage_of(self.tournament, values.pop("stage"))
        plan_round(stage, values.pop("round"), author=self.author, at=timezone.now(), **values)
        return calendar(self.tournament)


class Postpone(SheetAct):
    """The API view that postpones a match."""

    acts: ClassVar[dict[str, str]] = {"POST": "postpone_match"}

    @extend_schema(operation_id="postpone_match", request=PostponeIn, responses=answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Postpone a match that has not begun. It does not delay other matches."""
        values = requests.read(PostponeIn, request.data)
        return self.perform(postpone_match, values["to"], values["reason"])


class ClockCall(requests.TournamentCall):
    """The API view of the clock of the current round."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "move_clock"}

    @extend_schema(operation_id="clock", responses=answers(ClockAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the state of the round clock, and the remaining seconds as computed by the server."""
        now = timezone.now()
        answer = ClockAnswer(ClockNow(now, clock_of(self.tournament.shown_stage()))).data
        return Response(answer, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="move_clock", request=ClockIn, responses=answers(ClockAnswer))
    def post(self, request: Request, slug: str) -> Response:
        """Start, pause, resume, shift or stop the clock of a round."""
        values = requests.read(ClockIn, request.data)
        stage, now = stage_of(self.tournament, values.pop("stage")), timezone.now()
        if not Match.objects.filter(stage=stage, round=values["round"]).exists():
            raise BadEntry("no_such_round", Sentence(_("This stage has no such round yet.")))
        act = ClockAct(values.pop("act"))
        move_round_clock(stage, values.pop("round"), act, author=self.author, at=now, **values)
        return Response(ClockAnswer(ClockNow(now, clock_of(stage))).data)


class TimeEverywhere(requests.TournamentCall):
    """The API view that calls time at every table of a stage or of a round."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(
        operation_id="call_time_everywhere", request=TimeIn, responses=answers(StoppedMatchesAnswer)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call time at every table of a stage or of a round.

        Hands in play are finished, and no new hand starts.
        """
        values = requests.read(TimeIn, request.data)
        stopped = call_time_everywhere(
            stage_of(self.tournament, values["stage"]),
            round_number=values.get("round"),
            author=self.author,
            at=timezone.now(),
        )
        return Response(StoppedMatchesAnswer({"matches": [match.pk for match in stopped]}).data)


class Time(SheetAct):
    """The API view that calls time at one table."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="call_time", request=NothingIn, responses=answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Call time at this table. A hand in play is finished, and no new hand starts."""
        requests.read(NothingIn, request.data)
        return self.perform(call_time)


class NoneBegun(SheetAct):
    """The API view that records that no hand was in play when time was called."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="say_none_begun", request=NothingIn, responses=answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Record that no hand was in play when time was called. The score sheet counts as it is."""
        requests.read(NothingIn, request.data)
        return self.perform(say_none_begun)


class TimeBack(SheetAct):
    """The API view that cancels a call of time."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="take_time_back", request=NothingIn, responses=answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Cancel a call of time, if no hand was recorded after it.

        Players can cancel only a call that was made at their own table, not a call by the director.
        """
        requests.read(NothingIn, request.data)
        return self.perform(take_time_back)


class TimePlace(SheetAct):
    """The API view that corrects the number of hands played when time was called; for the director."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(operation_id="place_time", request=TimePlaceIn, responses=answers(MatchAnswer))
    def post(self, request: Request, match_id: str) -> Response:
        """Set the number of hands that had been played when time was called.

        This is needed, for example, if a phone was offline and sent more hands later.
        """
        return self.perform(place_call, requests.read(TimePlaceIn, request.data)["hands"])
