"""URL patterns of entries, imports and withdrawals."""

from django.urls import URLPattern, path

from tournaments.entries import api
from tournaments.entries.desk import entries, importing, withdrawals
from tournaments.web.addresses import DESK

TEAM = "tournaments/<slug:slug>/teams/<uuid:team_id>/"

desk_pages: list[URLPattern] = [
    path(f"{DESK}iscrizioni/", entries.entries, name="desk_entries"),
    path(f"{DESK}iscrizioni/presenze/", entries.presences, name="desk_presences"),
    path(f"{DESK}iscrizioni/elenco/", importing.take_list, name="desk_import"),
    path(f"{DESK}iscrizioni/elenco/conferma/", importing.confirm_list, name="desk_import_confirm"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/", entries.team, name="desk_team"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/ritira/", entries.withdraw, name="desk_withdraw"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/cambio/", withdrawals.substitute, name="desk_substitute"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/uscita/", withdrawals.leave, name="desk_leave"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/presenza/", entries.presence, name="desk_presence"),
]
api_calls: list[URLPattern] = [
    path("tournaments/<slug:slug>/teams/", api.Teams.as_view()),
    path(TEAM, api.OneTeam.as_view()),
    path(f"{TEAM}players/<number:player>/", api.OnePlayer.as_view()),
    path(f"{TEAM}leave/preview/", api.LeavePreview.as_view()),
    path(f"{TEAM}leave/", api.Leave.as_view()),
    path(f"{TEAM}substitute/", api.Substitute.as_view()),
    path(f"{TEAM}return/preview/", api.ReturnPreview.as_view()),
    path(f"{TEAM}return/", api.Return.as_view()),
    path("tournaments/<slug:slug>/check-in/", api.CheckIn.as_view()),
]
