"""The rows of an archive as rows of the database, field by field: nothing is taken that does not fit."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model

from tournaments.selectors.archive import Kind
from tournaments.services.archive_file import Archive, bad_line

Known = dict[type[Model], dict[str, Any]]
"""The ids that an event has brought so far, by model, and what each is here."""


def read_rows(archive: Archive, kind: Kind, known: Known, **fixed: Any) -> Iterator[Model]:
    """Yield the rows of one kind, not saved; raise BadEntry at the first that does not fit.

    `fixed` are fields that the archive does not say.
    """
    ids = known.setdefault(kind.model, {})
    for number, row in enumerate(archive.rows(kind.name), start=1):
        try:
            if row.keys() != set(kind.fields):
                raise ValueError("other fields")
            values = {
                column: value
                for name in kind.fields
                for column, value in [_read(kind.model._meta.get_field(name), row[name], known)]
            }
        except (ValueError, TypeError, KeyError, OverflowError, ValidationError) as wrong:
            raise bad_line(kind.name, number) from wrong
        made = kind.model(**values, **fixed)
        ids[str(made.pk)] = made.pk
        yield made


def _read(field: Any, value: Any, known: Known) -> tuple[str, Any]:
    """Return the column of a field and its value; raise ValueError, or ValidationError, for another kind."""
    if value is None:
        if not field.null:
            raise ValueError("a value is missing")
        return field.attname, None
    if field.is_relation:
        return field.attname, known[field.related_model][value]
    value = READ[field.get_internal_type()](value)
    field.run_validators(value)
    return field.attname, value


def _of(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError("of another kind")
        return value

    return read


def _number(internal: str) -> Callable[[Any], int]:
    """Read a whole number in the range that every database has room for."""
    least, most = BaseDatabaseOperations.integer_field_ranges[internal]

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError("out of range")
        return value

    return read


def read_instant(value: str) -> datetime:
    """Return an instant that is written as an archive writes it."""
    instant = datetime.fromisoformat(value)
    if instant.astimezone(UTC).isoformat() != value:
        raise ValueError("not as it is written")
    return instant


def read_id(value: str) -> UUID:
    """Return an id that is written as an archive writes it."""
    found = UUID(value)
    if str(found) != value:
        raise ValueError("not as it is written")
    return found


READ: Mapping[str, Callable[[Any], Any]] = {
    models.UUIDField.__name__: read_id,
    models.DateTimeField.__name__: read_instant,
    models.JSONField.__name__: lambda value: value,
    **dict.fromkeys(
        (models.CharField.__name__, models.SlugField.__name__, models.TextField.__name__), _of(str)
    ),
    **{
        field.__name__: _number(field.__name__)
        for field in (models.IntegerField, models.PositiveIntegerField, models.PositiveSmallIntegerField)
    },
    models.BooleanField.__name__: _of(bool),
}
"""How a value of each kind of field is read."""
