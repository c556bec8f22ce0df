"""A result that counts is put right at the desk: the hands or the ending, then what would move, then the act.

Nothing is kept on the server between the pages: what was typed goes with them, and with it what was shown. If
that is no longer so when the director says yes, nothing is done and the page is shown as things are now.
"""

import hashlib
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.translation import say
from scoring.types import NotNow, RuleError, Sentence, _ as marked
from tournaments.errors import status_of
from tournaments.models import Outcome, Tournament
from tournaments.results.desk.correction_form import CorrectionForm
from tournaments.results.desk.correction_words import moved_in_words, moves_in_words, result_words, to_come
from tournaments.results.public.match_box import settled_view
from tournaments.results.selectors.corrections import CorrectionPreview
from tournaments.results.selectors.matches import MatchNow, event_settled, one_match
from tournaments.results.services.corrections import correct_match, preview_correction, reopen_event
from tournaments.stages.selectors.stage_facts import rounds_of
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, match_of, sent
from tournaments.web.words import game_words, match_words, targets_of

ASIDE = {"csrfmiddlewaretoken", "reason", "stays", "seen", "back", "open"}
"""What the second page sends of its own, beside the form it carries on."""


class ReasonForm(forms.Form):
    """Why, and whether who plays on stays."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        help_text=gettext_lazy("Everybody reads it on the sheet of the match."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    stays = forms.BooleanField(label=gettext_lazy("Who plays on stays, whoever won here"), required=False)


@desk("correct", "GET", "HEAD", "POST")
def correct(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Ask what should stand; what was sent is looked at, and nothing is done yet."""
    match = _match(tournament, match_id)
    form = CorrectionForm(match, request.POST if request.method == "POST" else None)
    if form.data is None and (not match.decided or match.match.state == "bye"):
        return redirect("desk_match", tournament.slug, match_id)
    if form.data is None or form.data.keys() & {"back", "open"}:
        return form_page(request, tournament, form)
    return _looked_at(request, tournament, form, ReasonForm())


@desk("correct", "POST")
def correct_now(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Do it, if what was shown is still what it does."""
    match = _match(tournament, match_id)
    form, why = CorrectionForm(match, request.POST), ReasonForm(request.POST)
    if not (form.is_valid() and why.is_valid()):
        return form_page(request, tournament, form, BAD_FORM)
    stays = bool(why.cleaned_data["stays"])
    try:
        with transaction.atomic():
            seen = correct_match(
                match_id,
                form.correction(stays=stays),
                why.cleaned_data["reason"],
                author=author_of(request),
                at=timezone.now(),
            )
            if request.POST.get("seen") != _fingerprint(
                seen, Outcome.objects.filter(match=match_id).count() - 1
            ):
                raise NotNow(
                    "preview_changed",
                    Sentence(
                        marked(
                            "Meanwhile something has changed here. Look again at what is moved, then say yes."
                        )
                    ),
                )
    except RuleError as refusal:
        if refusal.code == "hand_changed":
            return _refused(request, tournament, form, refusal)
        if refusal.code == "reason_missing":
            why.add_error("reason", say(refusal.message))
        else:
            why.add_error(None, say(refusal.message))
        return _looked_at(
            request, tournament, CorrectionForm(_match(tournament, match_id), form.data), why, refusal
        )
    messages.success(request, moved_in_words(seen, match, rounds_of(match.match), stays=stays))
    return redirect("desk_match", tournament.slug, match_id)


def _match(tournament: Tournament, match_id: UUID) -> MatchNow:
    match = one_match(match_of(tournament, match_id).pk)
    match.match.stage.tournament = match.match.tournament = tournament
    return match


def _looked_at(
    request: HttpRequest,
    tournament: Tournament,
    form: CorrectionForm,
    why: ReasonForm,
    refused: RuleError | None = None,
) -> HttpResponse:
    """Show what a correction would move; what cannot be is said on the form itself."""
    if not form.is_valid():
        return form_page(request, tournament, form, BAD_FORM)
    try:
        correction = form.correction()
        seen = preview_correction(form.match.match.pk, correction, at=timezone.now())
        after = to_come(form.match, correction, form.log)
    except RuleError as refusal:
        return _refused(request, tournament, form, refusal)
    status = status_of(refused) if refused else 200
    return preview_page(request, tournament, form, why, (seen, after), status)


def _refused(
    request: HttpRequest, tournament: Tournament, form: CorrectionForm, refusal: RuleError
) -> HttpResponse:
    form.put_beside(refusal)
    if refusal.code == "hand_changed":
        form = form.looked_at_again()
    return form_page(request, tournament, form, status_of(refusal))


def _fingerprint(preview: CorrectionPreview, version: int) -> str:
    """Return what was shown in short: the version corrected and who would play where, not every place."""
    shown = [version, preview.change, preview.verdict, preview.slots]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:32]


def form_page(
    request: HttpRequest, tournament: Tournament, form: CorrectionForm, status: int = 200
) -> HttpResponse:
    """Show the hands as they stand or were typed, game by game, and the other outcomes."""
    match = form.match
    targets = targets_of(match.match.stage)
    numbers = sorted({hand.place[0] for hand in form.hands})
    context = {
        **_about(match),
        "form": form,
        "games": [
            (number, game_words(number, targets), [hand for hand in form.hands if hand.place[0] == number])
            for number in numbers
        ],
    }
    return at_desk(request, tournament, "results/correction.html", context, status=status)


def preview_page(
    request: HttpRequest,
    tournament: Tournament,
    form: CorrectionForm,
    why: ReasonForm,
    looked: tuple[CorrectionPreview, Outcome],
    status: int,
) -> HttpResponse:
    """Show the result before and after and everything that would move; ask for the reason."""
    (seen, after), match = looked, form.match
    standing = match.outcome
    sent = form.data.items() if form.data is not None else ()
    context: dict[str, Any] = {
        **_about(match),
        "why": why,
        "before": result_words(match, standing) if standing else None,
        "after": result_words(match, after),
        "moves": moves_in_words(match, seen, after, rounds_of(match.match)),
        "sent": [(name, value) for name, value in sent if name not in ASIDE],
        "seen": _fingerprint(seen, standing.version if standing else 0),
    }
    return at_desk(request, tournament, "results/correction_preview.html", context, status=status)


def _about(match: MatchNow) -> dict[str, Any]:
    return {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds_of(match.match)),
        "result": result_words(match, match.outcome) if match.outcome else None,
    }


class ReopenForm(forms.Form):
    """Why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200,
        help_text=gettext_lazy("Everybody reads it over the standings."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip


@desk("reopen_event", "GET", "HEAD", "POST")
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask why, and open the event for another correction period."""
    form, at, status = ReopenForm(sent(request)), timezone.now(), 200
    if form.is_bound and form.is_valid():
        try:
            reopen_event(tournament, form.cleaned_data["reason"], author=author_of(request), at=at)
        except RuleError as refusal:
            form.add_error(None, say(refusal.message))
            status = status_of(refusal)
        else:
            messages.success(request, _("Open again: results can be corrected."))
            return redirect("desk_evening", tournament.slug)
    elif form.is_bound:
        status = BAD_FORM
    context = {"form": form, "settled": settled_view(tournament, event_settled(tournament, at))}
    return at_desk(request, tournament, "results/correction_period.html", context, status=status)
