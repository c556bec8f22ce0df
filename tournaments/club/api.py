"""API views of tournaments and of the rules of their stages."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from tournaments.club.serializers import (
    StageAnswer,
    StageIn,
    TournamentAnswer,
    TournamentChangeIn,
    TournamentIn,
)
from tournaments.club.services import new_tournament
from tournaments.club.services.deletion import delete_tournament
from tournaments.corrections.services import reopen_event
from tournaments.models import Stage, Tournament
from tournaments.notice.selectors import notice_of
from tournaments.permissions import found_by, may, roles_of
from tournaments.web.api import requests
from tournaments.web.api.schema import NUMBER, PAGED, answers, page
from tournaments.web.api.serializers import ReasonIn


def tournament_answer(tournament: Tournament, user: Any) -> dict[str, Any]:
    """Return the API response about one tournament, limited to data that the user may read."""
    return tournament_answers([tournament], user)[0]


def tournament_answers(tournaments: Sequence[Tournament], user: Any) -> list[dict[str, Any]]:
    """Return tournaments as API responses.

    The code of a notice is included only for users who may enter teams.
    """
    rows = list(TournamentAnswer(tournaments, many=True).data)
    for tournament, row in zip(tournaments, rows, strict=True):
        notice = notice_of(tournament)
        if notice and may("enter_teams", roles_of(user, tournament)):
            row["notice"]["code"] = notice.code
    return rows


class Tournaments(Call, GenericAPIView[Tournament]):
    """The tournaments of the club that the user may see."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "create_tournament"}
    ordering = ("-made_at", "slug")

    @extend_schema(operation_id="tournaments", parameters=PAGED, responses=answers(page(TournamentAnswer)))
    def get(self, request: Request) -> Response:
        """Return the tournaments, newest first."""
        rows = self.paginate_queryset(
            found_by(request.user).select_related("notice").prefetch_related("stages")
        )
        return self.get_paginated_response(tournament_answers(rows or (), request.user))

    @extend_schema(
        operation_id="create_tournament",
        request=TournamentIn,
        responses=answers(TournamentAnswer, 201),
    )
    def post(self, request: Request) -> Response:
        """Create a tournament with its stages."""
        fields = requests.read(TournamentIn, request.data)
        fields["stages"] = [new_tournament.StageSetup(**stage) for stage in fields["stages"]]
        tournament = new_tournament.create_tournament(request.user, at=timezone.now(), **fields)
        return Response(tournament_answer(tournament, request.user), status=201)


class OneTournament(requests.TournamentCall):
    """One tournament."""

    acts: ClassVar[dict[str, str]] = {
        "GET": "read",
        "PATCH": "change_tournament",
        "DELETE": "delete_tournament",
    }

    @extend_schema(operation_id="tournament", responses=answers(TournamentAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament with its stages."""
        return Response(tournament_answer(self.tournament, request.user))

    @extend_schema(
        operation_id="change_tournament",
        request=TournamentChangeIn,
        responses=answers(TournamentAnswer),
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name, start, tables, visibility or notice of a tournament. Its slug does not change."""
        fields = requests.read(TournamentChangeIn, request.data)
        tournament = new_tournament.change_tournament(
            self.tournament, author=self.author, at=timezone.now(), **fields
        )
        return Response(tournament_answer(tournament, request.user))

    @extend_schema(operation_id="delete_tournament", responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a trial, or a tournament without draw and results; others can only be unpublished."""
        delete_tournament(self.tournament, author=self.author, at=timezone.now())
        return Response(status=204)


class Reopen(requests.TournamentCall):
    """A view that reopens a tournament with official results."""

    acts: ClassVar[dict[str, str]] = {"POST": "reopen_event"}

    @extend_schema(operation_id="reopen_event", request=ReasonIn, responses=answers(TournamentAnswer))
    def post(self, request: Request, slug: str) -> Response:
        """Reopen the tournament for another correction period. The given reason is public."""
        reason = requests.read(ReasonIn, request.data)["reason"]
        tournament = reopen_event(self.tournament, reason, author=self.author, at=timezone.now())
        return Response(tournament_answer(tournament, request.user))


class OneStage(requests.TournamentCall):
    """One stage of a tournament, by its number."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_tournament"}

    @extend_schema(operation_id="stage", parameters=[NUMBER], responses=answers(StageAnswer))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the format and the rules of a stage."""
        return Response(StageAnswer(self._stage()).data)

    @extend_schema(
        operation_id="change_stage",
        parameters=[NUMBER],
        request=StageIn,
        responses=answers(StageAnswer),
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change the rules of a stage that is not drawn yet. Fields that are not sent keep their values."""
        fields = requests.read(StageIn, request.data, partial=True)
        stage = self._stage()
        changed = new_tournament.change_stage(
            stage, _setup(stage, fields), author=self.author, at=timezone.now()
        )
        return Response(StageAnswer(changed).data)

    def _stage(self) -> Stage:
        stages = Stage.objects.select_related("tournament")
        return get_object_or_404(stages, tournament=self.tournament, number=self.kwargs["number"])


def _setup(stage: Stage, setup: dict[str, Any]) -> new_tournament.StageSetup:
    """Return the new setup of a stage. A change of format drops the options of the old format."""
    same = setup.get("format", stage.format) == stage.format
    current = {
        "format": stage.format,
        "options": stage.options if same else {},
        "match_points": stage.match_points,
        "tie_breaks": stage.tie_breaks,
        "corrections": stage.corrections if same else {},
        "profile": stage.profile,
    }
    return new_tournament.StageSetup(**{**current, **setup})
