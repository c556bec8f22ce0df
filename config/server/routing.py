"""Classification of a request by its first lines, before Django: reader or writer, language, club."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from a2wsgi.asgi_typing import HTTPScope
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from tournaments.clubs.rules import FIRST

# Where the beginnings of addresses lead those who write, or ask on behalf of who does.
WORK = ("/api/", "/tavolo/", "/t/", "/regia/", "/accounts/", "/setup/", "/health/")
# Where the entrance writes the slug of the club that a request is for.
CLUB = "trionfo.club"


def club_of(scope: Any) -> str:
    """Return the slug of the club that a request is for; FIRST where the entrance wrote none."""
    slug: str = scope.get(CLUB, FIRST)
    return slug


def only_reads(scope: HTTPScope) -> bool:
    """Return whether somebody reads a public page, and writes nothing."""
    return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(WORK)


def writes(scope: HTTPScope) -> bool:
    """Return whether somebody may write: whoever only asks does not wait where the writers wait."""
    return scope["method"] not in ("GET", "HEAD", "OPTIONS")


def header(scope: HTTPScope, name: bytes) -> bytes | None:
    """Return a header as Django has it, the values of several in one; None where there is none."""
    found = [value for each, value in scope["headers"] if each == name]
    return b",".join(found) if found else None


def cookies_of(scope: HTTPScope) -> Mapping[str, str]:
    """Return the cookies of a request."""
    return parse_cookie((header(scope, b"cookie") or b"").decode("latin-1"))


def language_of(scope: HTTPScope) -> str:
    """Return the language in which Django answers a request."""
    said = (header(scope, b"accept-language") or b"").decode("latin-1")
    request: Any = SimpleNamespace(COOKIES=cookies_of(scope), META={"HTTP_ACCEPT_LANGUAGE": said})
    return get_language_from_request(request)
