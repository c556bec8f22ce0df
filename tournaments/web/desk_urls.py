"""The addresses of the desk, and of the first run."""

from django.urls import URLPattern, path

from tournaments.archive import desk as arrivals
from tournaments.club.desk import home, rules
from tournaments.draws.desk import draw, lots
from tournaments.entries.desk import entries, importing, withdrawals
from tournaments.people import desk as names
from tournaments.printing import desk as sheets, public as print_pages
from tournaments.publishing import embeds as embedding
from tournaments.queue import desk as jobs
from tournaments.results.desk import corrections, match
from tournaments.retention import desk as forgetting
from tournaments.season import desk as circuits
from tournaments.tables.desk import calendar, evening, paper, phone_words as late, phones
from tournaments.visibility import desk as shown
from tournaments.wall import desk as wall

DESK = "regia/<slug:slug>/"
MATCH = f"{DESK}incontri/<uuid:match_id>/"

urlpatterns: list[URLPattern] = [
    path("setup/<str:token>/", home.setup, name="setup"),
    path("regia/", home.home, name="desk"),
    path("regia/circuiti/", circuits.circuits, name="desk_circuits"),
    path("regia/circuiti/<slug:circuit>/", circuits.circuit, name="desk_circuit"),
    path("regia/porta-qui/", arrivals.bring, name="desk_bring"),
    path("regia/porta-qui/<uuid:arrival_id>/", arrivals.arrival, name="desk_arrival"),
    path("regia/nomi/", forgetting.forgetting, name="desk_forgetting"),
    path("regia/nomi/<uuid:person_id>/", forgetting.one_name, name="desk_one_name"),
    path(DESK, evening.evening, name="desk_evening"),
    path(MATCH, match.show_match, name="desk_match"),
    path(f"{MATCH}convalida/", match.confirm, name="desk_confirm"),
    path(f"{MATCH}chiamata/", match.answer, name="desk_answer"),
    path(f"{MATCH}mano/<int:game>-<int:hand>/", match.settle, name="desk_settle"),
    path(f"{MATCH}tempo/", calendar.at_table, name="desk_match_time"),
    path(f"{MATCH}a-tavolino/", match.walkover, name="desk_walkover"),
    path(f"{MATCH}correggi/", corrections.correct, name="desk_correct"),
    path(f"{MATCH}correggi/conferma/", corrections.correct_now, name="desk_correct_now"),
    path(f"{MATCH}tavolo/", match.move, name="desk_move"),
    path(f"{MATCH}arrivati/", match.arrived, name="desk_arrived"),
    path(f"{MATCH}carte/", match.cards, name="desk_cards"),
    path(f"{MATCH}telefoni/<int:grant_id>/", phones.revoke, name="desk_revoke"),
    path(f"{MATCH}telefoni/<int:grant_id>/nome/", phones.name, name="desk_name_phone"),
    path(f"{MATCH}tardi/<uuid:late_id>/", late.put_away, name="desk_put_away"),
    path(f"{MATCH}carta/", paper.paper, name="desk_paper"),
    path(f"{MATCH}carta/finali/", paper.finals, name="desk_paper_finals"),
    path(f"{MATCH}foglio/", print_pages.print_match, name="desk_print_match"),
    path(f"{DESK}lavori/<uuid:job_id>/", jobs.try_again, name="desk_retry"),
    path(f"{DESK}iscrizioni/", entries.entries, name="desk_entries"),
    path(f"{DESK}iscrizioni/presenze/", entries.presences, name="desk_presences"),
    path(f"{DESK}iscrizioni/teste-di-serie/", entries.seeds, name="desk_seeds"),
    path(f"{DESK}iscrizioni/elenco/", importing.take_list, name="desk_import"),
    path(f"{DESK}iscrizioni/elenco/conferma/", importing.confirm_list, name="desk_import_confirm"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/", entries.team, name="desk_team"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/ritira/", entries.withdraw, name="desk_withdraw"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/", names.names, name="desk_names"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/cancella/", names.erase, name="desk_erase_name"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/cambio/", withdrawals.substitute, name="desk_substitute"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/uscita/", withdrawals.leave, name="desk_leave"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/presenza/", entries.presence, name="desk_presence"),
    path(f"{DESK}calendario/", calendar.calendar, name="desk_calendar"),
    path(f"{MATCH}rinvio/", calendar.postpone, name="desk_postpone"),
    path(f"{DESK}orologio/", calendar.clock, name="desk_clock"),
    path(f"{DESK}annulla/<uuid:entry_id>/", evening.undo, name="desk_undo"),
    path(f"{DESK}riapri/", corrections.reopen, name="desk_reopen"),
    path(f"{DESK}tempo/", calendar.everywhere, name="desk_time"),
    path(f"{DESK}sorteggio/", draw.draw, name="desk_draw"),
    path(f"{DESK}sorteggio/carte/", lots.lay, name="desk_lay_cards"),
    path(f"{DESK}sorteggio/carte/gira/", lots.act, name="desk_turn_cards"),
    path(f"{DESK}sorteggio/rifai/", draw.take_back, name="desk_take_back"),
    path(f"{DESK}sorteggio/sorte/", lots.lots, name="desk_lots"),
    path(f"{DESK}sorteggio/promessa/", draw.promise, name="desk_promise"),
    path(f"{DESK}fogli/", sheets.sheets, name="desk_sheets"),
    path(f"{DESK}fogli/plico/", jobs.pack, name="desk_pack"),
    path(f"{DESK}fogli/plico.pdf", jobs.pack_pdf, name="desk_pack_pdf"),
    path(f"{DESK}fogli/archivio/", jobs.archive, name="desk_archive"),
    path(f"{DESK}fogli/archivio.zip", jobs.archive_zip, name="desk_archive_zip"),
    path(f"{DESK}fogli/stampa/", print_pages.print_open, name="desk_print_open"),
    path(f"{DESK}fogli/bianco/", print_pages.print_blank, name="desk_print_blank"),
    path(f"{DESK}parete/", wall.choose, name="desk_wall"),
    path(f"{DESK}regole/", rules.rules, name="desk_rules"),
    path(f"{DESK}regole/altrove/", embedding.embedding, name="desk_embedding"),
    path(f"{DESK}vetrina/", shown.visibility_page, name="desk_shown"),
    path(f"{DESK}regole/fasi/", rules.stages, name="desk_stages"),
]
