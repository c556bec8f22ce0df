"""URL patterns of the phone pages."""

from django.urls import path

from tournaments.phone import cards, confirming, entry, match, offline, opening, signing, time_called
from tournaments.phone.disputes import table_settle

urlpatterns = [
    path("t/", opening.table_open, name="table_open"),
    path("tavolo/servizio.js", offline.service_worker, name="service_worker"),
    path("tavolo/<uuid:match>/", match.table, name="table"),
    path("tavolo/<uuid:match>/chi/", opening.table_side, name="table_side"),
    path("tavolo/prossimo/<uuid:match>/", opening.table_next, name="table_next"),
    path("tavolo/<uuid:match>/penna/", opening.table_pen, name="table_pen"),
    path("tavolo/<uuid:match>/telefono/", opening.table_phone, name="table_phone"),
    path("tavolo/<uuid:match>/copie/", offline.table_copies, name="table_copies"),
    path("tavolo/<uuid:match>/annulla/", match.table_undo, name="table_undo"),
    path("tavolo/<uuid:match>/arbitro/", match.table_call, name="table_call"),
    path("tavolo/<uuid:match>/tempo/", time_called.table_time, name="table_time"),
    path("tavolo/<uuid:match>/firma/", signing.table_sign, name="table_sign"),
    path("tavolo/<uuid:match>/firma/<int:side>/", signing.hand_over_phone, name="table_pass"),
    path(
        "tavolo/<uuid:match>/mano/<int:game>-<int:hand>/conferma/",
        confirming.table_confirm,
        name="table_confirm",
    ),
    path("tavolo/<uuid:match>/mano/<int:game>-<int:hand>/carte/", cards.table_cards, name="table_cards"),
    path("tavolo/<uuid:match>/mano/<int:game>-<int:hand>/monte/", confirming.table_annul, name="table_annul"),
    path("tavolo/<uuid:match>/mano/<int:game>-<int:hand>/quale/", table_settle, name="table_settle"),
    path("tavolo/<uuid:match>/mano/<int:game>-<int:hand>/<slug:step>/", entry.table_step, name="table_step"),
]
