"""The rules of the house for a card game, read and saved."""

from typing import ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField, ListField

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.calls import Call
from scoring.sheet.serializers import Answer, AnyObject, StrictSerializer, Text, WholeNumber
from scoring.sheet.services.log import Author
from tournaments.house_rules.selectors import HouseRulesNow, house_rules_now
from tournaments.house_rules.services import HouseSetup, save_house_rules
from tournaments.web.api import http
from tournaments.web.api.requests import read
from tournaments.web.api.schema import IF_MATCH, answers


class HouseRulesAnswer(Answer):
    """What the club plays a card game by; version 0 where it has said nothing, and all is as usual."""

    profile = AnyObject()
    tie_breaks = ListField(child=CharField())
    match_points = AnyObject()
    corrections = AnyObject()
    version = IntegerField()


class HouseRulesIn(StrictSerializer):
    """The rules as they are to be; what is left out is as usual. `version` is the one that was looked at."""

    profile = AnyObject(required=False)
    tie_breaks = ListField(child=Text(max_length=40), required=False, max_length=20)
    match_points = AnyObject(required=False)
    corrections = AnyObject(required=False)
    version = WholeNumber(min_value=0, required=False)


class OneGamesRules(Call):
    """The rules of the house for one card game."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PUT": "change_house_rules"}

    @extend_schema(operation_id="house_rules", responses=answers(HouseRulesAnswer))
    def get(self, request: Request, card_game: str) -> Response:
        """What the next tournament of this game is played by where it says nothing."""
        return _answer(house_rules_now(_game(card_game)))

    @extend_schema(
        operation_id="save_house_rules",
        parameters=[IF_MATCH],
        request=HouseRulesIn,
        responses=answers(HouseRulesAnswer),
    )
    def put(self, request: Request, card_game: str) -> Response:
        """Save all of them, over the version named in the body or in If-Match; the same again is nothing."""
        game = _game(card_game)
        rules = read(HouseRulesIn, request.data)
        version = rules.pop("version", http.version_named(request))
        now = save_house_rules(
            game,
            HouseSetup(**rules),
            version=version,
            author=Author(user_id=request.user.pk),
            at=timezone.now(),
        )
        return _answer(now)


def _game(key: str) -> CardGame:
    if key not in CARD_GAMES:
        raise Http404
    return CARD_GAMES[key]


def _answer(now: HouseRulesNow) -> Response:
    return Response(HouseRulesAnswer.of(now), headers={"ETag": http.tag(now.version)})
