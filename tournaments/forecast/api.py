"""When a tournament will be over, as far as anybody can tell."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from scoring.sheet.serializers import Answer, Instant
from tournaments.forecast.selectors import latest_forecasts
from tournaments.web.api.requests import TournamentCall
from tournaments.web.api.schema import answers


class TimesAnswer(Answer):
    """When it ends, as of when, and from what that was told."""

    as_of = Instant()
    low = Instant()
    middle = Instant()
    high = Instant()
    hand_seconds = IntegerField()
    measured_hands = IntegerField(source="measured")
    seed = CharField()
    runs = IntegerField()


class ForecastAnswer(Answer):
    """The latest forecast, if there is one."""

    forecast = TimesAnswer(allow_null=True)


class ForecastCall(TournamentCall):
    """The latest forecast of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="forecast", responses=answers(ForecastAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """When it ends, were it to go on like this: 80 % of the runs end between `low` and `high`."""
        found = latest_forecasts([self.tournament]).get(self.tournament.pk)
        return Response(ForecastAnswer.of({"forecast": found}))
