"""Requests and answers of the API about the deletion of names after some years."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateField, IntegerField, UUIDField

from scoring.api.fields import WholeNumber, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer


class PersonAnswer(Answer):
    """A person with the name as it was written."""

    id = UUIDField(source="pk")
    name = CharField(source="written_name")


class DueAnswer(Answer):
    """A person whose name will be deleted, and the date."""

    id = UUIDField(source="person.pk")
    name = CharField(source="person.written_name")
    on = DateField(source="day")


class RetentionAnswer(Answer):
    """The number of years, the persons due within 30 days, and the persons who asked to stay."""

    years = IntegerField(source="terms.years", allow_null=True)
    due = DueAnswer(many=True)
    staying = PersonAnswer(many=True)


class StayingAnswer(PersonAnswer):
    """One person, and whether the name stays."""

    stays = FunctionField(BooleanField(), lambda person: bool(person.stays_since))


class RetentionIn(StrictSerializer):
    """The number of years after which names are deleted; null for never."""

    years: serializers.IntegerField = WholeNumber(allow_null=True)


class StayIn(StrictSerializer):
    """Whether the person asked to keep the name."""

    stays = YesNo()
