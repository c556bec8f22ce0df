"""What the API knows without any tournament: the card games, and whether a written sheet is right."""

from typing import Any, ClassVar, NotRequired, TypedDict

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.game_parts.description import describe
from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet
from scoring.sheet import serializers as shapes
from scoring.sheet.rules.log import Event, SheetLog
from scoring.sheet.rules.sheet import check_sheet
from scoring.sheet.rules.time_called import TimeCallJson
from scoring.translation import say
from scoring.types import GameParts, HandJson, VerdictParts


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


class SheetHandJson(HandJson):
    """A hand that stands, as it is written, and what it is worth."""

    version: int
    __extra__: NotRequired[Any]


class SheetGameJson(GameParts):
    """A game of a sheet."""

    hands: list[SheetHandJson]


class StandingHandJson(TypedDict):
    """The hand that stands where two differ."""

    version: int
    hand: dict[str, Any]


class OtherHandJson(TypedDict):
    """A hand that differs from the one that stands."""

    seq: int
    hand: dict[str, Any]


class DisputeJson(TypedDict):
    """A hand that was written in more than one way."""

    game: int
    hand: int
    standing: StandingHandJson
    others: list[OtherHandJson]


class SheetJson(VerdictParts):
    """A sheet as it is written, and the verdict on it."""

    card_game: str
    profile: dict[str, Any]
    version: int
    games: list[SheetGameJson]
    disputes: list[DisputeJson]
    objection: bool
    signed: list[int]
    confirmed: bool
    time_called: NotRequired[TimeCallJson]


def sheet_answer(sheet: ScoreSheet) -> SheetJson:
    """Return the sheet's verdict with every standing hand, its version, disputes and signatures in it."""
    log = sheet.standing.log
    verdict: dict[str, Any] = {**sheet.standing.verdict.as_json(say)}
    return {
        "card_game": sheet.card_game,
        "profile": sheet.profile,
        "version": sheet.head_seq,
        **verdict,  # type: ignore[typeddict-item]  # checked where it is written
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


def _dispute(place: tuple[int, int], rivals: tuple[Event, ...], log: SheetLog) -> DisputeJson:
    """Show the hand that stands and every hand that differs from it."""
    standing = log.hands[place]
    return {
        "game": place[0],
        "hand": place[1],
        "standing": {"version": standing.version, "hand": dict(standing.body)},
        "others": [{"seq": other.seq, "hand": other.body["hand"]} for other in rivals],
    }
