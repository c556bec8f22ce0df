"""The calendar at the desk: when rounds begin and must be over, which matches have a date of their own."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.sheet.services.log import Author
from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.errors import status_of
from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.results.desk.match import acted, match_page
from tournaments.stages.selectors.stage_facts import stage_at_hand
from tournaments.tables.public import dated_lines
from tournaments.tables.rules import ClockAct
from tournaments.tables.selectors.calendar import RoundDates, round_dates
from tournaments.tables.services import calendar as time_called
from tournaments.tables.services.calendar import move_round_clock, plan_round, postpone_match
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, put_beside
from tournaments.web.words import instant


def moment(label: Any, *, required: bool = False) -> forms.DateTimeField:
    """Make a field for a day and an hour, in the club's zone."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=required, widget=widget)


class RoundForm(forms.Form):
    """What is planned of one round; what is left empty is open."""

    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=999)
    starts_at = moment(gettext_lazy("Begins"))
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=720, required=False)
    deadline = moment(gettext_lazy("To be played by"))


class PostponeForm(forms.Form):
    """The date a match gets, and why."""

    to = moment(gettext_lazy("New date"), required=True)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


@desk("plan_rounds", "GET", "HEAD", "POST")
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the calendar, and plan a round."""
    stage, status = stage_at_hand(tournament), 200
    form = RoundForm(request.POST or None, initial={"round": request.GET.get("turno", "1")})
    if request.method == "POST":
        status = BAD_FORM
        if form.is_valid():
            try:
                return _planned(request, stage, dict(form.cleaned_data))
            except RuleError as refusal:
                status = status_of(refusal)
                put_beside(form, refusal)
    rounds = round_dates(tournament)
    context = {
        "form": form,
        "rounds": [_row(each, rounds) for each in rounds],
        "lines": dated_lines(stage, max((each.round for each in rounds), default=1)),
    }
    return at_desk(request, tournament, "tables/calendar.html", context, status=status)


def _planned(request: HttpRequest, stage: Stage, plan: dict[str, Any]) -> HttpResponse:
    plan_round(stage, plan.pop("round"), author=author_of(request), at=timezone.now(), **plan)
    messages.success(request, _("The round is planned."))
    return redirect("desk_calendar", stage.tournament.slug)


def _row(each: RoundDates, rounds: list[RoundDates]) -> dict[str, Any]:
    last = max(other.round for other in rounds if other.stage == each.stage)
    plan = each.plan
    return {
        "name": say(FORMATS[each.stage.format].round_name(each.round, last)),
        "round": each.round,
        "starts": instant(plan.starts_at) if plan and plan.starts_at else "",
        "minutes": plan.minutes if plan else None,
        "deadline": instant(each.deadline) if each.deadline else "",
        "to_play": each.to_play,
        "overdue": each.overdue(timezone.now()),
    }


@desk("postpone_match", "POST")
def postpone(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Give a match a date of its own."""
    form = PostponeForm(request.POST)
    if not form.is_valid():
        words = [error for errors in form.errors.values() for error in errors]
        return match_page(request, tournament, match_id, status=BAD_FORM, refusal=words)

    def now() -> None:
        to, reason = form.cleaned_data["to"], form.cleaned_data["reason"]
        postpone_match(match_id, to, reason, author=author_of(request), at=timezone.now())

    return acted(request, tournament, match_id, now, _("Match postponed: the others go on."))


@desk("rule_on_time", "POST")
def everywhere(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Call time at all tables of the stage that is played."""
    try:
        stopped = time_called.call_time_everywhere(
            stage_at_hand(tournament), author=author_of(request), at=timezone.now()
        )
        words = ngettext("Time called at %(count)d table.", "Time called at %(count)d tables.", len(stopped))
        messages.success(request, words % {"count": len(stopped)})
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_evening", tournament.slug)


@desk("move_clock", "POST")
def clock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start, pause, resume, shift or take away the clock of a round."""
    sent = request.POST
    try:
        act, minutes = _read_act(sent.get("act", "")), _read_minutes(sent.get("minutes", ""))
        move_round_clock(
            stage_at_hand(tournament),
            _read_minutes(sent.get("round", "")) or 1,
            act,
            minutes=minutes,
            reason=sent.get("reason", "")[:200],
            author=author_of(request),
            at=timezone.now(),
        )
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_evening", tournament.slug)


def _read_act(word: str) -> ClockAct:
    if word not in set(ClockAct):
        raise BadEntry("unknown_act", Sentence(marked("Choose what to do with the clock.")))
    return ClockAct(word)


def _read_minutes(text: str) -> int | None:
    """Read a small number of minutes, which may be taken away; nothing typed is none."""
    if not re.fullmatch(r"-?[0-9]{0,3}", text.strip()):
        raise BadEntry("bad_length", Sentence(marked("Write the minutes as a whole number.")))
    return int(text) if text.strip(" -") else None


@desk("rule_on_time", "POST")
def at_table(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Call time at one table, say that no hand had begun, place the call, or take it back."""
    act, done = ACTS.get(request.POST.get("act", ""), ACTS["call"])
    hands = request.POST.get("hands", "")

    def now() -> None:
        act(match_id, hands, author_of(request))

    return acted(request, tournament, match_id, now, str(done))


def _with_hands(match_id: UUID, hands: str, author: Author) -> Any:
    if not (hands.isdecimal() and len(hands) < 4):  # no sheet has a thousand hands
        text = marked("Write how many hands had been played when time was called.")
        raise BadEntry("bad_time_call", Sentence(text))
    return time_called.place_call(match_id, int(hands), author=author, at=timezone.now())


def _without(act: Callable[..., Any]) -> Callable[[UUID, str, Author], Any]:
    return lambda match_id, _hands, author: act(match_id, author=author, at=timezone.now())


ACTS: Mapping[str, tuple[Callable[[UUID, str, Author], Any], object]] = {
    "call": (_without(time_called.call_time), gettext_lazy("Time called at this table.")),
    "none": (_without(time_called.say_none_begun), gettext_lazy("Written: no hand had begun.")),
    "place": (_with_hands, gettext_lazy("Written: time was called after that hand.")),
    "back": (_without(time_called.take_time_back), gettext_lazy("Time taken back: they play on.")),
}
