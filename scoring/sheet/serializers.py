"""What the API's answers about sheets and card games look like, for its OpenAPI description."""

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from scoring.game_parts.description import hand_schema
from scoring.games import CARD_GAMES
from scoring.types import Now, Stopped

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


def with_more(shape: Schema) -> Schema:
    """The same object, with properties that are not listed here."""
    return {**shape, "additionalProperties": True}


SCORES = listed(NUMBER)
PROBLEM = record(
    code=TEXT, rule=TEXT, level={"type": "string", "enum": ["error", "warning"]}, where=TEXT, message=TEXT
)
FAILURE = with_more(
    record(type=TEXT, title=TEXT, status=NUMBER, code=TEXT, detail=TEXT, problems=listed(PROBLEM))
)

MAYBE_SCORES: Schema = {"type": ["array", "null"], "items": NUMBER}
NEXT: Schema = {**record(game=NUMBER, hand=NUMBER, dealer=MAYBE_NUMBER), "type": ["object", "null"]}
WORTH: Schema = {"score": MAYBE_SCORES, "running": MAYBE_SCORES}
TIME_CALLED: Schema = {
    **without(record(hands={"type": "integer", "minimum": 0}, begun=FLAG, draws=FLAG), "begun", "draws"),
    "description": (
        "Time was called when so many hands stood on the sheet; `begun` says whether one was being played "
        "(left out: not known yet), `draws` whether level stays level (COM-TIME-1 to 3)."
    ),
}
GAME: Schema = {
    "target": MAYBE_NUMBER,
    "score": SCORES,
    "winner": MAYBE_NUMBER,
    "quick": FLAG,
    "by_time": {
        "type": "string",
        "enum": [each.value for each in Stopped],
        "description": "How a game that time stopped counts; left out where none was.",
    },
}
VERDICT_PARTS: Schema = {
    "time": {
        "type": "string",
        "enum": [each.value for each in Now],
        "description": "What is to be done since time was called; left out where it was not.",
    },
    "valid": FLAG,
    "problems": listed(PROBLEM),
    "games_won": SCORES,
    "winner": MAYBE_NUMBER,
    "next": NEXT,
}
VERDICT = without(
    record(
        **VERDICT_PARTS,
        games=listed(without(record(**GAME, hands=listed(record(**WORTH))), "quick", "by_time")),
    ),
    "time",
)


def _hand(key: str) -> Schema:
    schema = hand_schema(CARD_GAMES[key])
    del schema["$schema"]
    return {"title": key, **schema}


HAND: Schema = {"anyOf": [_hand(key) for key in CARD_GAMES]}
"""A hand of any card game: which one applies is said by the match."""

FINAL = without(record(final=SCORES, hand_count=NUMBER), "hand_count")
WRITTEN_SHEET = without(
    record(
        card_game={"type": "string", "enum": list(CARD_GAMES)},
        profile=ANY_OBJECT,
        games=listed({"anyOf": [record(hands=listed(HAND)), FINAL]}),
        time_called=TIME_CALLED,
    ),
    "profile",
    "time_called",
)

VERSIONED = record(version=NUMBER, hand=ANY_OBJECT)
SHEET = without(
    record(
        card_game=TEXT,
        profile=ANY_OBJECT,
        version=NUMBER,
        **VERDICT_PARTS,
        games=listed(
            without(
                record(**GAME, hands=listed(with_more(record(**WORTH, version=NUMBER)))), "quick", "by_time"
            )
        ),
        disputes=listed(
            record(
                game=NUMBER,
                hand=NUMBER,
                standing=VERSIONED,
                others=listed(record(seq=NUMBER, hand=ANY_OBJECT)),
            )
        ),
        objection=FLAG,
        signed=listed(NUMBER),
        confirmed=FLAG,
        time_called=TIME_CALLED,
    ),
    "time",
    "time_called",
)

DEFINITION = record(
    format=NUMBER,
    card_game=TEXT,
    language=TEXT,
    entries={"type": "object", "additionalProperties": NUMBER},
    values=listed({}),
    codes=listed({}),
    words={"type": "object", "additionalProperties": TEXT},
)
"""What `verdict.js` reads; how values and codes are written is told by `scoring/offline/syntax.py`."""

NAMES: Schema = {"type": "object", "additionalProperties": TEXT}
DECK: Schema = {
    **record(
        pack=TEXT,
        name=TEXT,
        suits=NAMES,
        ranks=listed(record(rank=TEXT, name=TEXT, value=NUMBER)),
    ),
    "additionalProperties": TEXT,
}
"""A pack in one order; the order stands under the key of the game's own option, mostly `court_order`."""
CARD_GAME = record(
    key=TEXT,
    name=TEXT,
    seats=NUMBER,
    sides=NUMBER,
    players_a_side=NUMBER,
    by_net=FLAG,
    trionfo=FLAG,
    fixed_total=MAYBE_NUMBER,
    even_split=MAYBE_NUMBER,
    decks=listed(DECK),
    options=listed(record(key=TEXT, label=TEXT, default={}, schema=ANY_OBJECT, choices=NAMES)),
    presets=listed(record(key=TEXT, name=TEXT, profile=ANY_OBJECT)),
    entry_steps=listed(record(key=TEXT, label=TEXT, fields=listed(TEXT), state=MAYBE_TEXT)),
    states=NAMES,
    parts=NAMES,
    hand=ANY_OBJECT,
)
CARD_GAMES_LIST = listed(CARD_GAME)


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


class AnyObject(serializers.DictField):
    """An object whose keys are read by the rules, not here."""

    default_error_messages = {"invalid": _("Write an object.")}

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
