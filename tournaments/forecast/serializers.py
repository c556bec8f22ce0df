"""API responses about the forecast of a tournament's end time."""

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Instant
from scoring.api.serializers import Answer


class TimesAnswer(Answer):
    """The expected end time, the time of the forecast, and the inputs of the simulation."""

    as_of = Instant()
    low = Instant()
    middle = Instant()
    high = Instant()
    hand_seconds = IntegerField()
    measured_hands = IntegerField(source="measured")
    seed = CharField()
    runs = IntegerField()


class ForecastAnswer(Answer):
    """The latest forecast of a tournament, or null if there is none."""

    forecast = TimesAnswer(allow_null=True)
