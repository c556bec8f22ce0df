"""Classification of a request before Django handles it: reading or writing, language, club."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from a2wsgi.asgi_typing import HTTPScope
from django.http.cookie import parse_cookie
from django.utils.translation import get_language_from_request

from tournaments.clubs.rules import FIRST

# The path prefixes of requests other than for public pages.
WORK = ("/api/", "/tavolo/", "/t/", "/regia/", "/accounts/", "/setup/", "/health/")
# The key of the scope with the slug of the club, set by `request_checks.py`.
CLUB = "trionfo.club"


def club_of(scope: Any) -> str:
    """Return the slug of the club of a request; FIRST if the request has no club."""
    slug: str = scope.get(CLUB, FIRST)
    return slug


def only_reads(scope: HTTPScope) -> bool:
    """Return True if the request reads a public page."""
    return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(WORK)


def writes(scope: HTTPScope) -> bool:
    """Return True if the method of the request may change data; such requests use a separate thread pool."""
    return scope["method"] not in ("GET", "HEAD", "OPTIONS")


def header(scope: HTTPScope, name: bytes) -> bytes | None:
    """Return the value of a header, or None. If the header is repeated, join the values with commas."""
    values = [value for each, value in scope["headers"] if each == name]
    return b",".join(values) if values else None


def cookies_of(scope: HTTPScope) -> Mapping[str, str]:
    """Return the cookies of a request by name."""
    return parse_cookie((header(scope, b"cookie") or b"").decode("latin-1"))


def language_of(scope: HTTPScope) -> str:
    """Return the language in which Django will respond to a request."""
    languages = (header(scope, b"accept-language") or b"").decode("latin-1")
    request: Any = SimpleNamespace(COOKIES=cookies_of(scope), META={"HTTP_ACCEPT_LANGUAGE": languages})
    return get_language_from_request(request)
