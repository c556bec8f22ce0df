"""API responses about the forecast of the end of a tournament."""

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Instant
from scoring.api.serializers import Answer


class TimesAnswer(Answer):
    """The forecast of the end, the time it was made, and the data it is based on."""

    as_of = Instant()
    low = Instant()
    middle = Instant()
    high = Instant()
    hand_seconds = IntegerField()
    measured_hands = IntegerField(source="measured")
    seed = CharField()
    runs = IntegerField()


class ForecastAnswer(Answer):
    """The latest forecast, or null."""

    forecast = TimesAnswer(allow_null=True)
