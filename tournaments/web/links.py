"""The ways to a tournament's pages: of those that everybody reads, and whether a reader is let in."""

from django.http import Http404, HttpRequest
from django.urls import reverse

from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.permissions import may, role_of
from tournaments.visibility.rules import PageSwitch, is_open


class PageClosed(Http404):
    """The organiser does not show this page of a tournament that is there."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.tournament = tournament


def way(tournament: Tournament, address: str, *place: object) -> str:
    """Return the way to a page by the name of its address, or nothing where it is closed."""
    if not is_open(tournament.closed_pages, address):
        return ""
    return reverse(address, args=(tournament.slug, *place))


def way_or_front(tournament: Tournament, address: str, *place: object) -> str:
    """Return the way to a page, or to the tournament where that page is closed."""
    return way(tournament, address, *place) or way(tournament, "tournament")


def runs(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether who reads a page runs the tournament, and so sees what others do not."""
    return may("read_desk", role_of(request.user, tournament))


def refuse_closed(request: HttpRequest, tournament: Tournament) -> None:
    """Raise PageClosed for a page that this reader does not see: no query while no page is closed."""
    if not is_open(tournament.closed_pages, address_of(request)) and not runs(request, tournament):
        raise PageClosed(tournament)


def address_of(request: HttpRequest) -> str:
    """Return the name of the address that was asked for."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def front_of(stage: Stage) -> PageSwitch:
    """Return what the front page of a tournament shows."""
    return PageSwitch.BRACKET if FORMATS[stage.format].bracket else PageSwitch.STANDINGS


def front_is_closed(stage: Stage) -> bool:
    """Return whether what the front page shows is the desk's alone."""
    return front_of(stage) in stage.tournament.closed_pages
