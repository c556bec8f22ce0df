"""Requests to the API about time, the clock of a round and the calendar."""

from scoring.sheet import serializers as sheet_api
from tournaments.values.clock import ClockAct


class TimeIn(sheet_api.StrictSerializer):
    """At which tables time is called: those of a stage, or of one of its rounds."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1, required=False)


class ClockIn(sheet_api.StrictSerializer):
    """An act upon the clock of a round; minutes at the start or for a shift, a reason for pause and shift."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1)
    act = sheet_api.WordField(choices=[act.value for act in ClockAct])
    minutes = sheet_api.WholeNumber(required=False)
    reason = sheet_api.Text(max_length=200, required=False, allow_blank=True)


class RoundPlanIn(sheet_api.StrictSerializer):
    """When a round begins, how long it lasts, until when it must be played."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1)
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    minutes = sheet_api.WholeNumber(required=False, allow_null=True)
    deadline = sheet_api.Instant(required=False, allow_null=True)


class PostponeIn(sheet_api.StrictSerializer):
    """The date a match gets, and why."""

    to = sheet_api.Instant()
    reason = sheet_api.Text(max_length=500)


class TimePlaceIn(sheet_api.StrictSerializer):
    """How many hands stood on the sheet when time was called."""

    hands = sheet_api.WholeNumber(min_value=0)
