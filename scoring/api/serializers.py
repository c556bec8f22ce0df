"""Base classes of API serializers: StrictSerializer for requests, Answer for responses."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

UNKNOWN_FIELD = _("There is no such field here. Take it away.")


class StrictSerializer(serializers.Serializer[Any]):
    """Base class of requests: only declared fields are accepted, and all errors are reported together."""

    default_error_messages = {"invalid": _("Write an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the field values; raise ValidationError with all errors, including unknown fields."""
        if type(data) is not dict:
            raise serializers.ValidationError(
                {"non_field_errors": [ErrorDetail(str(self.error_messages["invalid"]), code="invalid")]}
            )
        unknown = {
            key: [ErrorDetail(str(UNKNOWN_FIELD), code="unknown_field")]
            for key in data.keys() - self.fields.keys()
        }
        try:
            read: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            faults: dict[str, Any] = dict(wrong.detail)  # type: ignore[arg-type]  # keyed by field here
            raise serializers.ValidationError(faults | unknown) from wrong
        if unknown:
            raise serializers.ValidationError(unknown)
        return read


class FunctionField(serializers.Field[Any, Any, Any, Any]):
    """A field whose value a function computes from the whole object; `kind` serializes the value.

    A SerializerMethodField needs a method for each field. OpenAPI describes its result by a type hint, which
    cannot express limits, choices or the format of an Instant.
    """

    def __init__(self, kind: serializers.Field[Any, Any, Any, Any], function: Callable[[Any], Any]) -> None:
        super().__init__(source="*")
        self.kind, self.function = kind, function
        set_override(self, "field", kind)

    def to_representation(self, value: Any) -> Any:
        """Return the result of the function, serialized by `kind`; None stays None."""
        result = self.function(value)
        return None if result is None else self.kind.to_representation(result)


class Answer(serializers.Serializer[Any]):
    """Base class of responses. In OpenAPI, "Answer" is dropped from the name, and extra keys are forbidden.

    A field that is a keyword of Python, or an attribute of every serializer, is declared with an underscore:
    `from_` is `from` in JSON, `label_` is `label`.
    """

    # `additionalProperties` in JSON Schema: False, or the schema of the properties that are not declared.
    additional_properties: ClassVar[Any] = False

    def get_fields(self) -> dict[str, Any]:
        """Return the fields by their JSON names, without the trailing underscore of the attribute names."""
        return {name.removesuffix("_"): field for name, field in super().get_fields().items()}

    @classmethod
    def of(cls, value: Any) -> dict[str, Any]:
        """Return the response for one value.

        All calls share one serializer, because copying the fields for a new one takes longer than rendering.
        """
        shared: dict[str, Any] = _shared(cls).to_representation(value)
        return shared


@cache
def _shared(kind: type[Answer]) -> Answer:
    return kind()
