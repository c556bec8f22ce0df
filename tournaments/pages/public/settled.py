"""Whether results are provisional or official, and why an event was opened again, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import JournalEntry, Tournament
from tournaments.pages.public.words import instant
from tournaments.rules.official import Settled, Standing


@dataclass(frozen=True)
class SettledView:
    """What is said over results that are all in; `reopened` has the reason of the last opening."""

    official: bool
    words: str
    reopened: str = ""


def settled_view(tournament: Tournament, settled: Settled) -> SettledView | None:
    """Return what is said of results, nothing while there are more to come: one query once opened again."""
    if settled.official_at is None:
        return None
    official = settled.standing is Standing.OFFICIAL
    text = _("Official since %(instant)s") if official else _("Provisional until %(instant)s")
    return SettledView(official, text % {"instant": instant(settled.official_at)}, _reopened(tournament))


def _reopened(tournament: Tournament) -> str:
    if tournament.reopened_at is None:
        return ""
    entries = JournalEntry.objects.filter(tournament=tournament, kind="event_reopened")
    reason = entries.order_by("-at").values_list("reason", flat=True).first()
    values = {"instant": instant(tournament.reopened_at), "reason": reason}
    return _("Opened again by the organiser, %(instant)s: “%(reason)s”") % values
