"""The layout of public pages: tabs, links, and access to pages that are not public."""

from operator import attrgetter
from typing import Any

from django.http import Http404, HttpRequest
from django.template import Context, Engine
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring.sheet.devices import COOKIE
from tournaments.competition.formats import FORMATS
from tournaments.extras import extras, panels_at
from tournaments.models import Club, Stage, Tournament
from tournaments.permissions import is_found, may, roles_of
from tournaments.templatetags.entrants import called
from tournaments.values import visibility
from tournaments.values.visibility import PageSwitch, is_open
from tournaments.web.addresses import logo_url
from tournaments.web.words import day, joined


def tabs(stage: Stage) -> list[tuple[str, visibility.Tab]]:
    """Return the tabs of a tournament's open pages, with the names of their URL patterns.

    While the notice is the front page, the only tabs are the notice and the entrants.
    """
    closed, bracket = stage.tournament.closed_pages, FORMATS[stage.format].bracket
    if stage.front_notice():
        entrants = [(page.name, page.tab) for page in visibility.PAGES if page.tab and page.name == "teams"]
        return [
            ("tournament", visibility.NOTICE_FRONT),
            *(each for each in entrants if is_open(closed, each[0])),
        ]
    front = visibility.BRACKET_FRONT if bracket else visibility.STANDINGS_FRONT
    if front_is_closed(stage):
        front = visibility.CLOSED_FRONT
    pages = (
        (page.name, page.tab) for page in visibility.PAGES if page.tab and page.tab.bracket in (None, bracket)
    )
    return [("tournament", front), *(each for each in pages if is_open(closed, each[0]))]


def page_label(label: str, tournament: Tournament) -> str:
    """Return the label of a page in the reader's language; the entrants' label depends on the tournament."""
    return called("all", tournament) if label == visibility.ENTRANTS else gettext(label)


def find_tournament(request: HttpRequest, slug: str) -> Tournament:
    """Return a tournament by its slug.

    Raise Http404 if there is none, or if it is hidden from this visitor. Raise PageClosed if the organiser
    closed the page and the visitor does not run the tournament.
    """
    tournament = Tournament.objects.select_related("notice").filter(slug=slug).first()
    if tournament is None or not is_found(tournament, request.user, request.COOKIES.get(COOKIE)):
        raise Http404
    refuse_closed(request, tournament)
    return tournament


def number_asked(request: HttpRequest, name: str) -> int | None:
    """Return the number in a query parameter; None if it is not a number below 10,000."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def frame(stage: Stage, page: str) -> dict[str, Any]:
    """Return the template context of the layout around a page. One query, for the club."""
    club, tournament = Club.objects.current(), stage.tournament
    return {
        "tournament": tournament,
        "place_and_day": joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at)),
        "club": club,
        "logo_url": logo_url(club),
        "has_bracket": FORMATS[stage.format].bracket,
        "front_page": front_of(stage),
        "front_closed": front_is_closed(stage),
        "tabs": [
            {
                "url": reverse(name, args=(tournament.slug,)),
                "icon": tab.icon,
                "label": page_label(tab.label, tournament),
                "current": name == page,
            }
            for name, tab in tabs(stage)
        ],
        "rules_url": reverse("card_game_rules", args=(tournament.card_game,)),
        "events_url": f"{events_of(tournament)}?since={tournament.version}",
    }


def results_frame(stage: Stage, page: str) -> dict[str, Any]:
    """Return the layout context for a page that shows only results.

    The page listens to the event stream for results.
    """
    tournament = stage.tournament
    return frame(stage, page) | {
        "events_url": f"{events_of(tournament)}?results={tournament.results_version}"
    }


def events_of(tournament: Tournament) -> str:
    """Return the URL of a tournament's event stream."""
    return f"/api/v1/tournaments/{tournament.slug}/events/"


class PageClosed(Http404):
    """The error for a page that exists, but is not public because the organiser has closed it."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.tournament = tournament


def way(tournament: Tournament, address: str, *place: object) -> str:
    """Return the URL of a tournament page by the page's name; empty if the page is not public."""
    if not is_open(tournament.closed_pages, address):
        return ""
    return reverse(address, args=(tournament.slug, *place))


def way_or_front(tournament: Tournament, address: str, *place: object) -> str:
    """Return the URL of a tournament page, or of the tournament's front page if the page is not public."""
    return way(tournament, address, *place) or way(tournament, "tournament")


def runs(request: HttpRequest, tournament: Tournament) -> bool:
    """Return True if the user runs the tournament and therefore may read hidden pages."""
    return may("read_desk", roles_of(request.user, tournament))


def refuse_closed(request: HttpRequest, tournament: Tournament) -> None:
    """Raise PageClosed if this visitor may not read the page. No query if all pages are public."""
    if not is_open(tournament.closed_pages, address_of(request)) and not runs(request, tournament):
        raise PageClosed(tournament)


def address_of(request: HttpRequest) -> str:
    """Return the name of the URL pattern of the request."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def front_of(stage: Stage) -> PageSwitch:
    """Return the visibility switch of a tournament's front page."""
    return PageSwitch.BRACKET if FORMATS[stage.format].bracket else PageSwitch.STANDINGS


def front_is_closed(stage: Stage) -> bool:
    """Return True if the content of the front page is not public."""
    return front_of(stage) in stage.tournament.closed_pages


def panels(context: Context, place: str) -> SafeString:
    """Render the panels of optional extras at a position of a page. Shared context is computed once."""
    engine = Engine.get_default()
    values = context["request"].__dict__.setdefault("panel_values", {})
    parts = []
    for panel in panels_at(place):
        if panel.context and panel.context not in values:
            values[panel.context] = import_string(panel.context)(context)
        more = values.get(panel.context, {})
        if more is not None:
            with context.push(**more):
                parts.append(engine.get_template(panel.template).render(context))
    return mark_safe("".join(parts))  # noqa: S308  # what templates have drawn


def navigation(place: str, *args: object) -> list[dict[str, str]]:
    """Return the links that optional extras add to a navigation menu, in order."""
    links = [each for extra in extras() for each in extra.navigation if each.place == place]
    return [
        {
            "name": each.address,
            "url": reverse(each.address, args=args),
            "icon": each.icon,
            "label": gettext(each.label),
        }
        for each in sorted(links, key=attrgetter("order"))
    ]
