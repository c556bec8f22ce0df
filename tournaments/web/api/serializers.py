"""Serializers for several subjects."""

from typing import Any, ClassVar

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Text
from scoring.api.serializers import Answer, StrictSerializer
from scoring.sheet.serializers import ProblemAnswer


class ReasonIn(StrictSerializer):
    """The reason of an act."""

    reason = Text(max_length=500)


class NothingIn(StrictSerializer):
    """An empty object: the act needs no further data."""


class FailureAnswer(Answer):
    """A failure (RFC 9457). Some failures have additional properties."""

    additional_properties: ClassVar[Any] = {}
    type = CharField()
    title = CharField()
    status = IntegerField()
    code = CharField()
    detail = CharField()
    problems = ProblemAnswer(many=True)
