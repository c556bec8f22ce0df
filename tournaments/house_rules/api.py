"""API views of a club's house rules for a card game."""

from typing import ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tournaments.house_rules.selectors import HouseRulesNow, house_rules_now
from tournaments.house_rules.serializers import HouseRulesAnswer, HouseRulesIn
from tournaments.house_rules.services import HouseSetup, save_house_rules
from tournaments.web.api import http
from tournaments.web.api.requests import read
from tournaments.web.api.schema import IF_MATCH, answers


class OneGamesRules(Call):
    """The house rules of the club for one card game."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PUT": "change_house_rules"}

    @extend_schema(operation_id="house_rules", responses=answers(HouseRulesAnswer))
    def get(self, request: Request, card_game: str) -> Response:
        """Return the house rules of a card game, which are the defaults for new tournaments."""
        return _answer(house_rules_now(_game(card_game)))

    @extend_schema(
        operation_id="save_house_rules",
        parameters=[IF_MATCH],
        request=HouseRulesIn,
        responses=answers(HouseRulesAnswer),
    )
    def put(self, request: Request, card_game: str) -> Response:
        """Replace all house rules of a card game, unless the submitted rules equal the current rules.

        The version that was edited can be sent as `version` or in the header If-Match.
        """
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
    return Response(HouseRulesAnswer(now).data, headers={"ETag": http.tag(now.version)})
