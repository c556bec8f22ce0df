"""Links to the pages of a tournament, for templates: empty where the organiser closed a page."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.visibility.rules import is_open
from tournaments.web.frame import address_of, way

register = template.Library()
register.simple_tag(way)


@register.simple_tag(takes_context=True)
def closed_here(context: Mapping[str, Any]) -> bool:
    """Return whether this page of a tournament is closed, so that whoever reads it runs the tournament."""
    tournament, request = context["tournament"], context["request"]
    address = address_of(request)
    if address == "tournament":
        return bool(context["front_closed"])
    return not is_open(tournament.closed_pages, address)
