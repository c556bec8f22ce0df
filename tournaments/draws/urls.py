"""URL patterns of draws and lots."""

from django.urls import URLPattern, path

from tournaments.draws import api
from tournaments.draws.desk import draw, lots
from tournaments.web.addresses import DESK

desk_pages: list[URLPattern] = [
    path(f"{DESK}sorteggio/", draw.draw, name="desk_draw"),
    path(f"{DESK}sorteggio/carte/", lots.lay, name="desk_lay_cards"),
    path(f"{DESK}sorteggio/carte/gira/", lots.act, name="desk_turn_cards"),
    path(f"{DESK}sorteggio/rifai/", draw.take_back, name="desk_take_back"),
    path(f"{DESK}sorteggio/sorte/", lots.lots, name="desk_lots"),
    path(f"{DESK}sorteggio/promessa/", draw.promise, name="desk_promise"),
]
api_calls: list[URLPattern] = [
    path("tournaments/<slug:slug>/draw/", api.DrawNow.as_view()),
    path("tournaments/<slug:slug>/lots/", api.Lots.as_view()),
    path("tournaments/<slug:slug>/lots/promise/", api.LotPromise.as_view()),
    path("tournaments/<slug:slug>/draw/take-back/", api.TakeBack.as_view()),
    path("tournaments/<slug:slug>/draws/", api.Draws.as_view()),
    path("jobs/<uuid:job_id>/", api.OneJob.as_view()),
]
