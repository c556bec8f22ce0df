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
    values = {key: near(at) for key, at in (("at", found.middle), ("low", found.low), ("high", found.high))}
    sentence = (
        _("With this plan the final ends at %(at)s, 80 %% between %(low)s and %(high)s.")
        if final
        else _("With this plan all is over at %(at)s, 80 %% between %(low)s and %(high)s.")
    )
    minutes = max(1, round(found.hand_seconds / 60))
    hand = ngettext("%(count)d minute a hand", "%(count)d minutes a hand", minutes) % {"count": minutes}
    basis = (
        _("%(hand)s, measured on %(hands)s hands")
        if found.measured
        else _("%(hand)s, the usual of this game")
    )
    return ForecastView(
        words=sentence % values,
        short=_("ends at about %(at)s") % values,
        basis=basis % {"hand": hand, "hands": found.measured},
        as_of=found.as_of,
    )


def near(at: datetime) -> str:
    """Return an instant to the nearest five minutes; another day than today says which."""
    whole = at + STEP / 2
    whole -= timedelta(seconds=whole.timestamp() % STEP.total_seconds())
    tonight = timezone.localtime(whole) - timezone.localtime() < timedelta(hours=18)
    return clock(whole) if tonight else f"{day(whole)}, {clock(whole)}"
