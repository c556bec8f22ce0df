"""The addresses of everybody's pages: those of the club here, those of a tournament in visibility/rules.py.

They come last: the first segment may be a tournament's own name.
"""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from tournaments.archive import public as archive_page
from tournaments.guides import public as rules_view
from tournaments.odds import public as odds_method
from tournaments.people import public as person_page
from tournaments.season.public import circuit as circuit_page, ratings as ratings_page
from tournaments.visibility.rules import PAGES
from tournaments.web import public_pages as views


def page(route: str, view: Callable[..., HttpResponseBase], name: str) -> URLPattern:
    """Everybody's pages and files are read, and take nothing: GET and HEAD alone."""
    return path(route, require_safe(view), name=name)


urlpatterns = [
    page("", views.landing, name="landing"),
    page("giochi/", rules_view.card_games, name="card_games"),
    page("giochi/<slug:key>/", rules_view.card_game_rules, name="card_game_rules"),
    page("giochi/<slug:key>/probabilita/", odds_method.odds_method, name="odds_method"),
    page("archivio/", archive_page.archive, name="archive"),
    page("giocatori/<uuid:person_id>/", person_page.person_page, name="person"),
    page("circuiti/", circuit_page.circuits, name="circuits"),
    page("circuiti/<slug:circuit>/", circuit_page.circuit, name="circuit"),
    page("punteggi/<slug:key>/", ratings_page.ratings, name="ratings"),
    *(
        page(f"<slug:slug>/{each.path}", import_string(f"tournaments.{each.view}"), name=each.name)
        for each in PAGES
    ),
]
