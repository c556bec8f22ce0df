"""URL patterns of corrections."""

from django.urls import URLPattern, path

from tournaments.corrections import api
from tournaments.corrections.desk import pages
from tournaments.web.addresses import DESK, MATCH

desk_pages: list[URLPattern] = [
    path(f"{MATCH}correggi/", pages.correct, name="desk_correct"),
    path(f"{MATCH}correggi/conferma/", pages.correct_now, name="desk_correct_now"),
    path(f"{DESK}riapri/", pages.reopen, name="desk_reopen"),
]
api_calls: list[URLPattern] = [
    path("matches/<uuid:match_id>/corrections/preview/", api.PreviewCall.as_view()),
    path("matches/<uuid:match_id>/corrections/", api.Corrections.as_view()),
]
