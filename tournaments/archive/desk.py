"""An event from another site: its archive is looked at first, then taken in by a job that is watched."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import RuleError
from tournaments.archive.rules import LARGEST_FILE
from tournaments.archive.selectors.archive_list import arrival_now, arrival_of
from tournaments.archive.services.archives import ask_import, free_address, receive_archive, refuse_known
from tournaments.errors import status_of
from tournaments.models import Arrival
from tournaments.web.desk_frame import at_home, club_rail, sent, status_with
from tournaments.web.words import day


class ArchiveForm(forms.Form):
    """The archive of an event."""

    file = forms.FileField(
        label=gettext_lazy("The archive of the event"), allow_empty_file=True,
        help_text=gettext_lazy("A file whose name ends in .trionfo.zip, up to 16 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )  # fmt: skip


@at_home("bring_event")
def bring(request: HttpRequest) -> HttpResponse:
    """Ask for an archive, and look at it. Writes nothing of the event."""
    form, status = ArchiveForm(sent(request), request.FILES or None), 200
    if form.is_valid():
        try:
            data = form.cleaned_data["file"].read(LARGEST_FILE + 1)
            arrival = receive_archive(data, owner=request.user, at=timezone.now())
            return redirect("desk_arrival", arrival.pk)
        except RuleError as refusal:
            form.add_error("file", say(refusal.message))
            status = status_of(refusal)
    return _page(request, "archive/import_archive.html", {"form": form}, status_with(form, status))


@at_home("bring_event")
def arrival(request: HttpRequest, arrival_id: UUID) -> HttpResponse:
    """Show what an archive tells, and how far it is, which alone is asked again; take it in."""
    found = arrival_of(arrival_id)
    if found is None or found.owner_id != request.user.pk:
        raise Http404
    if request.method != "POST":
        return _arrival_page(request, found)
    try:
        ask_import(found)
    except RuleError as refusal:
        return _arrival_page(request, found, status_of(refusal))
    return redirect("desk_arrival", found.pk)


def _arrival_page(request: HttpRequest, arrival: Arrival, status: int = 200) -> HttpResponse:
    now = arrival_now(arrival)
    told = now.summary
    context: dict[str, Any] = {
        "now": now,
        "told": told,
        "game": _(CARD_GAMES[told["card_game"]].name),
        "day": day(now.starts_at),
        "new": told["persons"] - told["known"],
    }
    if now.state != "in":
        address = free_address(told["slug"])
        context |= {"known": _already_here(arrival), "address": address, "moved": address != told["slug"]}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "archive/_arrival.html", context, status=status)
    return _page(request, "archive/arrival.html", context, status)


def _already_here(arrival: Arrival) -> str:
    """Return the sentence that the event is here already; nothing where it is not."""
    try:
        refuse_known(UUID(arrival.told["id"]), arrival.owner)
    except RuleError as refusal:
        return say(refusal.message)
    return ""


def _page(request: HttpRequest, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    frame = {"desk_home": reverse("desk"), "desk_nav": club_rail("desk_bring")}
    return render(request, template, frame | context, status=status)
