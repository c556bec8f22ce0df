"""Serializers that several packages use."""

from typing import Any, ClassVar

from rest_framework.serializers import CharField, IntegerField

from scoring.api.fields import Text
from scoring.api.serializers import Answer, StrictSerializer
from scoring.sheet.serializers import ProblemAnswer


class ReasonIn(StrictSerializer):
    """The reason for an action."""

    reason = Text(max_length=500)


class NothingIn(StrictSerializer):
    """An empty object, for an action that needs no data."""


class FailureAnswer(Answer):
    """An error response (RFC 9457). Some errors have additional properties."""

    additional_properties: ClassVar[Any] = {}
    type = CharField()
    title = CharField()
    status = IntegerField()
    code = CharField()
    detail = CharField()
    problems = ProblemAnswer(many=True)
