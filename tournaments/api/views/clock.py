"""The clock of the round that is played: read by everybody, moved by the desk."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import BadEntry
from scoring.sentences import Sentence, _
from tournaments.api import shapes
from tournaments.api.answers import clock_answer
from tournaments.api.calls import TournamentCall
from tournaments.api.requests import ClockIn, read
from tournaments.api.schema import answers
from tournaments.draws.api import stage_of
from tournaments.models import Match
from tournaments.rules.timetable import ClockAct
from tournaments.selectors.clock import clock_of
from tournaments.services.clock import move_round_clock
from tournaments.stages.selectors.rounds import shown_stage


class RoundClock(TournamentCall):
    """The clock of the round that is played."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "move_clock"}

    @extend_schema(operation_id="clock", responses=answers(shapes.CLOCK))
    def get(self, request: Request, slug: str) -> Response:
        """How much is left, by this server's clock; who reads it counts on from there and trusts no other."""
        now = timezone.now()
        answer = clock_answer(clock_of(shown_stage(self.tournament)), now)
        return Response(answer, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="move_clock", request=ClockIn, responses=answers(shapes.CLOCK))
    def post(self, request: Request, slug: str) -> Response:
        """Start, pause, resume, shift or stop the clock of a round."""
        asked = read(ClockIn, request.data)
        stage, now = stage_of(self.tournament, asked.pop("stage")), timezone.now()
        if not Match.objects.filter(stage=stage, round=asked["round"]).exists():
            raise BadEntry("no_such_round", Sentence(_("This stage has no such round yet.")))
        act = ClockAct(asked.pop("act"))
        move_round_clock(stage, asked.pop("round"), act, author=self.author, at=now, **asked)
        return Response(clock_answer(clock_of(stage), now))
