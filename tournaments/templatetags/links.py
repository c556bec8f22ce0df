"""Template tags for links to pages (empty if a page is not public), and for panels of optional extras."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse

from tournaments.values.visibility import is_open
from tournaments.web.addresses import relative_address
from tournaments.web.frame import address_of, navigation, panels, way
from tournaments.web.print_letters import names_on_paper
from tournaments.web.qr import only_here, phone_address

register = template.Library()
register.simple_tag(way)
register.simple_tag(navigation)
register.simple_tag(panels, takes_context=True)
register.simple_tag(names_on_paper)


@register.simple_tag
def url_from(base: str, name: str, *args: object) -> str:
    """Return the URL of a named page, relative to the page at `base`."""
    return relative_address(reverse(name, args=args), base)


@register.simple_tag(takes_context=True)
def unreachable(context: Mapping[str, Any]) -> bool:
    """Return True if the host of the request is a loopback address."""
    return only_here(context["request"])


@register.simple_tag(takes_context=True)
def phones_at(context: Mapping[str, Any]) -> str:
    """Return the URL of the site for phones; empty if it is unknown."""
    return phone_address(context["request"])


@register.simple_tag(takes_context=True)
def closed_here(context: Mapping[str, Any]) -> bool:
    """Return True if this page of a tournament is not public, so that only the desk can read it."""
    tournament, request = context["tournament"], context["request"]
    address = address_of(request)
    if address == "tournament":
        return bool(context["front_closed"])
    return not is_open(tournament.closed_pages, address)
