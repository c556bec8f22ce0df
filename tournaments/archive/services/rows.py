"""Rows of an imported archive: values are validated strictly; persons are found by id or name, or created.

A name that is hidden or erased on this site is not shown in full after an import.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model
from django.utils import timezone

from scoring.types import BadEntry
from tournaments.archive.selectors.event_rows import ERASED, PERSONS, FactKind
from tournaments.archive.services.archive_file import Archive, bad_line
from tournaments.competition.names import FORGOTTEN, Named, Showing, clean_name, name_key, shown_team_name
from tournaments.models import Person, Team, Tournament
from tournaments.people.selectors.register import final_persons, named_so
from tournaments.people.services.names import BATCH
from tournaments.rosters.selectors.roster import who_entered, with_seats

# The objects of this site by model and by their id in the archive.
IdsByModel = dict[type[Model], dict[str, Any]]


def read_rows(archive: Archive, kind: FactKind, facts: IdsByModel, **fixed: Any) -> Iterator[Model]:
    """Yield unsaved model instances of one kind from the archive; raise BadEntry at the first invalid row.

    `fixed` contains values for fields that the archive does not contain. `facts` maps models to the ids of
    the rows read so far. The rows to which this kind refers must be read first; this function adds the ids of
    its rows.
    """
    ids = facts.setdefault(kind.model, {})
    for number, row in enumerate(archive.rows(kind.name), start=1):
        try:
            if row.keys() | kind.optional != set(kind.fields):
                raise ValueError("other fields")
            values = {
                column: value
                for name in row
                for column, value in [_read(kind.model._meta.get_field(name), row[name], facts)]
            }
        except (ValueError, TypeError, KeyError, OverflowError, ValidationError) as wrong:
            raise bad_line(kind.name, number) from wrong
        new_row = kind.model(**values, **fixed)
        ids[str(new_row.pk)] = new_row.pk
        yield new_row


def _read(field: Any, value: Any, facts: IdsByModel) -> tuple[str, Any]:
    """Return the column and the value of a field; raise ValueError or ValidationError for a wrong type."""
    if value is None:
        if not field.null:
            raise ValueError("a value is missing")
        return field.attname, None
    if field.is_relation:
        return field.attname, facts[field.related_model][value]
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
    """Return a function that reads an integer within the range that all databases support."""
    least, most = BaseDatabaseOperations.integer_field_ranges[internal]

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError("out of range")
        return value

    return read


def read_instant(value: str) -> datetime:
    """Return a datetime; raise ValueError unless the text has the canonical form used in archives."""
    instant = datetime.fromisoformat(value)
    if instant.astimezone(UTC).isoformat() != value:
        raise ValueError("not as it is written")
    return instant


def read_id(value: str) -> UUID:
    """Return a UUID; raise ValueError unless the text has the canonical form used in archives."""
    uuid = UUID(value)
    if str(uuid) != value:
        raise ValueError("not as it is written")
    return uuid


# The function that reads a value, by class of the field.
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


# The id in the archive, the public name, and its form.
Row = tuple[UUID, str, str]
FORMS_OF_NAMES = {*(each.value for each in Showing), ERASED}


@dataclass(frozen=True)
class Brought:
    """The persons of an imported archive.

    `persons` maps the id in the archive to the person on this site. `names` maps the id on this site to the
    name in the archive.
    """

    persons: dict[str, Person]
    names: dict[UUID, str]

    @property
    def ids(self) -> dict[str, Any]:
        """Map the id of each person in the archive to the id of the person on this site."""
        return {archive_id: person.pk for archive_id, person in self.persons.items()}

    @property
    def moved(self) -> dict[str, str]:
        """Map the archive id to the id on this site, for each person who has another id on this site."""
        return {
            archive_id: str(person.pk)
            for archive_id, person in self.persons.items()
            if archive_id != str(person.pk)
        }


def bring_persons(archive: Archive) -> Brought:
    """Find or create all persons of an archive; raise BadEntry at the first invalid row.

    Two queries, more if persons found were merged, and one per 200 new persons.
    """
    rows = _rows(archive)
    existing = _existing_persons(rows)
    persons, new = {}, []
    for archive_id, name, showing in rows:
        person = existing.get(archive_id)
        if person is None:
            person = _new_person(archive_id, name, showing)
            new.append(person)
        persons[str(archive_id)] = person
    Person.objects.bulk_create(new, batch_size=BATCH)
    return Brought(persons, {persons[str(archive_id)].pk: name for archive_id, name, _showing in rows})


def known_names(archive: Archive) -> list[str]:
    """Return the sorted names of the archive's persons who exist on this site.

    Two queries, more if persons found were merged. Raise BadEntry at the first invalid row.
    """
    rows = _rows(archive)
    existing = _existing_persons(rows)
    return sorted(name for archive_id, name, _showing in rows if archive_id in existing)


def _rows(archive: Archive) -> list[Row]:
    return [_read_persons(row, number) for number, row in enumerate(archive.rows(PERSONS), start=1)]


def _existing_persons(rows: list[Row]) -> dict[UUID, Person]:
    existing = final_persons([archive_id for archive_id, _name, _showing in rows])
    full = {archive_id: name_key(name) for archive_id, name, showing in rows if showing == Showing.FULL.value}
    by_name = {key: people[0] for key, people in named_so(full.values()).items() if len(people) == 1}
    return {archive_id: by_name[key] for archive_id, key in full.items() if key in by_name} | existing


def _read_persons(row: dict[str, Any], number: int) -> Row:
    """Return the id, public name and display form of a person; raise BadEntry if the row is invalid."""
    try:
        archive_id, name, showing = read_id(row["id"]), row["name"], row["showing"]
        if set(row) != {"id", "name", "showing"} or showing not in FORMS_OF_NAMES or clean_name(name) != name:
            raise ValueError("no person")
    except (ValueError, TypeError, KeyError, AttributeError, ValidationError, BadEntry) as wrong:
        raise bad_line(PERSONS, number) from wrong
    return archive_id, name, showing


def _new_person(person_id: UUID, name: str, showing: str, at: datetime | None = None) -> Person:
    """Return an unsaved person with the public name, which is the only name in the archive.

    A person with an erased name gets the name FORGOTTEN.
    """
    if showing == ERASED:
        return Person(
            id=person_id,
            name=FORGOTTEN,
            name_key=str(person_id),
            showing=Showing.INITIALS.value,
            erased_at=at or timezone.now(),
        )
    full = showing == Showing.FULL.value
    return Person(
        id=person_id,
        name=name,
        written_name=name,
        name_key=name_key(name) if full else str(person_id),
        showing=showing,
        alias=name if showing == Showing.ALIAS.value else "",
    )


def name_teams(tournament: Tournament, brought: Brought) -> None:
    """Set the names and comparison keys of all teams, without names that are hidden on this site."""
    teams = list(tournament.teams.order_by("number").prefetch_related(with_seats()))
    name_keys: set[str] = set()
    for team, players in zip(teams, who_entered(teams), strict=True):
        named = [Named(brought.names[player.pk], player.name) for player in players]
        erased = [each if player.erased_at else Named(each.full, each.full)
                  for player, each in zip(players, named, strict=True)]  # fmt: skip
        team.written_name = shown_team_name(team.name, erased)
        team.name = shown_team_name(team.name, named)
        key = name_key(team.written_name)
        team.name_key = key if key not in name_keys and FORGOTTEN not in team.written_name else str(team.pk)
        name_keys.add(key)
    Team.objects.bulk_update(teams, ["name", "written_name", "name_key"], batch_size=BATCH)
