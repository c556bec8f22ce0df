"""What every page of the desk stands in: the rail, the line that says what is true now, the live stream."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.stages.selectors.rounds import stage_at_hand
from tournaments.tables.selectors.evening import phones_at_tables

Link = dict[str, Any]


def at_desk(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any] | None = None,
    *,
    badges: dict[str, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a page of a tournament's desk; `badges` counts what waits on a page, by its name."""
    current = request.resolver_match.url_name if request.resolver_match else ""
    frame = {
        "tournament": tournament,
        "desk_home": reverse("desk"),
        "desk_nav": rail(tournament, current or "", badges or {}),
        "system_lines": system_lines(tournament),
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }
    return render(request, template, {**frame, **(context or {})}, status=status)


def club_rail(current: str) -> list[Link]:
    """Return the links at the side of the pages that belong to no tournament."""
    pages = (
        ("desk", "home", _("Tournaments")),
        ("desk_circuits", "list", _("Circuits")),
        ("desk_bring", "down", _("Import")),
        ("desk_forgetting", "people", _("Names")),
    )
    return [
        {"url": reverse(name), "icon": icon, "label": label, "current": name == current}
        for name, icon, label in pages
    ]


def rail(tournament: Tournament, current: str, badges: dict[str, int]) -> list[Link]:
    """Return the links at the side, the page that is open marked."""
    bracket = FORMATS[stage_at_hand(tournament).format].bracket
    pages = (
        ("desk_evening", "home", _("Evening")),
        ("desk_entries", "people", _("Entries")),
        ("desk_draw", "dice", _("Draw")),
        ("tournament", "tree", _("Bracket")) if bracket else ("rounds", "clock", _("Rounds")),
        ("standings", "list", _("Standings")),
        ("desk_sheets", "print", _("Sheets and QR")),
        ("desk_rules", "cog", _("Rules")),
    )
    home = PART_OF.get(current, current)
    return [
        {
            "url": reverse(name, args=[tournament.slug]),
            "icon": icon,
            "label": label,
            "badge": badges.get(name, 0),
            "current": name == home,
        }
        for name, icon, label in pages
    ]


PART_OF = {
    "desk_match": "desk_evening",
    "desk_correct": "desk_evening",
    "desk_correct_now": "desk_evening",
    "desk_reopen": "desk_evening",
    "desk_team": "desk_entries",
    "desk_leave": "desk_entries",
    "desk_seeds": "desk_entries",
    "desk_lots": "desk_draw",
    "desk_shown": "desk_rules",
    "desk_substitute": "desk_entries",
    "desk_import": "desk_entries",
    "desk_import_confirm": "desk_entries",
}
"""The page of the rail that a page without a link of its own belongs to."""


def system_lines(tournament: Tournament) -> list[Link]:
    """Return what can be said of the machinery and is true now."""
    phones = phones_at_tables(tournament)
    words = ngettext("%(count)d phone at the tables", "%(count)d phones at the tables", phones)
    return [{"icon": "phone", "text": words % {"count": phones}, "late": False}]
