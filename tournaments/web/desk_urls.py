"""The addresses of the desk, and of the first run."""

from django.urls import URLPattern, path
from django.utils.module_loading import import_string

from tournaments.again import desk as again
from tournaments.club.desk import home, rules
from tournaments.clubs import desk as clubs
from tournaments.components import desk as components
from tournaments.draws.desk import draw, lots
from tournaments.entries.desk import entries, importing, withdrawals
from tournaments.extras import extras
from tournaments.house_rules.desk import pages as house_rules
from tournaments.identity import desk as identity
from tournaments.notice import desk as notices
from tournaments.people.desk import attendance, names, register
from tournaments.proposals.desk import new_tournament
from tournaments.results.desk import corrections, match
from tournaments.roles import public as invitations
from tournaments.roles.desk import own_access, role_list
from tournaments.tables.desk import calendar, evening, paper
from tournaments.visibility import desk as shown

ROLES = "regia/chi-conduce/"
ACCESS = "regia/accesso/"
DESK = "regia/<slug:slug>/"
MATCH = f"{DESK}incontri/<uuid:match_id>/"

urlpatterns: list[URLPattern] = [
    path("setup/<str:token>/", home.setup, name="setup"),
    path("invito/<str:secret>/", invitations.invitation, name="invitation"),
    path("regia/", home.home, name="desk"),
    path(ROLES, role_list.roles, name="desk_roles"),
    path(f"{ROLES}<uuid:role_id>/togli/", role_list.take_away, name="desk_take_away"),
    path(f"{ROLES}<uuid:role_id>/rimetti/", role_list.give_back, name="desk_give_back"),
    path(f"{ROLES}inviti/<uuid:invitation_id>/", role_list.show_invitation, name="desk_invitation"),
    path(f"{ROLES}inviti/<uuid:invitation_id>/ritira/", role_list.withdraw, name="desk_withdraw_invitation"),
    path(f"{ROLES}rifai/", role_list.renew, name="desk_renew"),
    path(ACCESS, own_access.own_access, name="desk_access"),
    path(f"{ACCESS}nome/", own_access.change_name, name="desk_own_name"),
    path(f"{ACCESS}esci/", own_access.leave_everywhere, name="desk_leave_everywhere"),
    path(f"{ACCESS}chiave/", own_access.revoke_plain, name="desk_revoke_plain"),
    path(f"{ACCESS}chiavi/<uuid:token_id>/", own_access.revoke, name="desk_revoke_token"),
    *(path(each.path, import_string(each.view), name=each.name) for extra in extras() for each in extra.desk),
    path("regia/circoli/", clubs.clubs_page, name="desk_clubs"),
    path("regia/persone/", register.persons, name="desk_persons"),
    path("regia/persone/nuova/", register.new_person, name="desk_new_person"),
    path("regia/persone/domanda/", register.answer, name="desk_doubt"),
    path("regia/persone/presenze/", attendance.attendance, name="desk_attendance"),
    path("regia/persone/presenze.csv", attendance.attendance_file, name="desk_attendance_file"),
    path("regia/persone/atti/<uuid:act_id>/annulla/", register.undo, name="desk_person_undo"),
    path("regia/persone/<uuid:person_id>/", register.person, name="desk_person"),
    path("regia/persone/<uuid:person_id>/dividi/", register.split, name="desk_split"),
    path("regia/persone/<uuid:person_id>/unisci/<uuid:into_id>/", register.merge, name="desk_merge"),
    path("regia/modelli/<uuid:model_id>/", again.model_page, name="desk_model"),
    path("regia/nuovo/", new_tournament.new_tournament, name="desk_new"),
    path("regia/componenti/", components.show_components, name="desk_components"),
    path("regia/circolo/", identity.club_page, name="desk_club"),
    path("regia/regole-della-casa/", house_rules.house_games, name="desk_house_rules"),
    path("regia/regole-della-casa/<slug:card_game>/", house_rules.house_rules, name="desk_house_game"),
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
    path(f"{MATCH}telefoni/<int:grant_id>/", match.take_phone_off, name="desk_revoke"),
    path(f"{MATCH}telefoni/<int:grant_id>/nome/", match.name_a_phone, name="desk_name_phone"),
    path(f"{MATCH}tardi/<uuid:late_id>/", match.put_away, name="desk_put_away"),
    path(f"{MATCH}carta/", paper.paper, name="desk_paper"),
    path(f"{MATCH}carta/finali/", paper.finals, name="desk_paper_finals"),
    path(f"{DESK}lavori/<uuid:job_id>/", evening.try_again, name="desk_retry"),
    path(f"{DESK}iscrizioni/", entries.entries, name="desk_entries"),
    path(f"{DESK}iscrizioni/presenze/", entries.presences, name="desk_presences"),
    path(f"{DESK}iscrizioni/elenco/", importing.take_list, name="desk_import"),
    path(f"{DESK}iscrizioni/elenco/conferma/", importing.confirm_list, name="desk_import_confirm"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/", entries.team, name="desk_team"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/ritira/", entries.withdraw, name="desk_withdraw"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/", names.names, name="desk_names"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/cancella/", names.erase, name="desk_erase_name"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/cambio/", withdrawals.substitute, name="desk_substitute"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/uscita/", withdrawals.leave, name="desk_leave"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/presenza/", entries.presence, name="desk_presence"),
    path(f"{DESK}arrivati/", evening.all_arrived, name="desk_all_arrived"),
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
    path(f"{DESK}regole/", rules.rules, name="desk_rules"),
    path(f"{DESK}di-nuovo/", again.again, name="desk_again"),
    path(f"{DESK}modello/", again.save_as_model, name="desk_save_model"),
    path(f"{DESK}elimina/", again.delete, name="desk_delete"),
    path(f"{DESK}locandina/", notices.notice_page, name="desk_notice"),
    path(f"{DESK}vetrina/", shown.visibility_page, name="desk_shown"),
    path(f"{DESK}regole/fasi/", rules.stages, name="desk_stages"),
]
