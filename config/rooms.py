"""Who asks for what everybody may read, told by a request's first words, before Django has it."""

from a2wsgi.asgi_typing import HTTPScope

WORK = ("/api/", "/tavolo/", "/t/", "/regia/", "/accounts/", "/setup/")
"""Where the beginnings of addresses lead those who write, or ask on behalf of who does."""


def only_reads(scope: HTTPScope) -> bool:
    """Return whether somebody reads a public page, and writes nothing."""
    return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(WORK)
