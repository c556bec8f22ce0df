"""Serializers of the API requests and responses about tournaments and their stages."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import AnyObject, Instant, Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.lifecycle import STAGE, TOURNAMENT
from tournaments.competition.names import LONGEST
from tournaments.notice.serializers import NoticeAnswer, NoticeIn
from tournaments.stages.selectors.stage_details import match_points_of
from tournaments.values.visibility import PageSwitch, Visibility

MOST_STAGES = 16


class StageIn(StrictSerializer):
    """One stage. A missing field gets the default of the format or of the tournament."""

    format = Text(max_length=40)
    options = AnyObject(required=False)
    match_points = AnyObject(required=False)
    tie_breaks = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)
    corrections = AnyObject(required=False)
    profile = AnyObject(required=False)


class TournamentIn(StrictSerializer):
    """A new tournament."""

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
    """The fields of a tournament that can be changed at any time. A missing field keeps its value."""

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


class StageAnswer(Answer):
    """A stage, its rules, and its state."""

    number = IntegerField()
    format = CharField()
    options = AnyObject()
    match_points = FunctionField(AnyObject(), lambda stage: match_points_of(stage).as_json())
    tie_breaks = ListField(child=CharField())
    corrections = AnyObject()
    profile = AnyObject()
    state = WordField(choices=tuple(STAGE))


class TournamentAnswer(Answer):
    """One tournament with its stages."""

    id = UUIDField(source="pk")
    slug = CharField()
    name = CharField()
    card_game = CharField()
    profile = AnyObject()
    stages = StageAnswer(many=True)
    starts_at = Instant(allow_null=True)
    tables = IntegerField()
    shows_odds = BooleanField()
    embeddable = BooleanField()
    standings_until = IntegerField(allow_null=True)
    closed_pages = ListField(child=WordField(choices=tuple(PageSwitch)))
    correction_minutes = IntegerField()
    reopened_at = Instant(allow_null=True)
    grace_minutes = IntegerField()
    state = WordField(choices=tuple(TOURNAMENT))
    trial = BooleanField()
    visibility = WordField(choices=tuple(Visibility))
    version = IntegerField()
    notice = NoticeAnswer(allow_null=True)
