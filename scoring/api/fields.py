"""Serializer fields that refuse values of the wrong JSON type: "3" is not accepted as a number."""

from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

INVISIBLE = frozenset(map(chr, (*range(0x20), 0x7F))) - {"\n", "\t"}
LARGEST = 32_767


class WholeNumber(serializers.IntegerField):
    """An integer that fits into the smallest integer column of the database."""

    default_error_messages = {"invalid": _("Write a whole number.")}

    def __init__(self, **limits: Any) -> None:
        super().__init__(**{"min_value": -LARGEST, "max_value": LARGEST} | limits)

    def to_internal_value(self, data: Any) -> int:
        """Return the integer; refuse a value of another type or out of range."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class YesNo(serializers.BooleanField):
    """A boolean field that accepts only true and false."""

    default_error_messages = {"invalid": _("Write true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean; refuse a value of another type."""
        if type(data) is not bool:
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A text whose only control characters are line breaks and tabs."""

    default_error_messages = {
        "invalid": _("Write a text."),
        "invisible": _("This text holds an invisible character. Type it again."),
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the text; refuse a value of another type."""
        if type(data) is not str:
            self.fail("invalid")
        if not INVISIBLE.isdisjoint(data):
            self.fail("invisible")
        return str(super().to_internal_value(data))


class WordField(serializers.ChoiceField):
    """A text field that accepts only the values of a fixed set."""

    default_error_messages = {"invalid_choice": _("Choose one of: {known}.")}

    def to_internal_value(self, data: Any) -> str:
        """Return the value; refuse any other value with an error that lists the accepted values."""
        if type(data) is not str or data not in self.choices:
            self.fail("invalid_choice", known=", ".join(map(str, self.choices)))
        return data


EARLIEST, LATEST = 1900, 2200  # years; beyond them a zone's offset may leave the calendar


class Instant(serializers.DateTimeField):
    """A date and time in ISO 8601 with its UTC offset."""

    default_error_messages = {"invalid": _("Write date and time with the offset: 2026-03-14T20:30:00+01:00.")}

    def to_internal_value(self, data: Any) -> datetime:
        """Return the date and time; refuse a value without a UTC offset or outside the years 1900 to 2200."""
        try:
            moment = parse_datetime(data) if type(data) is str else None
        except ValueError:
            moment = None
        if moment is None or is_naive(moment) or not EARLIEST <= moment.year <= LATEST:
            self.fail("invalid")
        return moment

    def to_representation(self, value: datetime) -> str:
        """Return the date and time in ISO 8601, in the time zone of the value."""
        return value.isoformat()


class AnyObject(serializers.DictField):
    """A JSON object that is passed on unchecked, because the rules of the card game check its keys."""

    default_error_messages = {"invalid": _("Write an object.")}

    def to_representation(self, value: Any) -> Any:
        """Return the object unchanged."""
        return value

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object unchanged; refuse any other JSON type."""
        if type(data) is not dict:
            self.fail("invalid")
        return data
