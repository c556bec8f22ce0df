"""Requests to the API about time, the clock of a round and the calendar."""

from scoring.sheet.serializers import Instant, StrictSerializer, Text, WholeNumber, WordField
from tournaments.values.clock import ClockAct


class TimeIn(StrictSerializer):
    """At which tables time is called: those of a stage, or of one of its rounds."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1, required=False)


class ClockIn(StrictSerializer):
    """An act upon the clock of a round; minutes at the start or for a shift, a reason for pause and shift."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1)
    act = WordField(choices=[act.value for act in ClockAct])
    minutes = WholeNumber(required=False)
    reason = Text(max_length=200, required=False, allow_blank=True)


class RoundPlanIn(StrictSerializer):
    """When a round begins, how long it lasts, until when it must be played."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1)
    starts_at = Instant(required=False, allow_null=True)
    minutes = WholeNumber(required=False, allow_null=True)
    deadline = Instant(required=False, allow_null=True)


class PostponeIn(StrictSerializer):
    """The date a match gets, and why."""

    to = Instant()
    reason = Text(max_length=500)


class TimePlaceIn(StrictSerializer):
    """How many hands stood on the sheet when time was called."""

    hands = WholeNumber(min_value=0)
