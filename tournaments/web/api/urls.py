"""Every call of the API, under /api/v1/."""

from django.urls import include, path, register_converter

from tournaments.archive import api as archives
from tournaments.club import api as tournaments
from tournaments.draws import api as draws
from tournaments.entries import api as teams
from tournaments.forecast import api as forecast
from tournaments.results import api as matches
from tournaments.retention import api as names
from tournaments.season import api as circuits
from tournaments.standings import api as standings
from tournaments.tables import api as tables
from tournaments.wall import api as wall
from tournaments.web.api import requests

register_converter(requests.PathNumber, "number")
register_converter(requests.GameNumber, "game")
register_converter(requests.HandNumber, "hand")

TEAM = "tournaments/<slug:slug>/teams/<uuid:team_id>/"
HAND = "matches/<uuid:match_id>/games/<game:game>/hands/<hand:hand>/"

urlpatterns = [
    path("", include("scoring.urls")),
    path("tournaments/", tournaments.Tournaments.as_view()),
    path("tournaments/<slug:slug>/", tournaments.OneTournament.as_view()),
    path("tournaments/<slug:slug>/archive/", archives.EventArchive.as_view()),
    path("tournaments/<slug:slug>/archive/file/", archives.EventArchiveFile.as_view()),
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
    path("tournaments/<slug:slug>/forecast/", forecast.ForecastCall.as_view()),
    path("tournaments/<slug:slug>/time/", tables.TimeEverywhere.as_view()),
    path("tournaments/<slug:slug>/wall/", wall.Wall.as_view()),
    path("tournaments/<slug:slug>/bracket/", standings.BracketCall.as_view()),
    path("tournaments/<slug:slug>/standings/", standings.Standings.as_view()),
    path("tournaments/<slug:slug>/standings/overall/", standings.Overall.as_view()),
    path("archives/", archives.Arrivals.as_view()),
    path("archives/<uuid:arrival_id>/", archives.OneArrival.as_view()),
    path("archives/<uuid:arrival_id>/take-in/", archives.TakeIn.as_view()),
    path("circuits/", circuits.Circuits.as_view()),
    path("circuits/<slug:circuit>/", circuits.OneCircuit.as_view()),
    path("circuits/<slug:circuit>/standings/", circuits.CircuitStandings.as_view()),
    path("names/", names.Retention.as_view()),
    path("names/<uuid:person_id>/", names.OneName.as_view()),
    path("jobs/<uuid:job_id>/", draws.OneJob.as_view()),
    path("matches/<uuid:match_id>/", matches.OneMatch.as_view()),
    path("matches/<uuid:match_id>/sheet/", matches.SheetCall.as_view()),
    path(HAND, matches.HandCall.as_view()),
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
    path("schema/", requests.Description.as_view(), name="schema"),
    path("docs/", requests.Docs.as_view(url_name="schema")),
]
