"""The desk panel for the check-in page: open or close the page, and undo check-ins made on it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext, pgettext

from tournaments.door import services
from tournaments.door.selectors import open_door_page, said_lately
from tournaments.models import Tournament
from tournaments.permissions import may, roles_of
from tournaments.web.desk_frame import acting, desk_act
from tournaments.web.qr import only_here, qr_code


def door_panel(context: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the context of the desk panel; None if entries are closed or the user lacks the permission."""
    request, tournament = context["request"], context["tournament"]
    if tournament.state != "entries" or not may("open_door_page", roles_of(request.user, tournament)):
        return None
    page = open_door_page(tournament)
    if page is None:
        return {"door_link": ""}
    link = request.build_absolute_uri(reverse("door_page", args=[services.door_secret(page)]))
    return {
        "door_link": link,
        "door_qr": qr_code(link),
        "unreachable": only_here(request),
        "lately": len(said_lately(tournament, timezone.now())),
    }


@desk_act("open_door_page", "desk_entries")
def switch_door(request: HttpRequest, tournament: Tournament) -> str:
    """Open or close the check-in page."""
    if request.POST.get("open") == "yes":
        services.open_door(tournament, **acting(request))
        return _("The page at the door is open. Scan the QR with the tablet that stays there.")
    services.close_door(tournament, **acting(request))
    return _("The page at the door is closed: its link opens nothing any more.")


@desk_act("open_door_page", "desk_entries")
def take_back(request: HttpRequest, tournament: Tournament) -> str:
    """Undo all check-ins made on the check-in page in the last 15 minutes."""
    count = services.take_back_lately(tournament, **acting(request))
    words = ngettext(
        "%(count)s touch at the door was taken back.", "%(count)s touches at the door were taken back.", count
    )
    return words % {"count": count}


def switch_values(_tournament: Tournament, body: Mapping[str, object]) -> dict[str, str]:
    """Return the parameters of the journal message about opening or closing the check-in page."""
    return {"state": pgettext("a page", "open") if body.get("open") else pgettext("a page", "closed")}
