"""URL patterns of the pages that repeat tournaments, save them as templates and delete them."""

from django.urls import URLPattern, path

from tournaments.again import api, desk
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path("regia/modelli/<uuid:model_id>/", desk.model_page, name="desk_model"),
    path(f"{DESK}di-nuovo/", desk.again, name="desk_again"),
    path(f"{DESK}modello/", desk.save_as_model, name="desk_save_model"),
    path(f"{DESK}elimina/", desk.delete, name="desk_delete"),
]
api_calls: list[URLPattern] = [
    path("tournaments/<slug:slug>/again/", api.Again.as_view()),
]
