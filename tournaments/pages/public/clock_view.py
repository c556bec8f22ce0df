"""The clock of the round in words, the same on the desk, the tables page and the phone.

What is left is rendered in whole minutes; the script counts on from what the server says, never by its own
device's clock.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.translation import say
from tournaments.formats import FORMATS
from tournaments.models import Stage
from tournaments.pages.public.words import clock as hour
from tournaments.rules.timetable import WARNINGS, ClockState
from tournaments.selectors.clock import RoundClock, clock_of

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class ClockView:
    """One line about the clock of a round."""

    round: int
    name: str
    state: str
    left: int
    words: str
    detail: str
    near: bool

    @property
    def running(self) -> bool:
        """Whether the script counts on."""
        return self.state == ClockState.RUNNING


def clock_view(stage: Stage, rounds: int, now: datetime) -> ClockView | None:
    """Return the clock of the round that is played, or None while there is none: one query."""
    found = clock_of(stage)
    if found is None or not found.running:
        return None
    name = say(FORMATS[stage.format].round_name(found.round, max(rounds, found.round)))
    return clock_in_words(found, name, now)


def clock_in_words(found: RoundClock, name: str, now: datetime) -> ClockView:
    """Return the clock of a round of this name."""
    state, left = found.clock.state(now), found.clock.left(now)
    return ClockView(
        round=found.round,
        name=name,
        state=state.value,
        left=int(left.total_seconds()),
        words=_("Time!") if state is ClockState.TIME else minutes_left(left),
        detail=_detail(found, state, now),
        near=left <= max(WARNINGS),
    )


def minutes_left(left: timedelta) -> str:
    """Return what is left in whole minutes, one begun counted as one."""
    minutes = -(-left // MINUTE)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def _detail(found: RoundClock, state: ClockState, now: datetime) -> str:
    if state is ClockState.PAUSED:
        return _("stopped at %(time)s: %(reason)s") % {
            "time": hour(found.clock.paused_at),
            "reason": found.reason,
        }
    if state is ClockState.TIME:
        return _("since %(time)s") % {"time": hour(found.clock.ends_at)}
    return _("until %(time)s") % {"time": hour(found.clock.end(now))}
