"""URL patterns of the house rules."""

from django.urls import URLPattern, path

from tournaments.house_rules import api
from tournaments.house_rules.desk import pages

desk_pages: list[URLPattern] = [
    path("regia/regole-della-casa/", pages.house_games, name="desk_house_rules"),
    path("regia/regole-della-casa/<slug:card_game>/", pages.house_rules, name="desk_house_game"),
]
api_calls: list[URLPattern] = [
    path("house-rules/<slug:card_game>/", api.OneGamesRules.as_view()),
]
