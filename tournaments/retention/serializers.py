"""Requests and answers of the API about the deletion of names after some years."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateField, IntegerField, UUIDField

from scoring.api.fields import WholeNumber, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer


class PersonAnswer(Answer):
    """A person by the name as it was written."""

    id = UUIDField(source="pk")
    name = CharField(source="written_name")


class DueAnswer(Answer):
    """Somebody whose name is forgotten, and on what day."""

    id = UUIDField(source="person.pk")
    name = CharField(source="person.written_name")
    on = DateField(source="day")


class RetentionAnswer(Answer):
    """The time, who is due within a month, and who has asked to stay."""

    years = IntegerField(source="terms.years", allow_null=True)
    due = DueAnswer(many=True)
    staying = PersonAnswer(many=True)


class StayingAnswer(PersonAnswer):
    """One person: whether their name stays."""

    stays = FunctionField(BooleanField(), lambda person: bool(person.stays_since))


class RetentionIn(StrictSerializer):
    """After how many years names are forgotten; null for never."""

    years: serializers.IntegerField = WholeNumber(allow_null=True)


class StayIn(StrictSerializer):
    """Whether the owner of a name has asked that it stays."""

    stays = YesNo()
