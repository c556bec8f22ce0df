"""URL patterns of tables, the calendar and the clock."""

from django.urls import URLPattern, path

from tournaments.tables import api
from tournaments.tables.desk import calendar, evening, paper
from tournaments.web.addresses import DESK, MATCH

desk_pages: list[URLPattern] = [
    path(DESK, evening.evening, name="desk_evening"),
    path(f"{MATCH}tempo/", calendar.at_table, name="desk_match_time"),
    path(f"{MATCH}carta/", paper.paper, name="desk_paper"),
    path(f"{MATCH}carta/finali/", paper.finals, name="desk_paper_finals"),
    path(f"{DESK}lavori/<uuid:job_id>/", evening.try_again, name="desk_retry"),
    path(f"{DESK}arrivati/", evening.all_arrived, name="desk_all_arrived"),
    path(f"{DESK}calendario/", calendar.calendar, name="desk_calendar"),
    path(f"{MATCH}rinvio/", calendar.postpone, name="desk_postpone"),
    path(f"{DESK}orologio/", calendar.clock, name="desk_clock"),
    path(f"{DESK}annulla/<uuid:entry_id>/", evening.undo, name="desk_undo"),
    path(f"{DESK}tempo/", calendar.everywhere, name="desk_time"),
]
api_calls: list[URLPattern] = [
    path("matches/<uuid:match_id>/postpone/", api.Postpone.as_view()),
    path("matches/<uuid:match_id>/time/", api.Time.as_view()),
    path("matches/<uuid:match_id>/time/none-begun/", api.NoneBegun.as_view()),
    path("matches/<uuid:match_id>/time/place/", api.TimePlace.as_view()),
    path("matches/<uuid:match_id>/time/take-back/", api.TimeBack.as_view()),
    path("tournaments/<slug:slug>/calendar/", api.Calendar.as_view()),
    path("tournaments/<slug:slug>/clock/", api.ClockCall.as_view()),
    path("tournaments/<slug:slug>/time/", api.TimeEverywhere.as_view()),
]
