"""URL patterns of the clubs of a site."""

from django.urls import URLPattern, path

from tournaments.clubs import api, desk

desk_pages: list[URLPattern] = [
    path("regia/circoli/", desk.clubs_page, name="desk_clubs"),
]
api_calls: list[URLPattern] = [
    path("clubs/", api.Clubs.as_view()),
]
