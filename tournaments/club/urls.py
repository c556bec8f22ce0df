"""URL patterns of the setup, the home page of the desk, tournaments and their settings."""

from django.urls import URLPattern, path

from tournaments.club import api
from tournaments.club.desk import home, rules
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path("setup/<str:token>/", home.setup, name="setup"),
    path("regia/", home.home, name="desk"),
    path(f"{DESK}regole/", rules.rules, name="desk_rules"),
    path(f"{DESK}regole/fasi/", rules.stages, name="desk_stages"),
]
api_calls: list[URLPattern] = [
    path("tournaments/", api.Tournaments.as_view()),
    path("tournaments/<slug:slug>/", api.OneTournament.as_view()),
    path("tournaments/<slug:slug>/reopen/", api.Reopen.as_view()),
    path("tournaments/<slug:slug>/stages/<number:number>/", api.OneStage.as_view()),
]
