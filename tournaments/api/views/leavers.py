"""A team leaves the stage it plays in, is sent away, comes back; a player of it is replaced."""

from typing import Any, ClassVar

from django.db.models import prefetch_related_objects
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.answers import roster_answer
from tournaments.api.calls import TournamentCall
from tournaments.api.entrants import team_answer
from tournaments.api.requests import LeaveIn, LeavingIn, NothingIn, ReasonIn, SubstituteIn, read
from tournaments.api.schema import answers
from tournaments.api.views.teams import PLAYERS
from tournaments.models import Team
from tournaments.services.leavers import come_back, leave_stage, preview_leaving, preview_return
from tournaments.services.substitutes import replace_player


class TeamAct(TournamentCall):
    """An act about one team of a tournament."""

    acts: ClassVar[dict[str, str]] = {"POST": "leave_stage"}

    def team(self) -> Team:
        """Return the team, or 404."""
        return get_object_or_404(Team, tournament=self.tournament, pk=self.kwargs["team_id"])


class LeavePreview(TeamAct):
    """What would happen if a team left."""

    @extend_schema(operation_id="preview_leaving", request=LeavingIn, responses=answers(shapes.ROSTER_CHANGE))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Say what would move, and move nothing."""
        return Response(roster_answer(preview_leaving(self.team(), read(LeavingIn, request.data)["kind"])))


class Leave(TeamAct):
    """A team that leaves."""

    @extend_schema(operation_id="leave_stage", request=LeaveIn, responses=answers(shapes.ROSTER_CHANGE, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Let a team leave (withdrawal) or send it away (disqualification), with the reason."""
        sent = read(LeaveIn, request.data)
        seen = leave_stage(self.team(), sent["kind"], sent["reason"], author=self.author, at=timezone.now())
        return Response(roster_answer(seen), status=201)


class ReturnPreview(TeamAct):
    """What would happen if a team came back."""

    @extend_schema(operation_id="preview_return", request=NothingIn, responses=answers(shapes.ROSTER_CHANGE))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Say what would move, and move nothing."""
        read(NothingIn, request.data)
        return Response(roster_answer(preview_return(self.team())))


class Return(TeamAct):
    """A team that comes back."""

    @extend_schema(operation_id="come_back", request=ReasonIn, responses=answers(shapes.ROSTER_CHANGE, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Take it back that a team has left, while nothing was paired or played since that hangs on it."""
        reason = read(ReasonIn, request.data)["reason"]
        seen = come_back(self.team(), reason, author=self.author, at=timezone.now())
        return Response(roster_answer(seen), status=201)


class Substitute(TeamAct):
    """A player who is replaced."""

    acts: ClassVar[dict[str, str]] = {"POST": "replace_player"}

    @extend_schema(operation_id="replace_player", request=SubstituteIn, responses=answers(shapes.TEAM, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Put somebody in the place of a player from now on, under the rule of the stage."""
        sent, team = read(SubstituteIn, request.data), self.team()
        who: dict[str, Any] = {"author": self.author, "at": timezone.now()}
        replace_player(team, sent["player"] - 1, sent["name"], sent["reason"], **who)
        prefetch_related_objects([team], PLAYERS)
        return Response(team_answer(team, at_desk=True), status=201)
