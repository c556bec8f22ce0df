"""URL patterns of the page that controls what the public sees of a tournament."""

from django.urls import URLPattern, path

from tournaments.visibility import desk
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path(f"{DESK}vetrina/", desk.visibility_page, name="desk_shown"),
]
