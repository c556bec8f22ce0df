"""API view that repeats a tournament."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.again.serializers import AgainIn
from tournaments.again.services.again import hold_again, once
from tournaments.club.api import tournament_answer
from tournaments.club.serializers import TournamentAnswer
from tournaments.web.api import requests
from tournaments.web.api.http import client_key
from tournaments.web.api.schema import IDEMPOTENCY_KEY, answers


class Again(requests.TournamentCall):
    """Creation of a tournament with the stages, tables, rules, pages and circuits of an earlier one."""

    acts: ClassVar[dict[str, str]] = {"POST": "hold_again"}

    @extend_schema(
        operation_id="hold_again",
        request=AgainIn,
        parameters=[IDEMPOTENCY_KEY],
        responses=answers(TournamentAnswer, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create the next tournament with the setup of this tournament.

        A repeated request with the same `Idempotency-Key` returns the tournament of the first request.
        """
        values, at, key = requests.read(AgainIn, request.data), timezone.now(), client_key(request)
        tournament = once(
            request.user,
            key,
            (str(self.tournament.pk), sorted(values.items())),
            lambda: hold_again(self.tournament, owner=request.user, at=at, **values),
            at=at,
        )
        headers = {"Idempotency-Key": key} if key else {}
        return Response(tournament_answer(tournament, request.user), status=201, headers=headers)
