"""Who asks for what everybody may read, told by a request's first words, before Django has it."""

from collections.abc import Mapping

from a2wsgi.asgi_typing import HTTPScope
from django.http.cookie import parse_cookie

WORK = ("/api/", "/tavolo/", "/t/", "/regia/", "/accounts/", "/setup/")
"""Where the beginnings of addresses lead those who write, or ask on behalf of who does."""


def only_reads(scope: HTTPScope) -> bool:
    """Return whether somebody reads a public page, and writes nothing."""
    return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(WORK)


def writes(scope: HTTPScope) -> bool:
    """Return whether somebody may write: whoever only asks does not wait where the writers wait."""
    return scope["method"] not in ("GET", "HEAD", "OPTIONS")


def cookies_of(scope: HTTPScope) -> Mapping[str, str]:
    """Return the cookies of a request."""
    return parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
