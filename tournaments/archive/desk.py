"""Desk pages for archives: import of a tournament by a job after a preview, and download of an archive."""

from collections.abc import Mapping
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
from tournaments.archive.export import archive_download
from tournaments.archive.rules import LARGEST_FILE
from tournaments.archive.selectors.archive_list import arrival_now, arrival_of
from tournaments.archive.services.archives import ask_import, free_address, receive_archive, refuse_known
from tournaments.errors import status_of
from tournaments.models import Arrival, FileKind, Tournament
from tournaments.permissions import may, roles_of
from tournaments.queue.selectors import FileNow, file_now, made_file
from tournaments.queue.services import ask_archive
from tournaments.web.desk_frame import at_club, at_home, desk, page_of_extra, sent, status_with
from tournaments.web.words import day


class ArchiveForm(forms.Form):
    """The upload form of an archive."""

    file = forms.FileField(
        label=gettext_lazy("The archive of the event"), allow_empty_file=True,
        help_text=gettext_lazy("A file whose name ends in .trionfo.zip, up to 16 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )  # fmt: skip


@at_home("bring_event")
def bring(request: HttpRequest) -> HttpResponse:
    """Show the upload form, and check an uploaded archive without importing the tournament."""
    form, status = ArchiveForm(sent(request), request.FILES or None), 200
    if form.is_valid():
        try:
            data = form.cleaned_data["file"].read(LARGEST_FILE + 1)
            arrival = receive_archive(data, owner=request.user, at=timezone.now())
            return redirect("desk_arrival", arrival.pk)
        except RuleError as refusal:
            form.add_error("file", say(refusal.message))
            status = status_of(refusal)
    status = status_with(form, status)
    return at_club(request, "desk_bring", "archive/import_archive.html", {"form": form}, status)


@at_home("bring_event")
def arrival(request: HttpRequest, arrival_id: UUID) -> HttpResponse:
    """Show the content of an archive and the progress of its import; start the import on POST.

    An HTMX request reloads only the progress.
    """
    sent_arrival = arrival_of(arrival_id)
    if sent_arrival is None or sent_arrival.owner_id != request.user.pk:
        raise Http404
    if request.method != "POST":
        return _arrival_page(request, sent_arrival)
    try:
        ask_import(sent_arrival)
    except RuleError as refusal:
        return _arrival_page(request, sent_arrival, status_of(refusal))
    return redirect("desk_arrival", sent_arrival.pk)


def _arrival_page(request: HttpRequest, arrival: Arrival, status: int = 200) -> HttpResponse:
    now = arrival_now(arrival)
    summary = now.summary
    card_game = CARD_GAMES[summary["card_game"]]
    context: dict[str, Any] = {
        "now": now,
        "told": summary,
        "game": _(card_game.name),
        "day": day(now.starts_at),
        "new": summary["persons"] - summary["known"],
    }
    if now.state != "in":
        address = free_address(summary["slug"])
        context |= {"known": _exists_error(arrival), "address": address, "moved": address != summary["slug"]}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "archive/_arrival.html", context, status=status)
    return at_club(request, "desk_bring", "archive/arrival.html", context, status)


def _exists_error(arrival: Arrival) -> str:
    """Return an error message if the tournament already exists on this site, else an empty string."""
    try:
        refuse_known(UUID(arrival.told["id"]))
    except RuleError as refusal:
        return say(refusal.message)
    return ""


def archive_now(request: HttpRequest, tournament: Tournament) -> FileNow | None:
    """Return the state of the archive file; None for users without the permission. Two queries."""
    if not may("take_event_along", roles_of(request.user, tournament)):
        return None
    return file_now(tournament, FileKind.ARCHIVE)


def archive_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template context of the archive panel; None for users without the permission."""
    archive = archive_now(context["request"], context["tournament"])
    return {"archive": archive} if archive else None


def _archive_address(tournament: Tournament) -> str:
    """Return the URL of the archive section: on the page of printed sheets, or on the evening page."""
    return f"{reverse(page_of_extra('desk_sheets'), args=[tournament.slug])}#archive"


@desk("take_event_along", "GET", "HEAD", "POST")
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the state of the archive file, or start a job that writes a new one on POST."""
    if request.method == "POST":
        ask_archive(tournament)
        return redirect(_archive_address(tournament))
    context = {"tournament": tournament, "archive": file_now(tournament, FileKind.ARCHIVE)}
    return render(request, "archive/_archive_file.html", context)


@desk("take_event_along")
def archive_zip(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the last archive file, or redirect to the page that starts the job."""
    archive_file = made_file(tournament, FileKind.ARCHIVE)
    if archive_file is None:
        return redirect(_archive_address(tournament))
    return archive_download(bytes(archive_file.data), tournament.slug)
