"""What stands around every page of a tournament: its name, the club, the tabs, the stream of its changes."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.pages.public.words import day, joined
from tournaments.services.setup import the_club

TABS = (
    ("tournament", "tree", _("Bracket")),
    ("tables", "cards", _("Tables")),
    ("standings", "list", _("Standings")),
    ("teams", "people", _("Pairs")),
)


def find_tournament(slug: str) -> Tournament:
    """Return a tournament by its address, or answer that there is no such page."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return tournament


def frame(tournament: Tournament, here: str) -> dict[str, Any]:
    """Return what the layout shows around a page: one query, for the club."""
    club = the_club()
    return {
        "tournament": tournament,
        "place_and_day": joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at)),
        "club": club,
        "tabs": [
            {
                "url": reverse(name, args=(tournament.slug,)),
                "icon": icon,
                "label": label,
                "current": name == here,
            }
            for name, icon, label in TABS
        ],
        "rules_url": reverse("card_game_rules", args=(tournament.card_game,)),
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }
