"""Shared parts of URL patterns: prefixes, number converters and read-only pages."""

from collections.abc import Callable
from posixpath import relpath

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, register_converter, reverse
from django.views.decorators.http import require_safe

from tournaments.models import Club

# The prefix of the pages of a tournament at the desk.
DESK = "regia/<slug:slug>/"
# The prefix of the pages of a match at the desk.
MATCH = f"{DESK}incontri/<uuid:match_id>/"


def page(route: str, view: Callable[..., HttpResponseBase], name: str) -> URLPattern:
    """Return the URL pattern of a public page or file that allows only GET and HEAD."""
    return path(route, require_safe(view), name=name)


def relative_address(address: str, base: str) -> str:
    """Return the URL of a page relative to another page; short URLs reduce the size of long lists.

    An empty address and a fragment are returned unchanged. All other addresses, and `base`, must be paths
    that end in a slash.
    """
    return relpath(address, base) + "/" if address.startswith("/") else address


class PathNumber:
    """A path converter for numbers from 1 to 999."""

    regex = "[1-9][0-9]{0,2}"

    def to_python(self, value: str) -> int:
        """Convert the text in the path to a number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Convert a number to the text in the path."""
        return str(value)


class GameNumber(PathNumber):
    """A path converter for game numbers: five games (COM-MATCH-1) and the deciding hand (COM-TIME-3)."""

    regex = "[1-6]"


class HandNumber(PathNumber):
    """A path converter for hand numbers: at most two hundred hands a game."""

    regex = "[1-9][0-9]?|1[0-9][0-9]|200"


register_converter(PathNumber, "number")
register_converter(GameNumber, "game")
register_converter(HandNumber, "hand")


def logo_url(club: Club) -> str:
    """Return the URL of the club's logo; empty if the club has no logo."""
    return reverse("club_logo", args=[*club.logo.split(".")]) if club.logo else ""
