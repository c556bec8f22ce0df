"""Every call of the API, under /api/v1/."""

from django.urls import include, path, register_converter

from tournaments.archive import api as archives
from tournaments.archive import api as arrivals
from tournaments.club import api as tournaments
from tournaments.draws import api as draws
from tournaments.draws import api as lots
from tournaments.entries import api as teams
from tournaments.entries import api as withdrawals
from tournaments.forecast import api as forecast
from tournaments.results.api import hands, matches
from tournaments.results.api import matches as corrections
from tournaments.retention import api as names
from tournaments.season import api as circuits
from tournaments.standings import api as standings
from tournaments.tables import api as calendar
from tournaments.tables import api as clock
from tournaments.tables import api as time
from tournaments.wall import api as wall
from tournaments.web.api import calls as docs
from tournaments.web.api.calls import GameNumber, HandNumber, PathNumber

register_converter(PathNumber, "number")
register_converter(GameNumber, "game")
register_converter(HandNumber, "hand")

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
    path(f"{TEAM}leave/preview/", withdrawals.LeavePreview.as_view()),
    path(f"{TEAM}leave/", withdrawals.Leave.as_view()),
    path(f"{TEAM}substitute/", withdrawals.Substitute.as_view()),
    path(f"{TEAM}return/preview/", withdrawals.ReturnPreview.as_view()),
    path(f"{TEAM}return/", withdrawals.Return.as_view()),
    path("tournaments/<slug:slug>/check-in/", teams.CheckIn.as_view()),
    path("tournaments/<slug:slug>/draw/", draws.DrawNow.as_view()),
    path("tournaments/<slug:slug>/lots/", lots.Lots.as_view()),
    path("tournaments/<slug:slug>/lots/promise/", lots.LotPromise.as_view()),
    path("tournaments/<slug:slug>/draw/take-back/", draws.TakeBack.as_view()),
    path("tournaments/<slug:slug>/draws/", draws.Draws.as_view()),
    path("tournaments/<slug:slug>/matches/", matches.Matches.as_view()),
    path("tournaments/<slug:slug>/calendar/", calendar.Calendar.as_view()),
    path("tournaments/<slug:slug>/clock/", clock.ClockCall.as_view()),
    path("tournaments/<slug:slug>/forecast/", forecast.ForecastCall.as_view()),
    path("tournaments/<slug:slug>/time/", time.TimeEverywhere.as_view()),
    path("tournaments/<slug:slug>/wall/", wall.Wall.as_view()),
    path("tournaments/<slug:slug>/bracket/", standings.BracketCall.as_view()),
    path("tournaments/<slug:slug>/standings/", standings.Standings.as_view()),
    path("tournaments/<slug:slug>/standings/overall/", standings.Overall.as_view()),
    path("archives/", arrivals.Arrivals.as_view()),
    path("archives/<uuid:arrival_id>/", arrivals.OneArrival.as_view()),
    path("archives/<uuid:arrival_id>/take-in/", arrivals.TakeIn.as_view()),
    path("circuits/", circuits.Circuits.as_view()),
    path("circuits/<slug:circuit>/", circuits.OneCircuit.as_view()),
    path("circuits/<slug:circuit>/standings/", circuits.CircuitStandings.as_view()),
    path("names/", names.Retention.as_view()),
    path("names/<uuid:person_id>/", names.OneName.as_view()),
    path("jobs/<uuid:job_id>/", draws.OneJob.as_view()),
    path("matches/<uuid:match_id>/", matches.OneMatch.as_view()),
    path("matches/<uuid:match_id>/sheet/", matches.SheetCall.as_view()),
    path(HAND, hands.HandCall.as_view()),
    path(f"{HAND}settle/", hands.SettleHand.as_view()),
    path("matches/<uuid:match_id>/late-hands/", hands.LateHands.as_view()),
    path("matches/<uuid:match_id>/sign/", matches.Sign.as_view()),
    path("matches/<uuid:match_id>/confirm/", matches.Confirm.as_view()),
    path("matches/<uuid:match_id>/walkover/", matches.WalkoverCall.as_view()),
    path("matches/<uuid:match_id>/corrections/preview/", corrections.PreviewCall.as_view()),
    path("matches/<uuid:match_id>/corrections/", corrections.Corrections.as_view()),
    path("matches/<uuid:match_id>/postpone/", calendar.Postpone.as_view()),
    path("matches/<uuid:match_id>/time/", time.Time.as_view()),
    path("matches/<uuid:match_id>/time/none-begun/", time.NoneBegun.as_view()),
    path("matches/<uuid:match_id>/time/place/", time.TimePlace.as_view()),
    path("matches/<uuid:match_id>/time/take-back/", time.TimeBack.as_view()),
    path("matches/<uuid:match_id>/call/", matches.CallDirector.as_view()),
    path("matches/<uuid:match_id>/answer/", matches.AnswerCall.as_view()),
    path("schema/", docs.Description.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(url_name="schema")),
]
