"""What stands around every page of a tournament: its name, the club, the tabs, the stream of its changes."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.sheet.devices import COOKIE
from tournaments.club.services.setup import the_club
from tournaments.formats import FORMATS
from tournaments.models import Match, Stage, Tournament
from tournaments.pages.public.ways import front_is_closed, front_of, refuse_closed
from tournaments.pages.public.words import day, joined
from tournaments.results.selectors.matches import MatchNow, one_match
from tournaments.templatetags.entrants import called
from tournaments.visibility.rules import is_open
from tournaments.visibility.selectors import is_found

Tab = tuple[str, str, str]
"""A page: its name among the addresses, its drawing, its label."""


def tabs(stage: Stage) -> list[Tab]:
    """Return the open pages of a tournament: the bracket first, or the standings where they decide."""
    closed = stage.tournament.closed_pages
    front, *others = _all_tabs(stage)
    if front_is_closed(stage):
        front = ("tournament", "home", _("Tournament"))
    return [front, *(tab for tab in others if is_open(closed, tab[0]))]


def _all_tabs(stage: Stage) -> list[Tab]:
    tables, teams = ("tables", "cards", _("Tables")), ("teams", "people", called("all", stage.tournament))
    if FORMATS[stage.format].bracket:
        return [("tournament", "tree", _("Bracket")), tables, ("standings", "list", _("Standings")), teams]
    return [("tournament", "list", _("Standings")), ("rounds", "clock", _("Rounds")), tables, teams]


def find_tournament(request: HttpRequest, slug: str) -> Tournament:
    """Return a tournament by its address, or answer that there is no such page: a hidden one is none.

    Nor is a page there that the organiser closed, but for who runs the tournament.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None or not is_found(tournament, request.user, request.COOKIES.get(COOKIE)):
        raise Http404
    refuse_closed(request, tournament)
    return tournament


def find_match(tournament: Tournament, match_id: UUID) -> MatchNow:
    """Return a match of this tournament, or answer that there is no such page."""
    try:
        match = one_match(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    if match.match.tournament_id != tournament.pk:
        raise Http404
    match.match.stage.tournament = tournament
    return match


def number_asked(request: HttpRequest, name: str) -> int | None:
    """Read a small number from the address; anything else counts as nothing asked."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def frame(stage: Stage, here: str) -> dict[str, Any]:
    """Return what the layout shows around a page: one query, for the club."""
    club, tournament = the_club(), stage.tournament
    return {
        "tournament": tournament,
        "place_and_day": joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at)),
        "club": club,
        "has_bracket": FORMATS[stage.format].bracket,
        "front_page": front_of(stage),
        "front_closed": front_is_closed(stage),
        "tabs": [
            {
                "url": reverse(name, args=(tournament.slug,)),
                "icon": icon,
                "label": label,
                "current": name == here,
            }
            for name, icon, label in tabs(stage)
        ],
        "rules_url": reverse("card_game_rules", args=(tournament.card_game,)),
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}",
    }
