"""Time called, at one table or at all of them, and what a table answers (COM-TIME)."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.calls import TournamentCall
from tournaments.api.requests import NothingIn, TimeIn, TimePlaceIn, read
from tournaments.api.schema import answers
from tournaments.draws.api import stage_of
from tournaments.results.api.matches import SheetAct
from tournaments.services import time_called


class TimeEverywhere(TournamentCall):
    """Time called at all tables."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(operation_id="call_time_everywhere", request=TimeIn, responses=answers(shapes.STOPPED))
    def post(self, request: Request, slug: str) -> Response:
        """Call time at every table of a stage or of a round: hands begun are finished, no other starts."""
        asked = read(TimeIn, request.data)
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

    @extend_schema(operation_id="call_time", request=NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Time is up at this table: the hand that has begun is finished, no other starts."""
        read(NothingIn, request.data)
        return self.done(time_called.call_time)


class NoneBegun(SheetAct):
    """The table was between two hands."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="say_none_begun", request=NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """No hand had begun when time was called: the sheet counts as it stands."""
        read(NothingIn, request.data)
        return self.done(time_called.say_none_begun)


class TimeBack(SheetAct):
    """A call made by mistake."""

    acts: ClassVar[dict[str, str]] = {"POST": "call_time"}

    @extend_schema(operation_id="take_time_back", request=NothingIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Take the call back, while no hand was written after it; a table takes back its own alone."""
        read(NothingIn, request.data)
        return self.done(time_called.take_time_back)


class TimePlace(SheetAct):
    """The director places a call."""

    acts: ClassVar[dict[str, str]] = {"POST": "rule_on_time"}

    @extend_schema(operation_id="place_time", request=TimePlaceIn, responses=answers(shapes.MATCH))
    def post(self, request: Request, match_id: str) -> Response:
        """Say after how many hands time was called: a phone without network had more of them."""
        return self.done(time_called.place_call, read(TimePlaceIn, request.data)["hands"])
