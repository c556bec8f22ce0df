"""What the API's answers about sheets and card games look like, for its OpenAPI description."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.plumbing import resolve_type_hint
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

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


@extend_schema_field(listed(PROBLEM))
class Problems(serializers.Field[Any, Any, Any, Any]):
    """Problems of a hand or a sheet, in the language of who asks."""

    def to_representation(self, value: Iterable[types.Problem]) -> list[types.ProblemJson]:
        """Return each with its place."""
        return [problem.as_json(say) for problem in value]
