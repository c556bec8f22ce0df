"""URL patterns of the register of persons."""

from django.urls import URLPattern, path

from tournaments.people import api
from tournaments.people.desk import attendance, names, register
from tournaments.people.public import person
from tournaments.web.addresses import DESK, page

desk_pages: list[URLPattern] = [
    path("regia/persone/", register.persons, name="desk_persons"),
    path("regia/persone/nuova/", register.new_person, name="desk_new_person"),
    path("regia/persone/domanda/", register.answer, name="desk_doubt"),
    path("regia/persone/presenze/", attendance.attendance, name="desk_attendance"),
    path("regia/persone/presenze.csv", attendance.attendance_file, name="desk_attendance_file"),
    path("regia/persone/atti/<uuid:act_id>/annulla/", register.undo, name="desk_person_undo"),
    path("regia/persone/<uuid:person_id>/", register.person, name="desk_person"),
    path("regia/persone/<uuid:person_id>/dividi/", register.split, name="desk_split"),
    path("regia/persone/<uuid:person_id>/unisci/<uuid:into_id>/", register.merge, name="desk_merge"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/", names.names, name="desk_names"),
    path(f"{DESK}iscrizioni/<uuid:team_id>/nomi/cancella/", names.erase, name="desk_erase_name"),
]
public_pages: list[URLPattern] = [
    page("giocatori/<uuid:person_id>/", person.person_page, name="person"),
]
api_calls: list[URLPattern] = [
    path("persons/", api.Persons.as_view()),
    path("persons/acts/", api.PersonActs.as_view()),
    path("persons/acts/<uuid:act_id>/undo/", api.UndoPersonAct.as_view()),
    path("persons/<uuid:person_id>/", api.OnePerson.as_view()),
    path("persons/<uuid:person_id>/merge/preview/", api.MergePreviewCall.as_view()),
    path("persons/<uuid:person_id>/merge/", api.Merge.as_view()),
    path("persons/<uuid:person_id>/split/", api.Split.as_view()),
    path("persons/<uuid:person_id>/apart/", api.TellApart.as_view()),
    path("persons/<uuid:person_id>/together/", api.KeepTogether.as_view()),
]
