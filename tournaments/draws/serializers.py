"""Requests and responses of the API about draws, lots and jobs."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField, FloatField, IntegerField, JSONField, ListField, UUIDField

from scoring.api.fields import AnyObject, Instant, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.roster import MOST_TEAMS
from tournaments.draws.services.draws import BY


class DrawIn(StrictSerializer):
    """A request to draw a stage, and the method of the draw."""

    stage = WholeNumber(default=1, min_value=1)
    by = WordField(choices=BY)
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)


class PromiseIn(StrictSerializer):
    """A request to commit to the draw of a stage."""

    stage = WholeNumber(default=1, min_value=1)


class TakeBackIn(PromiseIn):
    """The stage whose draw is withdrawn, and the reason."""

    reason = Text(max_length=500)


class LotBetweenIn(StrictSerializer):
    """A stage and the ids of the teams that are tied in it."""

    stage = WholeNumber(default=1, min_value=1)
    teams = serializers.ListField(child=Text(max_length=40), min_length=2, max_length=MOST_TEAMS)


class LotIn(LotBetweenIn):
    """A lot: the text drawn, or the order of the teams drawn by hand."""

    by = WordField(choices=("lots", "hand"))
    lot = Text(required=False, allow_blank=True, trim_whitespace=False)
    reason = Text(required=False, max_length=200)


ENTRANT = [{"type": "string", "format": "uuid"}, {"type": ["integer", "null"]}, {"type": "string"}]


@extend_schema_field({"type": "array", "items": {"type": "array", "prefixItems": ENTRANT, "items": {}}})
class EntrantsField(JSONField):
    """The entrants of a draw, each with its id, its seed and the key of its club or group."""


class DrawAnswer(Answer):
    """A draw: its commitment and, after the draw, all data needed to repeat it."""

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
    """A group of tied teams that needs a lot, and the number of places that the lot decides."""

    stage = IntegerField(source="stage.number")
    group = CharField(source="level.group")
    teams = ListField(source="level.entrants", child=UUIDField())
    places = IntegerField(source="level.places")


class LotsAnswer(Answer):
    """The groups of tied teams that need a lot."""

    asked = LotCallAnswer(many=True)


class JobAnswer(Answer):
    """A background job and its progress."""

    id = UUIDField(source="pk")
    kind = CharField()
    state = WordField(choices=("queued", "running", "done", "failed"))
    progress = FunctionField(FloatField(min_value=0, max_value=1), lambda job: job.progress / 1000)
    result = AnyObject()


class DrawStartAnswer(Answer):
    """A draw and the job that creates its matches."""

    job = JobAnswer()
    draw = DrawAnswer()
