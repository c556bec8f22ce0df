"""When it will end, in words: rounded to five minutes, with as of when and from what it was told."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.pages.public.words import clock, day
from tournaments.rules.formats import FORMATS
from tournaments.selectors.forecast import Forecast, latest_forecasts

STEP = timedelta(minutes=5)
TONIGHT = timedelta(hours=18)


@dataclass(frozen=True)
class ForecastView:
    """The sentence, how sure it is, and from what it was told."""

    words: str
    short: str
    basis: str
    as_of: datetime


def forecast_view(tournament: Tournament) -> ForecastView | None:
    """Return the forecast of a tournament that is to be played; None while there is none: two queries."""
    found = latest_forecasts([tournament]).get(tournament.pk)
    last = list(tournament.stages.all())[-1]
    return told(found, final=FORMATS[last.format].bracket) if found else None


def told(found: Forecast, *, final: bool) -> ForecastView:
    """Return a forecast in words; a bracket ends with its final."""
    values = {
        "at": near(found.middle),
        "low": near(found.low),
        "high": near(found.high),
        "day": day(found.middle),
    }
    tonight = timezone.localtime(found.middle) - timezone.localtime() < TONIGHT
    minutes = max(1, round(found.hand_seconds / 60))
    hand = ngettext("%(count)d minute a hand", "%(count)d minutes a hand", minutes) % {"count": minutes}
    basis = (
        _("%(hand)s, measured on %(hands)s hands")
        if found.measured
        else _("%(hand)s, the usual of this game")
    )
    return ForecastView(
        words=_sentence(final=final, tonight=tonight) % values,
        short=(_("ends at about %(at)s") if tonight else _("ends at about %(at)s of %(day)s")) % values,
        basis=basis % {"hand": hand, "hands": found.measured},
        as_of=found.as_of,
    )


def _sentence(*, final: bool, tonight: bool) -> str:
    """Another day than today says which."""
    if final and tonight:
        return _("With this plan the final ends at %(at)s, 80 %% between %(low)s and %(high)s.")
    if final:
        return _("With this plan the final ends at %(at)s of %(day)s, 80 %% between %(low)s and %(high)s.")
    if tonight:
        return _("With this plan all is over at %(at)s, 80 %% between %(low)s and %(high)s.")
    return _("With this plan all is over at %(at)s of %(day)s, 80 %% between %(low)s and %(high)s.")


def near(at: datetime) -> str:
    """Return an instant to the nearest five minutes."""
    whole = at + STEP / 2
    return clock(whole - timedelta(seconds=whole.timestamp() % STEP.total_seconds()))
