"""The forecast of a tournament's end time as text, rounded to five minutes, and the panel that shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from tournaments.forecast.selectors import Forecast, latest_forecasts
from tournaments.models import Tournament
from tournaments.web.words import clock, day

STEP = timedelta(minutes=5)
TONIGHT = timedelta(hours=18)


@dataclass(frozen=True)
class ForecastView:
    """A forecast for display: a sentence, a short text, and the inputs of the simulation."""

    words: str
    short: str
    hand: str
    measured: int
    as_of: datetime

    def __str__(self) -> str:
        return self.short


def ends_of(tournaments: Sequence[Tournament]) -> Mapping[UUID, ForecastView]:
    """Return the forecasts of the end times as text, keyed by tournament id. One query.

    Tournaments without a forecast are omitted.
    """
    return {key: forecast_words(forecast) for key, forecast in latest_forecasts(tournaments).items()}


def forecast_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the context of the forecast panel; None if there is no forecast."""
    ends = context["ends"] if "ends" in context else forecast_view(context["tournament"])
    return {"forecast": ends} if ends else None


def forecast_view(tournament: Tournament) -> ForecastView | None:
    """Return the forecast of an unfinished tournament; None if no forecast was made. One query."""
    forecast = latest_forecasts([tournament]).get(tournament.pk)
    return forecast_words(forecast) if forecast else None


def forecast_words(forecast: Forecast) -> ForecastView:
    """Return a forecast as text. If the end is 18 hours away or more, the text includes the day."""
    values = {
        "at": near(forecast.middle),
        "low": near(forecast.low),
        "high": near(forecast.high),
        "day": day(forecast.middle),
    }
    tonight = timezone.localtime(forecast.middle) - timezone.localtime() < TONIGHT
    minutes = max(1, round(forecast.hand_seconds / 60))
    words = (
        _("Expected finish about %(at)s (likely %(low)s–%(high)s).")
        if tonight
        else _("Expected finish on %(day)s about %(at)s (likely %(low)s–%(high)s).")
    )
    return ForecastView(
        words=words % values,
        short=(_("ends at about %(at)s") if tonight else _("ends at about %(at)s of %(day)s")) % values,
        hand=ngettext("%(count)d minute a hand", "%(count)d minutes a hand", minutes) % {"count": minutes},
        measured=forecast.measured,
        as_of=forecast.as_of,
    )


def near(at: datetime) -> str:
    """Return a time as text, rounded to five minutes."""
    moment = at + STEP / 2
    return clock(moment - timedelta(seconds=moment.timestamp() % STEP.total_seconds()))
