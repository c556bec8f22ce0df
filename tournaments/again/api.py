"""A tournament that is held again."""

from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Field

from scoring.sheet.serializers import Instant, StrictSerializer, Text
from tournaments.again.services.again import ALL, NONE, hold_again, once
from tournaments.club.api import TournamentAnswer, tournament_answer
from tournaments.competition.names import LONGEST
from tournaments.competition.roster import MOST_TEAMS
from tournaments.web.api import requests
from tournaments.web.api.http import client_key
from tournaments.web.api.schema import IDEMPOTENCY_KEY, answers

ENTRANTS: dict[str, Any] = {
    "anyOf": [
        {"type": "string", "enum": [NONE, ALL]},
        {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": MOST_TEAMS},
    ]
}


@extend_schema_field(ENTRANTS)
class TeamsAgainField(Field[Any, Any, Any, Any]):
    """Who enters again: nobody, all, or the teams of these ids."""

    default_error_messages = {"invalid": _("Write “none”, “all”, or a list of the ids of teams.")}

    def to_internal_value(self, data: Any) -> str | list[UUID]:
        """Return it, or refuse what is neither."""
        if data in (NONE, ALL) and isinstance(data, str):
            return str(data)
        if not isinstance(data, list) or len(data) > MOST_TEAMS:
            self.fail("invalid")
        try:
            return [UUID(each) for each in data if isinstance(each, str) or self.fail("invalid")]
        except ValueError:
            self.fail("invalid")


class AgainIn(StrictSerializer):
    """What the next one is called, when it begins, who enters."""

    name = Text(max_length=LONGEST)
    starts_at = Instant(required=False, allow_null=True)
    entrants = TeamsAgainField(required=False, default=NONE)


class Again(requests.TournamentCall):
    """A tournament held again: the same stages, tables, rules, pages and circuits."""

    acts: ClassVar[dict[str, str]] = {"POST": "hold_again"}

    @extend_schema(
        operation_id="hold_again",
        request=AgainIn,
        parameters=[IDEMPOTENCY_KEY],
        responses=answers(TournamentAnswer, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make the next one; asked again with the same `Idempotency-Key`, it is the same one."""
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
