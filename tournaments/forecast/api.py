"""API view of the forecast of a tournament's end time."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.forecast.selectors import latest_forecasts
from tournaments.forecast.serializers import ForecastAnswer
from tournaments.web.api.requests import TournamentCall
from tournaments.web.api.schema import answers


class ForecastCall(TournamentCall):
    """The latest forecast of a tournament's end time."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}

    @extend_schema(operation_id="forecast", responses=answers(ForecastAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the latest forecast: 80 % of the simulated runs end between `low` and `high`."""
        latest = latest_forecasts([self.tournament]).get(self.tournament.pk)
        return Response(ForecastAnswer({"forecast": latest}).data)
