"""Tournaments and what their stages play by."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet.calls import Call
from tournaments.club.services import new_tournament
from tournaments.models import Stage, Tournament
from tournaments.permissions import found_by
from tournaments.results.services.corrections import reopen_event
from tournaments.web.api import requests, shapes
from tournaments.web.api.answers import stage_answer, tournament_answer
from tournaments.web.api.schema import NUMBER, PAGED, answers


class Tournaments(Call, GenericAPIView[Tournament]):
    """All tournaments of the club that the caller finds."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "create_tournament"}
    ordering = ("-made_at", "slug")

    @extend_schema(
        operation_id="tournaments", parameters=PAGED, responses=answers(shapes.page(shapes.TOURNAMENT))
    )
    def get(self, request: Request) -> Response:
        """The tournaments, newest first."""
        page = self.paginate_queryset(found_by(request.user).prefetch_related("stages"))
        return self.get_paginated_response([tournament_answer(each) for each in page or ()])

    @extend_schema(
        operation_id="create_tournament",
        request=requests.TournamentIn,
        responses=answers(shapes.TOURNAMENT, 201),
    )
    def post(self, request: Request) -> Response:
        """Set up a tournament with its stages."""
        asked = requests.read(requests.TournamentIn, request.data)
        asked["stages"] = [new_tournament.StageSetup(**stage) for stage in asked["stages"]]
        tournament = new_tournament.create_tournament(request.user, at=timezone.now(), **asked)
        return Response(tournament_answer(tournament), status=201)


class OneTournament(requests.TournamentCall):
    """One tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_tournament"}

    @extend_schema(operation_id="tournament", responses=answers(shapes.TOURNAMENT))
    def get(self, request: Request, slug: str) -> Response:
        """One tournament with its stages."""
        return Response(tournament_answer(self.tournament))

    @extend_schema(
        operation_id="change_tournament",
        request=requests.TournamentChangeIn,
        responses=answers(shapes.TOURNAMENT),
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change its name, its start, its tables or whether odds are shown; its address stays."""
        asked = requests.read(requests.TournamentChangeIn, request.data)
        tournament = new_tournament.change_tournament(
            self.tournament, author=self.author, at=timezone.now(), **asked
        )
        return Response(tournament_answer(tournament))


class Reopen(requests.TournamentCall):
    """An event whose results are official, opened again."""

    acts: ClassVar[dict[str, str]] = {"POST": "reopen_event"}

    @extend_schema(
        operation_id="reopen_event", request=requests.ReasonIn, responses=answers(shapes.TOURNAMENT)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Let results be corrected for another period; the reason is told to everybody."""
        reason = requests.read(requests.ReasonIn, request.data)["reason"]
        tournament = reopen_event(self.tournament, reason, author=self.author, at=timezone.now())
        return Response(tournament_answer(tournament))


class OneStage(requests.TournamentCall):
    """One stage of a tournament, by its number."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_tournament"}

    @extend_schema(operation_id="stage", parameters=[NUMBER], responses=answers(shapes.STAGE))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """What a stage plays by."""
        return Response(stage_answer(self._stage()))

    @extend_schema(
        operation_id="change_stage",
        parameters=[NUMBER],
        request=requests.StageIn,
        responses=answers(shapes.STAGE),
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change what a stage plays by, until it is drawn; what is left out stays."""
        asked = requests.read(requests.StageIn, request.data, partial=True)
        stage = self._stage()
        changed = new_tournament.change_stage(
            stage, _setup(stage, asked), author=self.author, at=timezone.now()
        )
        return Response(stage_answer(changed))

    def _stage(self) -> Stage:
        stages = Stage.objects.select_related("tournament")
        return get_object_or_404(stages, tournament=self.tournament, number=self.kwargs["number"])


def _setup(stage: Stage, setup: dict[str, Any]) -> new_tournament.StageSetup:
    """Return the stage as it will be; another format does not take over the old one's options."""
    same = setup.get("format", stage.format) == stage.format
    kept = {
        "format": stage.format,
        "options": stage.options if same else {},
        "match_points": stage.match_points,
        "tie_breaks": stage.tie_breaks,
        "corrections": stage.corrections if same else {},
        "profile": stage.profile,
    }
    return new_tournament.StageSetup(**{**kept, **setup})
