"""A part of the phone's page after time is called: instructions for the players, and their actions."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from scoring.types import Now
from tournaments.models import Match
from tournaments.phone.access import AtTable, at_table
from tournaments.tables.services.time_called import call_time, say_none_begun, take_time_back

# The texts for the table: a heading, and what to do.
SAYS: Mapping[Now, tuple[object, object]] = {
    Now.FINISH: (
        _("Time! Finish this hand, then stop."),
        _("No new hand starts. If you were between two hands, say so below."),
    ),
    Now.PLAY_ON: (
        _("Time, and the game is level: one more hand."),
        _("Play whole hands until one side is ahead: that side wins the game."),
    ),
    Now.DECIDE: (
        _("Time, and nobody is ahead: one hand decides."),
        _("Draw the dealer afresh. If the hand ends level, play another."),
    ),
    Now.OVER: (_("Time: the match ends as it stands."), _("Read the sheet together, then sign it.")),
}

ACTS: Mapping[str, Callable[..., Match]] = {
    "call": call_time,
    "none": say_none_begun,
    "back": take_time_back,
}


def time_words(table: AtTable) -> tuple[object, object] | None:
    """Return the instructions after a call of time; None before the call and after the result."""
    now = table.view.state.time
    return SAYS[now] if now and not table.match.decided else None


@at_table("call_time", "POST")
def table_time(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Call time at this table, record that no hand was in play, or cancel the call."""
    act = ACTS.get(request.POST.get("act", ""))
    if act is not None:
        act(table.match.match, **table.acting())
    return redirect("table", table.id)
