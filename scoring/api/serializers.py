"""The bases of the API's serializers: StrictSerializer reads what is sent, Answer writes an answer."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

UNKNOWN_FIELD = _("There is no such field here. Take it away.")


class StrictSerializer(serializers.Serializer[Any]):
    """An object with these fields and no others; everything wrong in it is said at once."""

    default_error_messages = {"invalid": _("Write an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the fields, or refuse those that are wrong together with those nobody asked for."""
        if type(data) is not dict:
            raise serializers.ValidationError(
                {"non_field_errors": [ErrorDetail(str(self.error_messages["invalid"]), code="invalid")]}
            )
        strangers = {
            key: [ErrorDetail(str(UNKNOWN_FIELD), code="unknown_field")]
            for key in data.keys() - self.fields.keys()
        }
        try:
            read: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            faults: dict[str, Any] = dict(wrong.detail)  # type: ignore[arg-type]  # keyed by field here
            raise serializers.ValidationError(faults | strangers) from wrong
        if strangers:
            raise serializers.ValidationError(strangers)
        return read


class FunctionField(serializers.Field[Any, Any, Any, Any]):
    """What a function makes of the whole value, written and described as by a field of this kind."""

    def __init__(self, kind: serializers.Field[Any, Any, Any, Any], function: Callable[[Any], Any]) -> None:
        super().__init__(source="*")
        self.kind, self.function = kind, function
        set_override(self, "field", kind)

    def to_representation(self, value: Any) -> Any:
        """Return what the function makes of it, as the field writes it."""
        made = self.function(value)
        return None if made is None else self.kind.to_representation(made)


class Answer(serializers.Serializer[Any]):
    """What a call answers: it writes the answer, and the description is read from it.

    A field whose name Python keeps for itself has an underscore behind it.
    """

    def get_fields(self) -> dict[str, Any]:
        """Return the fields by the names they have in JSON."""
        return {name.removesuffix("_"): field for name, field in super().get_fields().items()}

    @cached_property
    def writers(self) -> dict[str, Callable[[Any], Any]]:
        """What writes each field of a value."""
        return {name: _writer(field) for name, field in self.fields.items()}

    def to_representation(self, value: Any) -> dict[str, Any]:
        """Return the answer: as the framework does, but the way to each attribute is found once."""
        return {name: write(value) for name, write in self.writers.items()}

    @classmethod
    def of(cls, value: Any) -> dict[str, Any]:
        """Return the answer about a value."""
        return _made_once(cls).to_representation(value)


def _writer(field: serializers.Field[Any, Any, Any, Any]) -> Callable[[Any], Any]:
    """Return what writes a field; keys, and attributes of nothing, are left to the framework."""
    if field.source == "*":
        return field.to_representation
    read = attrgetter(field.source or "")

    def write(value: Any) -> Any:
        try:
            attribute = field.get_attribute(value) if isinstance(value, dict) else read(value)
        except AttributeError:
            attribute = field.get_attribute(value)
        return None if attribute is None else field.to_representation(attribute)

    return write


@cache
def _made_once(kind: type[Answer]) -> Answer:
    """Return the serializer: making it costs more than a hundred answers, and it keeps nothing of one."""
    return kind()
