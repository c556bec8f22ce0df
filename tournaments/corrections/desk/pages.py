"""Correction of a result at the desk: the form, the preview and the correction.

The server stores nothing between the pages: the preview page submits the form again, with the preview's seal.
If the tournament has changed since the preview, nothing is corrected, and the preview is shown again.
"""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import RuleError
from tournaments.corrections.desk import words
from tournaments.corrections.desk.form import CorrectionForm
from tournaments.corrections.services import correct_match, preview_correction, reopen_event
from tournaments.errors import status_of
from tournaments.matches.desk.match import match_at_desk
from tournaments.matches.outcome_words import outcome_words
from tournaments.matches.public.match_box import settled_view
from tournaments.matches.selectors.matches import MatchNow, event_settled, one_match
from tournaments.matches.words import targets_of
from tournaments.models import Tournament
from tournaments.stages.selectors.stage_details import rounds_of
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, sent
from tournaments.web.words import game_words, match_words

# Fields of the preview page that are not part of the correction form.
ASIDE = {"csrfmiddlewaretoken", "reason", "stays", "seen", "back", "open"}


class ReasonForm(forms.Form):
    """Form for the reason for a correction, and for the choice whether later matches keep their entrants."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        help_text=gettext_lazy("Everybody reads it on the sheet of the match."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    stays = forms.BooleanField(label=gettext_lazy("Who plays on stays, whoever won here"), required=False)


@desk("correct", "GET", "HEAD", "POST")
def correct(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Render the correction form, or the preview of a submitted correction, without saving anything."""
    form = CorrectionForm(match_at_desk(tournament, match_id), sent(request))
    if form.data is None and (not form.match.decided or form.match.match.state == "bye"):
        return redirect("desk_match", tournament.slug, match_id)
    if form.data is None or form.data.keys() & {"back", "open"}:
        return form_page(request, form)
    return _preview_page(request, form, ReasonForm())


@desk("correct", "POST")
def correct_now(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Save the correction; render the preview again if the effects of the correction have changed."""
    match = match_at_desk(tournament, match_id)
    form, why = CorrectionForm(match, request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return form_page(request, form, desk_frame.BAD_FORM)
    stays, reason = bool(why.cleaned_data["stays"]), why.cleaned_data["reason"]
    try:
        seal, correction = request.POST.get("seen", ""), form.correction(stays=stays)
        preview = correct_match(match_id, correction, reason, seal=seal, **acting(request))
    except RuleError as refusal:
        if refusal.code == "hand_changed":
            return _refused(request, form, refusal)
        why.add_error("reason" if refusal.code == "reason_missing" else None, say(refusal.message))
        again = CorrectionForm(match_at_desk(tournament, match_id), form.data)
        return _preview_page(request, again, why, status_of(refusal))
    now = one_match(match_id)
    messages.success(request, words.corrected_words(preview, now, rounds_of(now.match), stays=stays))
    return redirect("desk_match", tournament.slug, match_id)


def _preview_page(
    request: HttpRequest, form: CorrectionForm, why: ReasonForm, status: int = 200
) -> HttpResponse:
    """Render the preview of a correction; render the form with errors if the correction is impossible."""
    if not form.is_valid():
        return form_page(request, form, desk_frame.BAD_FORM)
    match = form.match
    try:
        preview = preview_correction(match.match.pk, form.correction(), at=timezone.now())
    except RuleError as refusal:
        return _refused(request, form, refusal)
    typed = form.data.items() if form.data is not None else ()
    context = {
        **_about(match),
        "why": why,
        "after": preview.outcome,
        "after_words": outcome_words(match, preview.outcome),
        "preview": preview,
        "moves": words.moves_in_words(match.match, preview),
        "sent": [(name, value) for name, value in typed if name not in ASIDE],
        "seen": preview.seal,
    }
    tournament = match.match.tournament
    return at_desk(request, tournament, "corrections/correction_preview.html", context, status=status)


def _refused(request: HttpRequest, form: CorrectionForm, refusal: RuleError) -> HttpResponse:
    form.put_beside(refusal)
    if refusal.code == "hand_changed":
        form = form.with_current_hands()
    return form_page(request, form, status_of(refusal))


def form_page(request: HttpRequest, form: CorrectionForm, status: int = 200) -> HttpResponse:
    """Render the correction form, filled with the current or the submitted values.

    The form contains the hands of each game, and a choice of other outcomes for the match.
    """
    match, targets = form.match, targets_of(form.match.match.stage)
    games: dict[int, list[Any]] = {}
    for hand in form.hands:
        games.setdefault(hand.place[0], []).append(hand)
    context = {
        **_about(match),
        "form": form,
        "games": [(number, game_words(number, targets), hands) for number, hands in games.items()],
    }
    tournament = match.match.tournament
    return at_desk(request, tournament, "corrections/correction.html", context, status=status)


def _about(match: MatchNow) -> dict[str, Any]:
    return {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds_of(match.match)),
        "result": outcome_words(match, match.outcome) if match.outcome else "",
    }


class ReopenForm(forms.Form):
    """Form for the reason for reopening a tournament whose results are official."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200,
        help_text=gettext_lazy("Everybody reads it over the standings."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip


@desk("reopen_event", "GET", "HEAD", "POST")
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Render the form for reopening a tournament; on submission, reopen the tournament for corrections."""
    form = ReopenForm(sent(request))
    if carried_out(form, lambda: reopen_event(tournament, form.cleaned_data["reason"], **acting(request))):
        messages.success(request, _("Open again: results can be corrected."))
        return redirect("desk_evening", tournament.slug)
    context = {"form": form, "settled": settled_view(tournament, event_settled(tournament, timezone.now()))}
    return at_desk(request, tournament, "matches/correction_period.html", context)
