"""The URL patterns of a site in the order in which Django resolves them."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver


def routes(patterns: list[Any], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every route and its URL pattern; a route is a string such as `matches/<uuid:match_id>/`."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern):
            yield address.replace("^", "").replace("$", ""), pattern
