"""Desk pages of the calendar, the round clock and calls of time."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from scoring.types import BadEntry, Sentence, _ as marked
from tournaments.competition.formats import FORMATS
from tournaments.matches.desk.match import match_act, match_page
from tournaments.models import Match, Stage, Tournament
from tournaments.tables.public import dated_lines
from tournaments.tables.selectors.calendar import RoundDates, round_dates
from tournaments.tables.services.calendar import plan_round, postpone_match
from tournaments.tables.services.round_clock import move_round_clock
from tournaments.tables.services.time_called import (
    call_time,
    call_time_everywhere,
    place_call,
    say_none_begun,
    take_time_back,
)
from tournaments.values.clock import ClockAct
from tournaments.web.desk_frame import BAD_FORM, acting, at_desk, carried_out, desk, desk_act, sent
from tournaments.web.fields import StartField
from tournaments.web.frame import number_asked


class RoundForm(forms.Form):
    """The form for planning a round. An empty field deletes the stored value."""

    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=999)
    starts_at = StartField(required=False)
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=720, required=False)
    deadline = StartField(label=gettext_lazy("To be played by"), required=False)


class PostponeForm(forms.Form):
    """The form for postponing a match: its new date and the reason."""

    to = StartField(label=gettext_lazy("New date"))
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


@desk("plan_rounds", "GET", "HEAD", "POST")
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the calendar; for a POST request, save the plan of a round."""
    stage = tournament.stage_at_hand()
    rounds = round_dates(tournament)
    form = RoundForm(sent(request), initial=_initial_plan(request, stage, rounds))

    def plan() -> None:
        planned = dict(form.cleaned_data)
        plan_round(stage, planned.pop("round"), **acting(request), **planned)

    if carried_out(form, plan):
        messages.success(request, _("The round is planned."))
        return redirect("desk_calendar", tournament.slug)
    last = {each.stage: each.round for each in rounds}
    context = {
        "form": form,
        "rounds": [
            (
                each,
                say(FORMATS[each.stage.format].round_name(each.round, last[each.stage])),
                each.overdue(timezone.now()),
            )
            for each in rounds
        ],
        "lines": dated_lines(stage, max((each.round for each in rounds), default=1)),
    }
    return at_desk(request, tournament, "tables/calendar.html", context)


def _initial_plan(request: HttpRequest, stage: Stage, rounds: Iterable[RoundDates]) -> dict[str, Any]:
    """Return the initial values of the plan form for the round in the query string (round 1 by default)."""
    round_number = number_asked(request, "turno") or 1
    plans = (each.plan for each in rounds if each.plan and each.stage == stage and each.round == round_number)
    plan = next(plans, None)
    planned = {key: getattr(plan, key) for key in ("starts_at", "minutes", "deadline")} if plan else {}
    return {"round": round_number} | planned


@match_act("postpone_match")
def postpone(request: HttpRequest, match: Match) -> str | HttpResponse:
    """Postpone a match to the date in the submitted form."""
    form = PostponeForm(request.POST)
    if not form.is_valid():
        words = [error for errors in form.errors.values() for error in errors]
        return match_page(request, match.tournament, match.pk, status=BAD_FORM, refusal=words)
    to, reason = form.cleaned_data["to"], form.cleaned_data["reason"]
    postpone_match(match.pk, to, reason, **acting(request))
    return _("Match postponed: the others go on.")


@desk_act("rule_on_time", "desk_evening")
def everywhere(request: HttpRequest, tournament: Tournament) -> str:
    """Call time at all tables of the current stage."""
    stopped = call_time_everywhere(tournament.stage_at_hand(), **acting(request))
    words = ngettext("Time called at %(count)d table.", "Time called at %(count)d tables.", len(stopped))
    return words % {"count": len(stopped)}


@desk_act("move_clock", "desk_evening")
def clock(request: HttpRequest, tournament: Tournament) -> None:
    """Start, pause, resume, shift or stop the clock of a round."""
    act = request.POST.get("act", "")
    if act not in set(ClockAct):
        raise BadEntry("unknown_act", Sentence(marked("Choose what to do with the clock.")))
    move_round_clock(
        tournament.stage_at_hand(),
        _read_minutes(request.POST.get("round", "")) or 1,
        ClockAct(act),
        minutes=_read_minutes(request.POST.get("minutes", "")),
        reason=request.POST.get("reason", "")[:200],
        **acting(request),
    )


def _read_minutes(text: str) -> int | None:
    """Convert a text to whole minutes, or to None if it is empty; raise BadEntry for any other text."""
    if not re.fullmatch(r"-?[0-9]{0,3}", text.strip()):
        raise BadEntry("bad_length", Sentence(marked("Write the minutes as a whole number.")))
    return int(text) if text.strip(" -") else None


@match_act("rule_on_time")
def at_table(request: HttpRequest, match: Match) -> str:
    """Call time at one table, or correct or cancel a call of time, as chosen on the desk page."""
    word, hands = request.POST.get("act", ""), request.POST.get("hands", "")
    if word == "place":
        if not (hands.isdecimal() and len(hands) < 4):  # no sheet has a thousand hands
            text = marked("Write how many hands had been played when time was called.")
            raise BadEntry("bad_time_call", Sentence(text))
        place_call(match.pk, int(hands), **acting(request))
        return _("Written: time was called after that hand.")
    act, message = ACTS.get(word, ACTS["call"])
    act(match.pk, **acting(request))
    return str(message)


ACTS: Mapping[str, tuple[Callable[..., Any], object]] = {
    "call": (call_time, gettext_lazy("Time called at this table.")),
    "none": (say_none_begun, gettext_lazy("Written: no hand had begun.")),
    "back": (take_time_back, gettext_lazy("Time taken back: they play on.")),
}
