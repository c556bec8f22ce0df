"""What the API knows without any tournament: the card games, and whether a written sheet is right."""

from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.game_parts.description import describe
from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet
from scoring.offline.publish import definition
from scoring.sheet import serializers as shapes
from scoring.sheet.calls import Call
from scoring.sheet.rules.log import Event, SheetLog
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.services.log import written_sheet
from scoring.translation import say


class CardGames(Call):
    """The card games there are."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="card_games", responses={200: OpenApiResponse(shapes.CARD_GAMES_LIST)})
    def get(self, request: Request) -> Response:
        """Every card game: its options with their defaults, and its hand as JSON Schema."""
        return Response([describe(card_game, say) for card_game in CARD_GAMES.values()])


class OneCardGame(Call):
    """One card game."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="card_game", responses={200: OpenApiResponse(shapes.CARD_GAME)})
    def get(self, request: Request, key: str) -> Response:
        """One card game: its options with their defaults, and its hand as JSON Schema."""
        if key not in CARD_GAMES:
            raise Http404
        return Response(describe(CARD_GAMES[key], say))


class PreconditionFailed(APIException):
    """What the caller has is not what stands here."""

    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("What you have is not what stands here now. Read it again.")


class DefinitionCall(Call):
    """What a phone needs to judge hands of a card game by itself."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(
        operation_id="card_game_definition",
        responses={
            200: OpenApiResponse(shapes.DEFINITION),
            304: OpenApiResponse(description="As you have it."),
        },
    )
    def get(self, request: Request, key: str) -> HttpResponseBase:
        """The rules of a card game as data, in your language, for `static/js/verdict.js`: see decision 13."""
        if key not in CARD_GAMES:
            raise Http404
        given = definition(CARD_GAMES[key])
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        answer = HttpResponse(
            given.packed if packs else given.text,
            content_type="application/json",
            headers={
                "ETag": f'W/"{given.tag}"',
                "Cache-Control": "no-cache",
                **({"Content-Encoding": "gzip"} if packs else {}),
            },
        )
        patch_vary_headers(answer, ["Accept-Encoding", "Accept-Language", "Cookie"])
        told = get_conditional_response(request._request, etag=answer["ETag"], response=answer) or answer
        if told.status_code == PreconditionFailed.status_code:
            raise PreconditionFailed
        return told


class SheetCheck(Call):
    """A sheet that is looked at and not kept."""

    acts: ClassVar[dict[str, str]] = {"POST": "check_sheets"}

    @extend_schema(
        operation_id="check_sheet",
        request={"application/json": shapes.WRITTEN_SHEET},
        responses={200: OpenApiResponse(shapes.VERDICT)},
    )
    def post(self, request: Request) -> Response:
        """The verdict on a written sheet, with every problem at once; nothing is stored."""
        sheet: Any = request.data
        return Response(check_sheet(sheet).as_json(say))


def sheet_answer(sheet: ScoreSheet, log: SheetLog) -> dict[str, Any]:
    """Return the sheet's verdict with every standing hand, its version, disputes and signatures in it."""
    verdict: dict[str, Any] = check_sheet(written_sheet(sheet, log.games(), log.time)).as_json(say)
    return {
        "card_game": sheet.card_game,
        "profile": sheet.profile,
        "version": sheet.head_seq,
        **verdict,
        "games": [_game(number, game, log) for number, game in enumerate(verdict["games"], start=1)],
        "disputes": [_dispute(place, others, log) for place, others in sorted(log.disputes.items())],
        "objection": log.objection is not None,
        "signed": sorted(log.signatures),
        "confirmed": log.confirmed,
        **({"time_called": log.time.as_json()} if log.time else {}),
    }


def _game(number: int, game: dict[str, Any], log: SheetLog) -> dict[str, Any]:
    """Put what is written beside what it is worth."""
    if game.get("quick"):
        return game
    places = sorted(place for place in log.hands if place[0] == number)
    hands = [
        {**log.hands[place].body, "version": log.hands[place].version, **worth}
        for place, worth in zip(places, game["hands"], strict=True)
    ]
    return {**game, "hands": hands}


def _dispute(place: tuple[int, int], rivals: tuple[Event, ...], log: SheetLog) -> dict[str, Any]:
    """Show the hand that stands and every hand that differs from it."""
    standing = log.hands[place]
    return {
        "game": place[0],
        "hand": place[1],
        "standing": {"version": standing.version, "hand": standing.body},
        "others": [{"seq": other.seq, "hand": other.body["hand"]} for other in rivals],
    }
