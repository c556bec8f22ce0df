"""URL patterns of the notice of a tournament."""

from django.urls import URLPattern, path

from tournaments.notice import desk
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path(f"{DESK}locandina/", desk.notice_page, name="desk_notice"),
]
