"""Files of the desk that a job makes: asked for, watched while they are made, downloaded."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.archive.export import archive_download
from tournaments.models import FileKind, Job, Tournament
from tournaments.permissions import may, role_of
from tournaments.printing.public import pdf_answer, table_address
from tournaments.queue.runner import retry
from tournaments.queue.selectors import FileNow, file_now, made_file
from tournaments.queue.services import ask_archive, ask_pack
from tournaments.web.desk_frame import desk


@desk("retry_job", "POST")
def try_again(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponse:
    """Take a job out of quarantine."""
    retry(get_object_or_404(Job, pk=job_id, tournament=tournament))
    messages.success(request, _("Trying again."))
    return redirect("desk_evening", tournament.slug)


@desk("print_sheets", "GET", "HEAD", "POST")
def pack(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say how far the night's pack is, or ask for it as things are now."""
    if request.method == "POST":
        ask_pack(tournament, address=table_address(request))
        return redirect("desk_sheets", tournament.slug)
    context = {"tournament": tournament, "pack": file_now(tournament, FileKind.PACK)}
    return render(request, "printing/_pack.html", context)


@desk("print_sheets")
def pack_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hand out the pack that was made last; where there is none, lead to where it is asked for."""
    made = made_file(tournament, FileKind.PACK)
    if made is None:
        return redirect("desk_sheets", tournament.slug)
    return pdf_answer(bytes(made.data), f"{tournament.slug}-{made.made}")


def archive_now(request: HttpRequest, tournament: Tournament) -> FileNow | None:
    """Return how far the archive is, for who may take the event along: two queries."""
    if not may("take_event_along", role_of(request.user, tournament)):
        return None
    return file_now(tournament, FileKind.ARCHIVE)


@desk("take_event_along", "GET", "HEAD", "POST")
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say how far the archive of the event is, or ask for it as things are now."""
    if request.method == "POST":
        ask_archive(tournament)
        return redirect(f"{reverse('desk_sheets', args=[tournament.slug])}#archive")
    context = {"tournament": tournament, "archive": file_now(tournament, FileKind.ARCHIVE)}
    return render(request, "archive/_archive_file.html", context)


@desk("take_event_along")
def archive_zip(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hand out the archive that was made last; where there is none, lead to where it is asked for."""
    made = made_file(tournament, FileKind.ARCHIVE)
    if made is None:
        return redirect(f"{reverse('desk_sheets', args=[tournament.slug])}#archive")
    return archive_download(bytes(made.data), tournament.slug)
