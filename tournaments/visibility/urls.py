"""URL patterns of the page that controls which pages of a tournament are public."""

from django.urls import URLPattern, path

from tournaments.visibility import desk
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path(f"{DESK}vetrina/", desk.visibility_page, name="desk_shown"),
]
