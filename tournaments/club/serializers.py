"""Requests to the API that create or change a tournament."""

from typing import Any

from rest_framework import serializers

from scoring.sheet.serializers import (
    AnyObject,
    Instant,
    StrictSerializer,
    Text,
    WholeNumber,
    WordField,
    YesNo,
)
from tournaments.competition.names import LONGEST
from tournaments.notice.api import NoticeIn
from tournaments.values.visibility import Visibility

MOST_STAGES = 16


class StageIn(StrictSerializer):
    """One stage; what is left out takes the format's or the tournament's default."""

    format = Text(max_length=40)
    options = AnyObject(required=False)
    match_points = AnyObject(required=False)
    tie_breaks = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)
    corrections = AnyObject(required=False)
    profile = AnyObject(required=False)


class TournamentIn(StrictSerializer):
    """A tournament to set up."""

    name = Text(max_length=LONGEST)
    card_game = Text(max_length=40)
    profile = AnyObject(required=False)
    stages: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=StageIn(), allow_empty=False, max_length=MOST_STAGES
    )
    starts_at = Instant(required=False, allow_null=True)
    tables = WholeNumber(min_value=None, max_value=None, required=False)
    visibility = WordField(choices=tuple(Visibility), required=False)
    trial = YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)


class TournamentChangeIn(StrictSerializer):
    """What of a tournament may change at any time."""

    name = Text(max_length=LONGEST, required=False)
    starts_at = Instant(required=False, allow_null=True)
    tables = WholeNumber(min_value=None, max_value=None, required=False)
    shows_odds = YesNo(required=False)
    embeddable = YesNo(required=False)
    standings_until = WholeNumber(required=False, allow_null=True)
    closed_pages = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)
    correction_minutes = WholeNumber(required=False)
    grace_minutes = WholeNumber(min_value=1, max_value=180, required=False)
    visibility = WordField(choices=tuple(Visibility), required=False)
    trial = YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)
