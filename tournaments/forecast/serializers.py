"""Answers of the API about the forecast of the end of a tournament."""

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Instant
from scoring.api.serializers import Answer


class TimesAnswer(Answer):
    """When it ends, as of when, and from what that was told."""

    as_of = Instant()
    low = Instant()
    middle = Instant()
    high = Instant()
    hand_seconds = IntegerField()
    measured_hands = IntegerField(source="measured")
    seed = CharField()
    runs = IntegerField()


class ForecastAnswer(Answer):
    """The latest forecast, if there is one."""

    forecast = TimesAnswer(allow_null=True)
