"""Serializers of the API requests that repeat a tournament."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework.serializers import Field

from scoring.api.fields import Instant, Text
from scoring.api.serializers import StrictSerializer
from tournaments.again.services.again import ALL, NONE
from tournaments.competition.names import LONGEST
from tournaments.competition.roster import MOST_TEAMS

ENTRANTS: dict[str, Any] = {
    "anyOf": [
        {"type": "string", "enum": [NONE, ALL]},
        {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": MOST_TEAMS},
    ]
}


@extend_schema_field(ENTRANTS)
class TeamsAgainField(Field[Any, Any, Any, Any]):
    """The teams that enter again: "none", "all", or a list of team ids."""

    default_error_messages = {"invalid": _("Write “none”, “all”, or a list of the ids of teams.")}

    def to_internal_value(self, data: Any) -> str | list[UUID]:
        """Return "none", "all" or the ids; reject any other value."""
        if data in (NONE, ALL) and isinstance(data, str):
            return str(data)
        if not isinstance(data, list) or len(data) > MOST_TEAMS:
            self.fail("invalid")
        try:
            return [UUID(each) for each in data if isinstance(each, str) or self.fail("invalid")]
        except ValueError:
            self.fail("invalid")


class AgainIn(StrictSerializer):
    """The API request to repeat a tournament: name and start of the new tournament, and its teams."""

    name = Text(max_length=LONGEST)
    starts_at = Instant(required=False, allow_null=True)
    entrants = TeamsAgainField(required=False, default=NONE)
