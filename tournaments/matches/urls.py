"""URL patterns of matches and hands."""

from django.urls import URLPattern, path

from tournaments.matches import api
from tournaments.matches.desk import match
from tournaments.web.addresses import MATCH

HAND = "matches/<uuid:match_id>/games/<game:game>/hands/<hand:hand>/"

desk_pages: list[URLPattern] = [
    path(MATCH, match.show_match, name="desk_match"),
    path(f"{MATCH}convalida/", match.confirm, name="desk_confirm"),
    path(f"{MATCH}chiamata/", match.answer, name="desk_answer"),
    path(f"{MATCH}mano/<int:game>-<int:hand>/", match.settle, name="desk_settle"),
    path(f"{MATCH}a-tavolino/", match.walkover, name="desk_walkover"),
    path(f"{MATCH}tavolo/", match.move, name="desk_move"),
    path(f"{MATCH}arrivati/", match.arrived, name="desk_arrived"),
    path(f"{MATCH}carte/", match.cards, name="desk_cards"),
    path(f"{MATCH}telefoni/<int:grant_id>/", match.take_phone_off, name="desk_revoke"),
    path(f"{MATCH}telefoni/<int:grant_id>/nome/", match.name_a_phone, name="desk_name_phone"),
    path(f"{MATCH}tardi/<uuid:late_id>/", match.put_away, name="desk_put_away"),
]
api_calls: list[URLPattern] = [
    path(HAND, api.HandCall.as_view()),
    path("matches/<uuid:match_id>/", api.OneMatch.as_view()),
    path("matches/<uuid:match_id>/sheet/", api.SheetCall.as_view()),
    path(f"{HAND}settle/", api.SettleHand.as_view()),
    path("matches/<uuid:match_id>/late-hands/", api.LateHands.as_view()),
    path("matches/<uuid:match_id>/sign/", api.Sign.as_view()),
    path("matches/<uuid:match_id>/confirm/", api.Confirm.as_view()),
    path("matches/<uuid:match_id>/walkover/", api.WalkoverCall.as_view()),
    path("matches/<uuid:match_id>/call/", api.CallDirector.as_view()),
    path("matches/<uuid:match_id>/answer/", api.AnswerCall.as_view()),
    path("tournaments/<slug:slug>/matches/", api.Matches.as_view()),
]
