"""Requests to the API that create or change a tournament."""

from typing import Any

from rest_framework import serializers

from scoring.sheet import serializers as sheet_api
from tournaments.competition.names import LONGEST
from tournaments.notice.api import NoticeIn
from tournaments.values.visibility import Visibility

MOST_STAGES = 16


class StageIn(sheet_api.StrictSerializer):
    """One stage; what is left out takes the format's or the tournament's default."""

    format = sheet_api.Text(max_length=40)
    options = sheet_api.AnyObject(required=False)
    match_points = sheet_api.AnyObject(required=False)
    tie_breaks = serializers.ListField(child=sheet_api.Text(max_length=40), required=False, max_length=20)
    corrections = sheet_api.AnyObject(required=False)
    profile = sheet_api.AnyObject(required=False)


class TournamentIn(sheet_api.StrictSerializer):
    """A tournament to set up."""

    name = sheet_api.Text(max_length=LONGEST)
    card_game = sheet_api.Text(max_length=40)
    profile = sheet_api.AnyObject(required=False)
    stages: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=StageIn(), allow_empty=False, max_length=MOST_STAGES
    )
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    tables = sheet_api.WholeNumber(min_value=None, max_value=None, required=False)
    visibility = sheet_api.WordField(choices=tuple(Visibility), required=False)
    trial = sheet_api.YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)


class TournamentChangeIn(sheet_api.StrictSerializer):
    """What of a tournament may change at any time."""

    name = sheet_api.Text(max_length=LONGEST, required=False)
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    tables = sheet_api.WholeNumber(min_value=None, max_value=None, required=False)
    shows_odds = sheet_api.YesNo(required=False)
    embeddable = sheet_api.YesNo(required=False)
    standings_until = sheet_api.WholeNumber(required=False, allow_null=True)
    closed_pages = serializers.ListField(child=sheet_api.Text(max_length=40), required=False, max_length=20)
    correction_minutes = sheet_api.WholeNumber(required=False)
    grace_minutes = sheet_api.WholeNumber(min_value=1, max_value=180, required=False)
    visibility = sheet_api.WordField(choices=tuple(Visibility), required=False)
    trial = sheet_api.YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)
