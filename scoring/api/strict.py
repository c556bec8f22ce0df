"""Fields that take what is meant and nothing else: 1 is a number, "1", 1.0 and true are not.

What a request sends is read by these; what it did not ask for is refused with its place.
"""

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

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


class Word(serializers.ChoiceField):
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
