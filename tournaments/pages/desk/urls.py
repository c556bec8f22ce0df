"""The addresses of the desk, and of the first run."""

from django.urls import URLPattern, path

from tournaments.pages import print_pages
from tournaments.pages.desk import (
    calendar,
    corrections,
    draw,
    entries,
    evening,
    home,
    importing,
    jobs,
    leavers,
    lots,
    match,
    reopening,
    rules,
    rules_stages,
    setup,
    sheets,
    substitutes,
    time,
)

DESK = "regia/<slug:slug>/"
MATCH = f"{DESK}incontri/<uuid:match_id>/"

urlpatterns: list[URLPattern] = [
    path("setup/<str:token>/", setup.setup, name="setup"),
    path("regia/", home.home, name="desk"),
    path(DESK, evening.evening, name="desk_evening"),
    path(MATCH, match.show_match, name="desk_match"),
    path(f"{MATCH}convalida/", match.confirm, name="desk_confirm"),
    path(f"{MATCH}chiamata/", match.answer, name="desk_answer"),
    path(f"{MATCH}mano/<int:game>-<int:hand>/", match.settle, name="desk_settle"),
    path(f"{MATCH}tempo/", time.at_table, name="desk_match_time"),
    path(f"{MATCH}a-tavolino/", match.walkover, name="desk_walkover"),
    path(f"{MATCH}correggi/", corrections.correct, name="desk_correct"),
    path(f"{MATCH}correggi/conferma/", corrections.correct_now, name="desk_correct_now"),
    path(f"{MATCH}tavolo/", match.move, name="desk_move"),
    path(f"{MATCH}telefoni/<int:grant_id>/", match.revoke, name="desk_revoke"),
    path(f"{MATCH}foglio/", print_pages.print_match, name="desk_print_match"),
    path(f"{DESK}lavori/<uuid:job_id>/", jobs.try_again, name="desk_retry"),
    path(f"{DESK}iscrizioni/", entries.entries, name="desk_entries"),
    path(f"{DESK}iscrizioni/presenze/", entries.presences, name="desk_presences"),
    path(f"{DESK}iscrizioni/elenco/", importing.take_list, name="desk_import"),
    path(f"{DESK}iscrizioni/elenco/conferma/", importing.confirm_list, name="desk_import_confirm"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/", entries.team, name="desk_team"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/ritira/", entries.withdraw, name="desk_withdraw"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/cambio/", substitutes.substitute, name="desk_substitute"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/uscita/", leavers.leave, name="desk_leave"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/presenza/", entries.presence, name="desk_presence"),
    path(f"{DESK}calendario/", calendar.calendar, name="desk_calendar"),
    path(f"{MATCH}rinvio/", calendar.postpone, name="desk_postpone"),
    path(f"{DESK}orologio/", time.clock, name="desk_clock"),
    path(f"{DESK}riapri/", reopening.reopen, name="desk_reopen"),
    path(f"{DESK}tempo/", time.everywhere, name="desk_time"),
    path(f"{DESK}sorteggio/", draw.draw, name="desk_draw"),
    path(f"{DESK}sorteggio/rifai/", draw.take_back, name="desk_take_back"),
    path(f"{DESK}sorteggio/sorte/", lots.lots, name="desk_lots"),
    path(f"{DESK}sorteggio/promessa/", draw.promise, name="desk_promise"),
    path(f"{DESK}fogli/", sheets.sheets, name="desk_sheets"),
    path(f"{DESK}fogli/stampa/", print_pages.print_open, name="desk_print_open"),
    path(f"{DESK}fogli/bianco/", print_pages.print_blank, name="desk_print_blank"),
    path(f"{DESK}regole/", rules.rules, name="desk_rules"),
    path(f"{DESK}regole/fasi/", rules_stages.stages, name="desk_stages"),
]
