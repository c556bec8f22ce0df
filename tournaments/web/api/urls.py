"""Every call of the API, under /api/v1/."""

from django.urls import include, path, register_converter
from django.utils.module_loading import import_string

from tournaments.again import api as again
from tournaments.club import api as tournaments
from tournaments.clubs import api as clubs
from tournaments.draws import api as draws
from tournaments.entries import api as teams
from tournaments.extras import extras
from tournaments.house_rules import api as house_rules
from tournaments.identity import api as identity
from tournaments.people import api as people
from tournaments.results import api as matches
from tournaments.roles import api as roles
from tournaments.standings import api as standings
from tournaments.tables import api as tables
from tournaments.web.api import requests

register_converter(requests.PathNumber, "number")
register_converter(requests.GameNumber, "game")
register_converter(requests.HandNumber, "hand")

TEAM = "tournaments/<slug:slug>/teams/<uuid:team_id>/"
HAND = "matches/<uuid:match_id>/games/<game:game>/hands/<hand:hand>/"

urlpatterns = [
    path(HAND, matches.HandCall.as_view()),  # the commonest call is looked for first
    path("matches/<uuid:match_id>/", matches.OneMatch.as_view()),
    path("matches/<uuid:match_id>/sheet/", matches.SheetCall.as_view()),
    path(f"{HAND}settle/", matches.SettleHand.as_view()),
    path("matches/<uuid:match_id>/late-hands/", matches.LateHands.as_view()),
    path("matches/<uuid:match_id>/sign/", matches.Sign.as_view()),
    path("matches/<uuid:match_id>/confirm/", matches.Confirm.as_view()),
    path("matches/<uuid:match_id>/walkover/", matches.WalkoverCall.as_view()),
    path("matches/<uuid:match_id>/corrections/preview/", matches.PreviewCall.as_view()),
    path("matches/<uuid:match_id>/corrections/", matches.Corrections.as_view()),
    path("matches/<uuid:match_id>/postpone/", tables.Postpone.as_view()),
    path("matches/<uuid:match_id>/time/", tables.Time.as_view()),
    path("matches/<uuid:match_id>/time/none-begun/", tables.NoneBegun.as_view()),
    path("matches/<uuid:match_id>/time/place/", tables.TimePlace.as_view()),
    path("matches/<uuid:match_id>/time/take-back/", tables.TimeBack.as_view()),
    path("matches/<uuid:match_id>/call/", matches.CallDirector.as_view()),
    path("matches/<uuid:match_id>/answer/", matches.AnswerCall.as_view()),
    path("", include("scoring.urls")),
    path("clubs/", clubs.Clubs.as_view()),
    path("invitations/", roles.Invitations.as_view()),
    path("invitations/<uuid:invitation_id>/", roles.OneInvitation.as_view()),
    path("people/roles/", roles.Roles.as_view()),
    path("people/roles/<uuid:role_id>/", roles.OneRole.as_view()),
    path("tokens/", roles.Tokens.as_view()),
    path("tokens/<uuid:token_id>/", roles.OneToken.as_view()),
    path("tournaments/", tournaments.Tournaments.as_view()),
    path("tournaments/<slug:slug>/", tournaments.OneTournament.as_view()),
    path("tournaments/<slug:slug>/again/", again.Again.as_view()),
    path("tournaments/<slug:slug>/reopen/", tournaments.Reopen.as_view()),
    path("tournaments/<slug:slug>/stages/<number:number>/", tournaments.OneStage.as_view()),
    path("tournaments/<slug:slug>/teams/", teams.Teams.as_view()),
    path(TEAM, teams.OneTeam.as_view()),
    path(f"{TEAM}players/<number:player>/", teams.OnePlayer.as_view()),
    path(f"{TEAM}leave/preview/", teams.LeavePreview.as_view()),
    path(f"{TEAM}leave/", teams.Leave.as_view()),
    path(f"{TEAM}substitute/", teams.Substitute.as_view()),
    path(f"{TEAM}return/preview/", teams.ReturnPreview.as_view()),
    path(f"{TEAM}return/", teams.Return.as_view()),
    path("tournaments/<slug:slug>/check-in/", teams.CheckIn.as_view()),
    path("tournaments/<slug:slug>/draw/", draws.DrawNow.as_view()),
    path("tournaments/<slug:slug>/lots/", draws.Lots.as_view()),
    path("tournaments/<slug:slug>/lots/promise/", draws.LotPromise.as_view()),
    path("tournaments/<slug:slug>/draw/take-back/", draws.TakeBack.as_view()),
    path("tournaments/<slug:slug>/draws/", draws.Draws.as_view()),
    path("tournaments/<slug:slug>/matches/", matches.Matches.as_view()),
    path("tournaments/<slug:slug>/calendar/", tables.Calendar.as_view()),
    path("tournaments/<slug:slug>/clock/", tables.ClockCall.as_view()),
    path("tournaments/<slug:slug>/time/", tables.TimeEverywhere.as_view()),
    path("tournaments/<slug:slug>/bracket/", standings.BracketCall.as_view()),
    path("tournaments/<slug:slug>/standings/", standings.Standings.as_view()),
    path("tournaments/<slug:slug>/standings/overall/", standings.Overall.as_view()),
    path("club/", identity.OneClub.as_view()),
    path("house-rules/<slug:card_game>/", house_rules.OneGamesRules.as_view()),
    path("persons/", people.Persons.as_view()),
    path("persons/acts/", people.PersonActs.as_view()),
    path("persons/acts/<uuid:act_id>/undo/", people.UndoPersonAct.as_view()),
    path("persons/<uuid:person_id>/", people.OnePerson.as_view()),
    path("persons/<uuid:person_id>/merge/preview/", people.MergePreviewCall.as_view()),
    path("persons/<uuid:person_id>/merge/", people.Merge.as_view()),
    path("persons/<uuid:person_id>/split/", people.Split.as_view()),
    path("persons/<uuid:person_id>/apart/", people.TellApart.as_view()),
    path("persons/<uuid:person_id>/together/", people.KeepTogether.as_view()),
    path("jobs/<uuid:job_id>/", draws.OneJob.as_view()),
    *(
        path(each.path, import_string(each.view).as_view(), name=each.name)
        for extra in extras()
        for each in extra.api
    ),
    path("schema/", requests.Description.as_view(), name="schema"),
    path("docs/", requests.Docs.as_view(url_name="schema")),
]
