"""Template tags about the user of a desk page: permitted links and actions, and the role."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.urls import resolve, reverse

from tournaments.clubs import selectors as clubs
from tournaments.permissions import may, roles_anywhere, roles_of
from tournaments.roles.words import introduced_by

register = template.Library()


def _roles(context: template.Context, *, anywhere: bool = False) -> frozenset[str]:
    user = context.get("user")
    tournament = context.get("tournament")
    return roles_anywhere(user) if anywhere and tournament is None else roles_of(user, tournament)


@register.simple_tag(takes_context=True)
def openable(context: template.Context, links: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the links that the user may open.

    A link needs a permission only if its view has an `act` other than `open_desk`.
    """
    roles = _roles(context)
    acts = ((each, getattr(resolve(each["url"]).func, "act", None)) for each in links or ())
    return [each for each, act in acts if act is None or act == "open_desk" or may(act, roles)]


@register.simple_tag(takes_context=True)
def own_role(context: template.Context) -> str:
    """Return the name of the user's role on this page."""
    return introduced_by(_roles(context, anywhere=True))


@register.simple_tag(takes_context=True)
def allowed(context: template.Context, act: str) -> bool:
    """Return True if the user may do this action in the tournament of the page, or in the club."""
    return may(act, _roles(context))


@register.simple_tag(takes_context=True)
def desk_address(context: template.Context) -> str:
    """Return the URL of the desk page that corresponds to this public page; empty without permission."""
    user, tournament = context.get("user"), context.get("tournament")
    if user is None or not user.is_authenticated:
        return ""
    if tournament is None or tournament.pk is None:
        return reverse("desk") if may("open_desk", roles_anywhere(user)) else ""
    roles = roles_of(user, tournament)
    pages = [page for act, page in DESK_PAGES.items() if may(act, roles)]
    return reverse(pages[0], args=[tournament.slug]) if pages else ""


# The pages of the desk of a tournament by the action that opens them, the preferred first.
DESK_PAGES = {"open_evening": "desk_evening", "enter_teams": "desk_entries"}


@register.simple_tag(takes_context=True)
def owns_site(context: template.Context) -> bool:
    """Return True if the user owns the site and therefore may add clubs."""
    return clubs.owns_site(context.get("user"))
