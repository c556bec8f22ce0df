"""URL patterns for the club's name, logo and colours."""

from django.urls import URLPattern, path, re_path
from django.views.decorators.http import require_safe

from tournaments.identity import api, desk, public

desk_pages: list[URLPattern] = [
    path("regia/circolo/", desk.club_page, name="desk_club"),
]
public_pages: list[URLPattern] = [
    re_path(
        r"^circolo/(?P<digest>[0-9a-f]{32})\.(?P<kind>png|svg)$",
        require_safe(public.club_logo),
        name="club_logo",
    ),
    re_path(
        r"^circolo/(?P<ground>[0-9a-f]{6})-(?P<text>[0-9a-f]{6})\.css$",
        require_safe(public.club_colours),
        name="club_colours",
    ),
]
api_calls: list[URLPattern] = [
    path("club/", api.OneClub.as_view()),
]
