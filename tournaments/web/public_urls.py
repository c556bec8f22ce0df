"""The addresses of everybody's pages. They come last: the first segment may be a tournament's own name."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.archive import public as archive_page
from tournaments.draws import public as draw_page
from tournaments.guides import public as rules_view
from tournaments.odds import public as odds_method
from tournaments.people import public as person_page
from tournaments.printing import public as printing
from tournaments.publishing import downloads, embeds, subscriptions
from tournaments.replayed_hands import public as cards_page
from tournaments.season.public import circuit as circuit_page, ratings as ratings_page
from tournaments.teams import public as team_page
from tournaments.wall.public import wall
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
    page("<slug:slug>/", views.tournament, name="tournament"),
    page("<slug:slug>/incontri/<uuid:match_id>/", views.match_sheet, name="match_sheet"),
    page(
        "<slug:slug>/incontri/<uuid:match_id>/mano/<int:game>-<int:hand>/carte/",
        cards_page.cards_page,
        name="cards_page",
    ),
    page("<slug:slug>/turni/", views.rounds, name="rounds"),
    page("<slug:slug>/tavoli/", views.tables, name="tables"),
    page("<slug:slug>/parete/", wall, name="wall"),
    page("<slug:slug>/classifica/", views.standings, name="standings"),
    page("<slug:slug>/coppie/", views.teams, name="teams"),
    page("<slug:slug>/coppie/<uuid:team_id>/", team_page.team_page, name="team"),
    page(
        "<slug:slug>/coppie/<uuid:team_id>/calendario.ics", subscriptions.team_calendar, name="team_calendar"
    ),
    page("<slug:slug>/calendario.ics", subscriptions.tournament_calendar, name="tournament_calendar"),
    page("<slug:slug>/incorpora/tabellone/", embeds.embedded_bracket, name="embedded_bracket"),
    page("<slug:slug>/incorpora/classifica/", embeds.embedded_standings, name="embedded_standings"),
    page("<slug:slug>/anteprima.png", printing.preview, name="preview"),
    page("<slug:slug>/manifesto.pdf", printing.poster, name="poster"),
    page("<slug:slug>/risultati.atom", subscriptions.results_feed, name="results_feed"),
    page("<slug:slug>/classifica.csv", downloads.standings_csv, name="standings_csv"),
    page("<slug:slug>/classifica.xlsx", downloads.standings_xlsx, name="standings_xlsx"),
    page("<slug:slug>/risultati.csv", downloads.results_csv, name="results_csv"),
    page("<slug:slug>/risultati.xlsx", downloads.results_xlsx, name="results_xlsx"),
    page("<slug:slug>/iscritti.csv", downloads.entrants_csv, name="entrants_csv"),
    page("<slug:slug>/iscritti.xlsx", downloads.entrants_xlsx, name="entrants_xlsx"),
    page("<slug:slug>/sorteggio/", draw_page.draw_public, name="draw_public"),
    page("<slug:slug>/sorteggio/draw.json", draw_page.draw_facts, name="draw_facts"),
    page("<slug:slug>/sorteggio/repeat_draw.py", draw_page.draw_script, name="draw_script"),
]
