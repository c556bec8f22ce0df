"""URL patterns of the page that creates a tournament."""

from django.urls import URLPattern, path

from tournaments.proposals.desk import new_tournament

desk_pages: list[URLPattern] = [
    path("regia/nuovo/", new_tournament.new_tournament, name="desk_new"),
]
