"""What the API says of matches and of what moves in them: one serializer writes and describes an answer.

Answers of one subject alone stand in its `api.py`.
"""

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField

from scoring.sheet.serializers import Answer


@extend_schema_field(
    {"type": ["integer", "string"], "description": 'Whole as a number, anything else exactly: "1/2".'}
)
class Exact(serializers.Field[Fraction, Any, int | str, Any]):
    """A number of the standings, without rounding."""

    def to_representation(self, value: Fraction) -> int | str:
        """Return a whole number as a number, any other exactly, such as "1/2"."""
        return value.numerator if value.denominator == 1 else str(value)


def page(answer: type[Answer]) -> type[Answer]:
    """Return what describes one page of a list of these; the paginator writes it."""
    fields = {key: CharField(allow_null=True) for key in ("next", "previous")}
    name = answer.__name__.replace("Answer", "PageAnswer")
    return type(name, (Answer,), {**fields, "results": answer(many=True)})
