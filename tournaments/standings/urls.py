"""URL patterns of standings and brackets."""

from django.urls import URLPattern, path

from tournaments.standings import api

api_calls: list[URLPattern] = [
    path("tournaments/<slug:slug>/bracket/", api.BracketCall.as_view()),
    path("tournaments/<slug:slug>/standings/", api.Standings.as_view()),
    path("tournaments/<slug:slug>/standings/overall/", api.Overall.as_view()),
]
