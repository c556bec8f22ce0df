"""Requests and answers of the API about draws, lots and jobs."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField, FloatField, IntegerField, JSONField, ListField, UUIDField

from scoring.api.fields import AnyObject, Instant, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.roster import MOST_TEAMS
from tournaments.draws.services.draws import BY


class DrawIn(StrictSerializer):
    """Which stage to draw, and how."""

    stage = WholeNumber(default=1, min_value=1)
    by = WordField(choices=BY)
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)


class PromiseIn(StrictSerializer):
    """Which stage will be drawn."""

    stage = WholeNumber(default=1, min_value=1)


class TakeBackIn(PromiseIn):
    """Which draw is taken back, and why."""

    reason = Text(max_length=500)


class LotBetweenIn(StrictSerializer):
    """A stage, and those who are level in it, by their ids."""

    stage = WholeNumber(default=1, min_value=1)
    teams = serializers.ListField(child=Text(max_length=40), min_length=2, max_length=MOST_TEAMS)


class LotIn(LotBetweenIn):
    """The lot that was drawn; by hand the teams stand in the order it gave."""

    by = WordField(choices=("lots", "hand"))
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)
    reason = Text(required=False, max_length=200)


ENTRANT = [{"type": "string", "format": "uuid"}, {"type": ["integer", "null"]}, {"type": "string"}]


@extend_schema_field({"type": "array", "items": {"type": "array", "prefixItems": ENTRANT, "items": {}}})
class EntrantsField(JSONField):
    """Those who were drawn: each with its seed and what holds it apart from others."""


class DrawAnswer(Answer):
    """One promised draw: before it is made only the promise, after it everything needed to repeat it."""

    stage = IntegerField(source="stage.number")
    round = IntegerField()
    attempt = IntegerField()
    algorithm = CharField()
    entrants = EntrantsField()
    apart = ListField(child=ListField(child=ListField(child=IntegerField())))
    digest = CharField()
    promised_at = Instant(source="made_at")
    salt = FunctionField(
        CharField(allow_null=True), lambda promise: promise.salt if hasattr(promise, "draw") else None
    )
    by = CharField(source="draw.by", allow_null=True)
    lot = CharField(source="draw.lot", allow_null=True)
    lines = ListField(source="draw.lines", child=UUIDField(), allow_null=True)
    drawn_at = Instant(source="draw.made_at", allow_null=True)


class LotCallAnswer(Answer):
    """Those level in a stage who wait for a lot, and for how many places."""

    stage = IntegerField(source="stage.number")
    group = CharField(source="level.group")
    teams = ListField(source="level.entrants", child=UUIDField())
    places = IntegerField(source="level.places")


class LotsAnswer(Answer):
    """Every lot that is waited for."""

    asked = LotCallAnswer(many=True)


class JobAnswer(Answer):
    """One job and how far it is."""

    id = UUIDField(source="pk")
    kind = CharField()
    state = WordField(choices=("queued", "running", "done", "failed"))
    progress = FunctionField(FloatField(min_value=0, max_value=1), lambda job: job.progress / 1000)
    result = AnyObject()


class DrawStartAnswer(Answer):
    """A draw, and the job that makes its matches."""

    job = JobAnswer()
    draw = DrawAnswer()
