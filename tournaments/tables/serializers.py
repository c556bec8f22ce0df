"""Serializers of calls of time, the round clock and the calendar."""

from django.utils import timezone
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField, UUIDField

from scoring.api.fields import Instant, Text, WholeNumber, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.tables.rules.clock import WARNINGS, ClockState
from tournaments.values.clock import ClockAct


class TimeIn(StrictSerializer):
    """The number of a stage, and optionally of a round if time is called only in that round."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1, required=False)


class ClockIn(StrictSerializer):
    """An action on the clock of a round. A start or shift needs minutes; a pause or shift needs a reason."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1)
    act = WordField(choices=[act.value for act in ClockAct])
    minutes = WholeNumber(required=False)
    reason = Text(max_length=200, required=False, allow_blank=True)


class RoundPlanIn(StrictSerializer):
    """The start, the length and the deadline of a round."""

    stage = WholeNumber(default=1, min_value=1)
    round = WholeNumber(min_value=1)
    starts_at = Instant(required=False, allow_null=True)
    minutes = WholeNumber(required=False, allow_null=True)
    deadline = Instant(required=False, allow_null=True)


class PostponeIn(StrictSerializer):
    """The new date of a match, and the reason."""

    to = Instant()
    reason = Text(max_length=500)


class TimePlaceIn(StrictSerializer):
    """The number of hands on the sheet when time was called."""

    hands = WholeNumber(min_value=0)


class ClockAnswer(Answer):
    """The clock of the round. `left` is the remaining time in seconds."""

    now = Instant()
    stage = IntegerField(source="round.stage.number", allow_null=True)
    round = IntegerField(source="round.round", allow_null=True)
    state = FunctionField(
        WordField(choices=("none", *ClockState)),
        lambda clock_now: clock_now.round.clock.state(clock_now.now) if clock_now.round else "none",
    )
    started_at = Instant(source="round.clock.started_at", allow_null=True)
    ends_at = FunctionField(
        Instant(allow_null=True),
        lambda clock_now: clock_now.round and clock_now.round.clock.end(clock_now.now),
    )
    left = FunctionField(
        IntegerField(allow_null=True),
        lambda clock_now: clock_now.round and clock_now.round.clock.remaining(clock_now.now).total_seconds(),
    )
    warnings = FunctionField(
        ListField(child=IntegerField()), lambda _clock_now: [before.total_seconds() for before in WARNINGS]
    )
    reason = FunctionField(CharField(), lambda clock_now: clock_now.round.reason if clock_now.round else "")


class RoundPlanAnswer(Answer):
    """The plan of a round, and the number of its matches that are not over."""

    stage = IntegerField(source="stage.number")
    round = IntegerField()
    starts_at = Instant(source="plan.starts_at", allow_null=True)
    minutes = IntegerField(source="plan.minutes", allow_null=True)
    deadline = Instant(allow_null=True)
    to_play = IntegerField()
    overdue = FunctionField(BooleanField(), lambda dates: dates.overdue(timezone.now()))


class PostponedMatchAnswer(Answer):
    """A postponed match and its date."""

    match = UUIDField(source="match.pk")
    label_ = CharField(source="match.label")
    to = Instant(source="match.postponed_to")


class CalendarAnswer(Answer):
    """The rounds with their dates, and the postponed matches with their dates."""

    rounds = RoundPlanAnswer(many=True)
    postponed = PostponedMatchAnswer(many=True)


class StoppedMatchesAnswer(Answer):
    """The matches in which time was called."""

    matches = ListField(child=UUIDField())
