"""Time called from the desk: at every table at once, or about one of them."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import BadEntry, RuleError
from scoring.sentences import Sentence
from scoring.sentences import _ as marked
from scoring.sheet.services.log import Author
from scoring.translation import say
from tournaments.models import Tournament
from tournaments.pages.desk.access import author_of, desk
from tournaments.results.desk.match import acted
from tournaments.rules.timetable import ClockAct
from tournaments.services import time_called
from tournaments.services.clock import move_round_clock
from tournaments.stages.selectors.rounds import stage_at_hand


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
