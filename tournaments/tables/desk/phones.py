"""What the desk does about a phone at a table: it takes it off, and says whose it is."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Grant
from scoring.sheet.devices import revoke_grant
from scoring.translation import say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.phone.services import name_phone
from tournaments.results.desk.match import match_page
from tournaments.web.desk_frame import desk, match_of


@desk("revoke_device", "POST")
def revoke(request: HttpRequest, tournament: Tournament, match_id: UUID, grant_id: int) -> HttpResponse:
    """Take a phone off a table."""
    match_of(tournament, match_id)
    revoke_grant(get_object_or_404(Grant, pk=grant_id, sheet_id=match_id), at=timezone.now())
    messages.success(request, _("That phone cannot write at this table any more."))
    return redirect(
        "desk_sheets" if request.POST.get("page") == "sheets" else "desk_evening", tournament.slug
    )


@desk("name_device", "POST")
def name(request: HttpRequest, tournament: Tournament, match_id: UUID, grant_id: int) -> HttpResponse:
    """Say whose phone it is."""
    match_of(tournament, match_id)
    grant = get_object_or_404(Grant, pk=grant_id, sheet_id=match_id)
    try:
        name_phone(grant, request.POST.get("name", ""))
    except RuleError as refusal:
        words = [say(refusal.message)]
        return match_page(request, tournament, match_id, status=status_of(refusal), refusal=words)
    messages.success(request, _("The phone has its name."))
    return redirect("desk_match", tournament.slug, match_id)
