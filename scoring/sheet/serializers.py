"""What the API's answers about sheets and card games look like, for its OpenAPI description."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.functional import cached_property
from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from drf_spectacular.plumbing import resolve_type_hint
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from scoring import types
from scoring.game_parts.description import CardGameJson, hand_schema
from scoring.games import CARD_GAMES
from scoring.sheet.rules.time_called import TimeCallJson
from scoring.translation import say

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
MAYBE_NUMBER: Schema = {"type": ["integer", "null"]}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}


def listed(of: Schema) -> Schema:
    """A list of these."""
    return {"type": "array", "items": of}


def record(**properties: Schema) -> Schema:
    """An object with these properties and no others."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def without(shape: Schema, *optional: str) -> Schema:
    """The same object, these properties missing at times."""
    return {**shape, "required": [key for key in shape["required"] if key not in optional]}


def described(hint: Any) -> Schema:
    """Return the JSON Schema of what a function returns, by its type: an object has no other properties.

    Where it has, a property `__extra__` says what they are.
    """
    return _closed(resolve_type_hint(hint))  # type: ignore[no-untyped-call]


def _closed(schema: Schema) -> Schema:
    """Return a schema in the words of JSON Schema, its objects closed."""
    kind = schema.pop("nullable", False)
    if kind:
        schema["type"] = [schema["type"], "null"]
    if "items" in schema:
        schema["items"] = _closed(schema["items"])
    if "properties" in schema:
        extra = schema["properties"].pop("__extra__", False)
        schema["properties"] = {key: _closed(each) for key, each in schema["properties"].items()}
        schema["additionalProperties"] = extra
    return schema


NAMED: dict[str, Schema] = {}
"""What the description calls shapes that it names; a serializer has the name of its class."""


def named(name: str, shape: Schema) -> Schema:
    """Return the shape, which the description writes once, under this name."""
    NAMED[name] = shape
    return shape


PROBLEM = named("Problem", described(types.ProblemJson))
VERDICT = named("Verdict", described(types.VerdictJson))
CARD_GAME = named("CardGame", described(CardGameJson))
CARD_GAMES_LIST = listed(CARD_GAME)
TIME_CALLED = described(TimeCallJson)
TIME_CALLED["properties"]["hands"]["minimum"] = 0


def _hand(key: str) -> Schema:
    schema = hand_schema(CARD_GAMES[key])
    del schema["$schema"]
    return {"title": key, **schema}


HAND: Schema = {"anyOf": [_hand(key) for key in CARD_GAMES]}
"""A hand of any card game: which one applies is said by the match."""

FINAL = without(record(final=listed(NUMBER), hand_count=NUMBER), "hand_count")
WRITTEN_SHEET = named(
    "WrittenSheet",
    without(
        record(
            card_game={"type": "string", "enum": list(CARD_GAMES)},
            profile=ANY_OBJECT,
            games=listed({"anyOf": [record(hands=listed(HAND)), FINAL]}),
            time_called=TIME_CALLED,
        ),
        "profile",
        "time_called",
    ),
)


UNKNOWN_FIELD = _("There is no such field here. Take it away.")
INVISIBLE = frozenset(map(chr, (*range(0x20), 0x7F))) - {"\n", "\t"}


LARGEST = 32_767


class WholeNumber(serializers.IntegerField):
    """A whole number written as one, no larger than the smallest column of a database that may hold it."""

    default_error_messages = {"invalid": _("Write a whole number.")}

    def __init__(self, **limits: Any) -> None:
        super().__init__(**{"min_value": -LARGEST, "max_value": LARGEST} | limits)

    def to_internal_value(self, data: Any) -> int:
        """Return the number, or refuse whatever is not one."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class YesNo(serializers.BooleanField):
    """True or false, written as such."""

    default_error_messages = {"invalid": _("Write true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        """Return it, or refuse whatever is neither."""
        if type(data) is not bool:
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A text written as one; nothing invisible but line breaks and tabs."""

    default_error_messages = {
        "invalid": _("Write a text."),
        "invisible": _("This text holds an invisible character. Type it again."),
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the text, or refuse whatever is not one."""
        if type(data) is not str:
            self.fail("invalid")
        if not INVISIBLE.isdisjoint(data):
            self.fail("invisible")
        return str(super().to_internal_value(data))


class WordField(serializers.ChoiceField):
    """One of a few words."""

    default_error_messages = {"invalid_choice": _("Choose one of: {known}.")}

    def to_internal_value(self, data: Any) -> str:
        """Return the word, or say which there are."""
        if type(data) is not str or data not in self.choices:
            self.fail("invalid_choice", known=", ".join(map(str, self.choices)))
        return data


EARLIEST, LATEST = 1900, 2200  # years; beyond them a zone's offset may leave the calendar


class Instant(serializers.DateTimeField):
    """A moment in ISO 8601 with its offset."""

    default_error_messages = {"invalid": _("Write date and time with the offset: 2026-03-14T20:30:00+01:00.")}

    def to_internal_value(self, data: Any) -> datetime:
        """Return the moment; without an offset nobody knows which it is."""
        try:
            moment = parse_datetime(data) if type(data) is str else None
        except ValueError:
            moment = None
        if moment is None or is_naive(moment) or not EARLIEST <= moment.year <= LATEST:
            self.fail("invalid")
        return moment

    def to_representation(self, value: datetime) -> str:
        """Return the moment in the zone it is in."""
        return value.isoformat()


class AnyObject(serializers.DictField):
    """An object whose keys are read and written by the rules, not here."""

    default_error_messages = {"invalid": _("Write an object.")}

    def to_representation(self, value: Any) -> Any:
        """Return the object as it is."""
        return value

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object as it was sent."""
        if type(data) is not dict:
            self.fail("invalid")
        return data


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


@extend_schema_field(listed(PROBLEM))
class Problems(serializers.Field[Any, Any, Any, Any]):
    """Problems of a hand or a sheet, in the language of who asks."""

    def to_representation(self, value: Iterable[types.Problem]) -> list[types.ProblemJson]:
        """Return each with its place."""
        return [problem.as_json(say) for problem in value]


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
