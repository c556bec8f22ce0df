"""The addresses of everybody's pages: those of the club here, those of a tournament in visibility/rules.py.

They come last: the first segment may be a tournament's own name.
"""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, re_path
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from tournaments.extras import extras
from tournaments.guides import public as rules_view
from tournaments.identity import public as identity
from tournaments.people.public import person as person_page
from tournaments.visibility.rules import PAGES
from tournaments.web import public_pages as views


def page(route: str, view: Callable[..., HttpResponseBase], name: str) -> URLPattern:
    """Everybody's pages and files are read, and take nothing: GET and HEAD alone."""
    return path(route, require_safe(view), name=name)


urlpatterns = [
    page("", views.landing, name="landing"),
    re_path(
        r"^circolo/(?P<digest>[0-9a-f]{32})\.(?P<kind>png|svg)$",
        require_safe(identity.club_logo),
        name="club_logo",
    ),
    page("giochi/", rules_view.card_games, name="card_games"),
    page("giochi/<slug:key>/", rules_view.card_game_rules, name="card_game_rules"),
    page("giocatori/<uuid:person_id>/", person_page.person_page, name="person"),
    *(page(each.path, import_string(each.view), each.name) for extra in extras() for each in extra.public),
    *(page(f"<slug:slug>/{each.path}", import_string(each.view), each.name) for each in PAGES),
]
