"""API views that do not depend on a tournament: the card games, and the check of a sheet."""

from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.game_parts.description import describe
from scoring.games import CARD_GAMES
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.serializers import CardGameAnswer, VerdictAnswer, WrittenSheet
from scoring.translation import say


class CardGames(Call):
    """The list of all card games."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="card_games", responses={200: OpenApiResponse(CardGameAnswer(many=True))})
    def get(self, request: Request) -> Response:
        """Return every card game: its options with their defaults, and its hand as JSON Schema."""
        return Response(CardGameAnswer([describe(each, say) for each in CARD_GAMES.values()], many=True).data)


class OneCardGame(Call):
    """A single card game."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="card_game", responses={200: OpenApiResponse(CardGameAnswer)})
    def get(self, request: Request, key: str) -> Response:
        """Return one card game: its options with their defaults, and its hand as JSON Schema."""
        if key not in CARD_GAMES:
            raise Http404
        return Response(CardGameAnswer(describe(CARD_GAMES[key], say)).data)


class SheetCheck(Call):
    """The check of a score sheet that is sent in the request and not stored."""

    acts: ClassVar[dict[str, str]] = {"POST": "check_sheets"}

    @extend_schema(
        operation_id="check_sheet",
        request=WrittenSheet,
        responses={200: OpenApiResponse(VerdictAnswer)},
    )
    def post(self, request: Request) -> Response:
        """Return the verdict on the sheet in the request, with all its problems. Nothing is stored."""
        sheet: Any = request.data
        return Response(VerdictAnswer(check_sheet(sheet).as_json(say)).data)
