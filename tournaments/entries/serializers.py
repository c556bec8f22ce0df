"""Requests and answers of the API about teams that leave a tournament."""

from rest_framework.serializers import BooleanField, CharField, IntegerField

from scoring.sheet.serializers import Answer, FunctionField, StrictSerializer, Text, WordField
from tournaments.corrections.serializers import PlaceChangeAnswer, SlotChangeAnswer


class LeavingIn(StrictSerializer):
    """How a team leaves."""

    kind = WordField(choices=("withdrawal", "disqualification"))


class LeaveIn(LeavingIn):
    """How a team leaves, and why."""

    reason = Text(max_length=500)


class MatchEndingAnswer(Answer):
    """How a match ends because a team leaves or comes back."""

    label_ = CharField()
    kind = CharField()
    winner = IntegerField(allow_null=True)
    played = BooleanField()


class RosterChangeAnswer(Answer):
    """What moves when a team leaves or comes back: how matches end, who stands elsewhere, places."""

    stage = IntegerField(source="stage.number")
    annulled = BooleanField()
    matches = MatchEndingAnswer(source="endings", many=True)
    slots = FunctionField(
        SlotChangeAnswer(many=True),
        lambda preview: [slot for slot in preview.slots if slot.before != slot.after],
    )
    standings = PlaceChangeAnswer(source="places", many=True)
