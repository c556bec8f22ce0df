"""An event whose results are official is opened again by its owner, who says why."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.pages.desk.access import author_of, desk, sent
from tournaments.pages.desk.frame import at_desk
from tournaments.pages.desk.refusals import BAD_FORM
from tournaments.pages.public.settled import settled_view
from tournaments.selectors.official import event_settled
from tournaments.services.official import reopen_event


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
    return at_desk(request, tournament, "desk/reopen.html", context, status=status)
