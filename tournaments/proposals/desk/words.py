"""Texts of the page for creating a tournament: times, tables, and the reason why no proposal fits."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _, ngettext

from scoring.translation import say
from tournaments.proposals.rules.courses import Offer
from tournaments.proposals.selectors import PaceNow
from tournaments.templatetags.entrants import words_for
from tournaments.web.words import clock

NEAREST = timedelta(minutes=5)
HOUR = 60


def about(start: datetime, minutes: float) -> str:
    """Return the end time as text, rounded to five minutes."""
    end = start + timedelta(minutes=minutes) + NEAREST / 2
    return clock(end - timedelta(seconds=end.timestamp() % NEAREST.total_seconds()))


def pace_words(pace: PaceNow) -> str:
    """Return a sentence with the duration of a match in recent tournaments or else the usual duration."""
    minutes = round(pace.pace.minutes)
    if not pace.evenings:
        words = ngettext(
            "A match takes about %(count)d minute, as is usual.",
            "A match takes about %(count)d minutes, as is usual.",
            minutes,
        )
        return words % {"count": minutes}
    words = ngettext(
        "A match takes about %(minutes)d minutes, as in your last evening.",
        "A match takes about %(minutes)d minutes, as in your last %(count)d evenings.",
        pace.evenings,
    )
    return words % {"minutes": minutes, "count": pace.evenings}


def tables_words(entrants: int, tables: int, sides: int, *, single: bool) -> str:
    """Return a sentence about whether all entrants play at the same time, have byes, or wait for a table."""
    playing = min(tables, entrants // sides) * sides
    over = entrants - playing
    if not over:
        return words_for("all at once", single=single)
    if over < sides:
        words = ngettext(
            "%(playing)d play at the same time, %(count)d rests.",
            "%(playing)d play at the same time, %(count)d rest.",
            over,
        )
        return words % {"playing": playing, "count": over}
    words = ngettext("%(count)d waits for a table.", "%(count)d wait for a table.", over)
    return words % {"count": over}


def time_words(minutes: int, pace: PaceNow) -> str:
    """Return a sentence with the number of consecutive matches that fit into the available time."""
    in_a_row = int(minutes / pace.pace.minutes)
    if not in_a_row:
        return _("%(length)s: too short for a match.") % {"length": _length(minutes)}
    words = ngettext(
        "%(length)s: time for %(count)d match in a row.",
        "%(length)s: time for %(count)d matches in a row.",
        in_a_row,
    )
    return words % {"length": _length(minutes), "count": in_a_row}


def _length(minutes: int) -> str:
    """Return the duration of a tournament as text: "3 hours", "2:45 hours"."""
    hours = ngettext("%(count)s hour", "%(count)s hours", 1 if minutes == HOUR else 2)
    count = f"{minutes // HOUR}:{minutes % HOUR:02d}" if minutes % HOUR else f"{minutes // HOUR}"
    return hours % {"count": count}


def nothing_fits(offer: Offer, start: datetime, minutes: int) -> str:
    """Return the reason why no proposal fits, and the earliest end; empty if any proposal fits."""
    if offer.proposals:
        return ""
    wished = clock(start + timedelta(minutes=minutes))
    if offer.quickest is None:
        refusals = [each.refusal for each in offer.formats if each.refusal]
        return say(refusals[0]) if refusals else ""
    if offer.more_evenings:
        text = _(
            "Nothing ends by %(wished)s: even the quickest needs more evenings than one. Put more tables."
        )
        return text % {"wished": wished}
    text = _("Nothing ends by %(wished)s: the quickest ends about %(at)s. Finish later, or put more tables.")
    return text % {"wished": wished, "at": about(start, offer.quickest)}
