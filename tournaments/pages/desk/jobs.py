"""Work that failed five times waits for the organiser to send it round again."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.jobs.runner import retry
from tournaments.models import Job, Tournament
from tournaments.web.desk_frame import desk


@desk("retry_job", "POST")
def try_again(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponse:
    """Take a job out of quarantine."""
    retry(get_object_or_404(Job, pk=job_id, tournament=tournament))
    messages.success(request, _("Trying again."))
    return redirect("desk_evening", tournament.slug)
