"""Serializers of the API requests and responses about the erasure of names."""

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, DateField, IntegerField, UUIDField

from scoring.api.fields import WholeNumber, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer


class PersonAnswer(Answer):
    """A person, with the name as entered."""

    id = UUIDField(source="pk")
    name = CharField(source="written_name")


class DueAnswer(Answer):
    """A person whose name is due for erasure, and the date of the erasure."""

    id = UUIDField(source="person.pk")
    name = CharField(source="person.written_name")
    on = DateField(source="day")


class RetentionAnswer(Answer):
    """The period in years, the persons due for erasure within 30 days, and those whose names are kept."""

    years = IntegerField(source="terms.years", allow_null=True)
    due = DueAnswer(many=True)
    staying = PersonAnswer(many=True)


class StayingAnswer(PersonAnswer):
    """A person, and whether the name is kept."""

    stays = FunctionField(BooleanField(), lambda person: bool(person.stays_since))


class RetentionIn(StrictSerializer):
    """The period in years after which names are erased; null for never."""

    years: serializers.IntegerField = WholeNumber(allow_null=True)


class StayIn(StrictSerializer):
    """The request to keep the name of a person, or to stop keeping it."""

    stays = YesNo()
