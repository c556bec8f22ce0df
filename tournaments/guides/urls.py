"""URL patterns of the rules of the card games."""

from django.urls import URLPattern

from tournaments.guides import public
from tournaments.web.addresses import page

public_pages: list[URLPattern] = [
    page("giochi/", public.card_games, name="card_games"),
    page("giochi/<slug:key>/", public.card_game_rules, name="card_game_rules"),
]
