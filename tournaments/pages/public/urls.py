"""The addresses of everybody's pages. They come last: the first segment may be a tournament's own name."""

from django.urls import path

from tournaments.pages.public import (
    archive_page,
    calendars,
    cards_page,
    downloads,
    draw_page,
    embeds,
    feed,
    odds_method,
    person_page,
    picture,
    poster,
    rules_view,
    team_page,
    views,
)
from tournaments.pages.wall.page import wall

urlpatterns = [
    path("", views.landing, name="landing"),
    path("giochi/", rules_view.card_games, name="card_games"),
    path("giochi/<slug:key>/", rules_view.card_game_rules, name="card_game_rules"),
    path("giochi/<slug:key>/probabilita/", odds_method.odds_method, name="odds_method"),
    path("archivio/", archive_page.archive, name="archive"),
    path("giocatori/<uuid:person_id>/", person_page.person_page, name="person"),
    path("<slug:slug>/", views.tournament, name="tournament"),
    path("<slug:slug>/incontri/<uuid:match_id>/", views.match_sheet, name="match_sheet"),
    path(
        "<slug:slug>/incontri/<uuid:match_id>/mano/<int:game>-<int:hand>/carte/",
        cards_page.cards_page,
        name="cards_page",
    ),
    path("<slug:slug>/turni/", views.rounds, name="rounds"),
    path("<slug:slug>/tavoli/", views.tables, name="tables"),
    path("<slug:slug>/parete/", wall, name="wall"),
    path("<slug:slug>/classifica/", views.standings, name="standings"),
    path("<slug:slug>/coppie/", views.teams, name="teams"),
    path("<slug:slug>/coppie/<uuid:team_id>/", team_page.team_page, name="team"),
    path("<slug:slug>/coppie/<uuid:team_id>/calendario.ics", calendars.team_calendar, name="team_calendar"),
    path("<slug:slug>/calendario.ics", calendars.tournament_calendar, name="tournament_calendar"),
    path("<slug:slug>/incorpora/tabellone/", embeds.embedded_bracket, name="embedded_bracket"),
    path("<slug:slug>/incorpora/classifica/", embeds.embedded_standings, name="embedded_standings"),
    path("<slug:slug>/anteprima.png", picture.preview, name="preview"),
    path("<slug:slug>/manifesto.pdf", poster.poster, name="poster"),
    path("<slug:slug>/risultati.atom", feed.results_feed, name="results_feed"),
    path("<slug:slug>/classifica.csv", downloads.standings_csv, name="standings_csv"),
    path("<slug:slug>/classifica.xlsx", downloads.standings_xlsx, name="standings_xlsx"),
    path("<slug:slug>/risultati.csv", downloads.results_csv, name="results_csv"),
    path("<slug:slug>/risultati.xlsx", downloads.results_xlsx, name="results_xlsx"),
    path("<slug:slug>/iscritti.csv", downloads.entrants_csv, name="entrants_csv"),
    path("<slug:slug>/iscritti.xlsx", downloads.entrants_xlsx, name="entrants_xlsx"),
    path("<slug:slug>/sorteggio/", draw_page.draw_public, name="draw_public"),
    path("<slug:slug>/sorteggio/draw.json", draw_page.draw_facts, name="draw_facts"),
    path("<slug:slug>/sorteggio/repeat_draw.py", draw_page.draw_script, name="draw_script"),
]
