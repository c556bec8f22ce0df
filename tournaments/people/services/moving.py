"""Steps shared by register actions: lock persons, move tournaments, rename teams, and record the action.

The seats in teams refer to persons. Ids in stored records are never changed; they are mapped to the current
person when read (`RosterIdentity`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import is_made_of, name_key, team_name
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import Person, PersonBefore, PersonMove, RosterIdentity, Team, TeamPlayer, Tournament
from tournaments.people.rules import JOINED, PersonValues, joined_values
from tournaments.people.selectors.preview import refuse_gone
from tournaments.people.services import names
from tournaments.queue.runner import follow_up
from tournaments.queue.services import drop_files
from tournaments.rosters.selectors.identities import WAYS, events_of, substitutions_of
from tournaments.rosters.selectors.roster import who_entered, with_seats
from tournaments.values.persons import PersonAct


def refuse_taken_number(person: Person, number: str) -> None:
    holder = Person.objects.filter(member_number=number).exclude(pk=person.pk).first() if number else None
    if holder:
        text = _("The member number %(number)s is %(name)s’s. Write another, or take it from them first.")
        sentence = Sentence(text, {"number": number, "name": holder.written_name})
        problem = Problem("member_number_taken", "", "error", "/member_number", sentence)
        raise BadEntry("member_number_taken", sentence, (problem,))


def write_details(person: Person, values: PersonValues) -> None:
    """Save the given columns of a person, who must be locked (`lock_persons`).

    A new name also renames the teams that are named after players. Raises NotNow if another request has just
    stored the same member number or spelling of a name.
    """
    named_after = teams_named_after(person) if "written_name" in values else []
    for column, value in values.items():
        setattr(person, column, value)
    if "written_name" in values:
        names.set_shown_name(person)
        person.name_key, person.bare_key = name_key(person.written_name), None
    with refusing_race():
        person.save()
        if "written_name" in values:
            hold_spelling(person)
    if "written_name" in values:
        names.follow_person(person)
        name_after_players(named_after)
        tell_events(events_of([person.pk])[person.pk], person=person)


@contextmanager
def refusing_race() -> Iterator[None]:
    """Raise NotNow if the code in the `with` block fails because another request was faster.

    The other request has just stored the same member number or the same spelling of a name.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as race:
        raise NotNow("state_changed", FASTER) from race


def hold_spelling(person: Person) -> None:
    """Reserve the normalised spelling of a name for a person, unless the spelling is already reserved.

    The column is unique, so that the second of two simultaneous requests to add the same name fails.
    """
    if not Person.objects.filter(bare_key=person.name_key).exists():
        Person.objects.filter(pk=person.pk).update(bare_key=person.name_key)
        person.bare_key = person.name_key


def lock_persons(*persons: Person) -> None:
    """Lock the tournaments of several persons, then the persons, and reload the persons. Needs a transaction.

    Raise NotNow if one of the persons has entered another tournament meanwhile.
    """
    before = _events(persons)
    for tournament in sorted(before):
        lock_tournament(tournament)
    for person in sorted(persons, key=lambda each: each.pk):
        Person.objects.filter(pk=person.pk).update(erased_at=F("erased_at"))
        person.refresh_from_db()
    if not _events(persons) <= before:
        raise NotNow("state_changed", FASTER)


FASTER = Sentence(_("Somebody else was faster. Look again, then repeat what is still needed."))


def _events(persons: Sequence[Person]) -> set[UUID]:
    return set().union(*events_of([person.pk for person in persons]).values())


def move_events(events: Collection[UUID], source: Person, target: Person) -> None:
    """Replace a person by another person in teams and roster changes of the given tournaments."""
    TeamPlayer.objects.filter(tournament__in=events, person=source).update(person=target)
    for row, both in substitutions_of([source.pk]):
        event = row.team.tournament_id
        for way, now in zip(WAYS, both, strict=True):
            if event in events and now == str(source.pk):
                _set_identity(event, UUID(row.body[way]), target)


def _set_identity(event: UUID, named: UUID, person: Person) -> None:
    rows = RosterIdentity.objects.filter(tournament_id=event, named_id=named)
    if named == person.pk:
        rows.delete()
    elif not rows.update(person=person):
        RosterIdentity.objects.create(tournament_id=event, named_id=named, person=person)


def teams_named_after(person: Person, events: Collection[UUID] | None = None) -> list[UUID]:
    """Return the ids of a person's teams (in `events`) that are named after their players."""
    rows = names.teams_of(person) if events is None else names.teams_of(person).filter(tournament__in=events)
    teams = list(rows.prefetch_related(with_seats()))
    entered = zip(teams, who_entered(teams), strict=True)
    return [
        team.pk
        for team, players in entered
        if is_made_of(team.written_name, [each.written_name for each in players])
    ]


def name_after_players(ids: Iterable[UUID]) -> None:
    """Rename teams after their players' current names."""
    teams = list(Team.objects.filter(pk__in=set(ids)).prefetch_related(with_seats()))
    for team, players in zip(teams, who_entered(teams), strict=True):
        other_teams = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
        name_keys = set(other_teams.values_list("name_key", flat=True))
        team.name = team.written_name = team_name([each.written_name for each in players], name_keys)
        key = name_key(team.name)
        team.name_key = str(team.pk) if key in name_keys else key
        team.save(update_fields=["name", "written_name", "name_key"])


def tell_events(events: Collection[UUID], *, person: Person) -> None:
    """Rename a person's teams, and invalidate all pages and files of their tournaments.

    For each tournament, the jobs that optional extras register under `persons` are queued.
    """
    teams = list(names.teams_of(person).prefetch_related(with_seats()))
    names.show_teams(zip(teams, who_entered(teams), strict=True))
    drop_files(events)
    for tournament in Tournament.objects.filter(pk__in=events).order_by("pk"):
        note_change(tournament.pk, "entries")
        follow_up("persons", tournament)


def note_act(  # an act has all of these parts
    kind: PersonAct,
    person: Person,
    other: Person | None,
    body: dict[str, Any],
    author: Author,
    at: datetime,
    *,
    undoes: PersonMove | None = None,
) -> PersonMove:
    return PersonMove.objects.create(
        at=at, kind=kind, person=person, other=other, body=body, undoes=undoes, user_id=author.user_id
    )


def remember_before(move: PersonMove, person: Person, values: PersonValues) -> None:
    """Store a person's previous column values with the action that changes them."""
    texts = {key: value.isoformat() if isinstance(value, date) else value for key, value in values.items()}
    PersonBefore.objects.update_or_create(move=move, person=person, defaults={"values": texts})


def values_before(row: PersonBefore) -> dict[str, Any]:
    """Return the stored previous values of a person, converted to the types of the columns."""
    read = {"valid_until": date.fromisoformat, "stays_since": datetime.fromisoformat}
    return {key: read[key](value) if value and key in read else value for key, value in row.values.items()}


def joined_before(merge: PersonMove, person: UUID) -> dict[str, Any]:
    """Return a person's values before a merge; a value that older versions did not store is None."""
    return {"valid_until": None, "stays_since": None, **values_before(merge.before.get(person=person))}


def id_texts(ids: Iterable[UUID]) -> list[str]:
    return sorted(map(str, ids))


def join_persons(  # an act has all of these parts
    person: Person,
    into: Person,
    events: Collection[UUID],
    *,
    author: Author,
    at: datetime,
    undoes: PersonMove | None = None,
) -> PersonMove:
    """Merge a locked person into another locked person and return the action.

    Raises NotNow if `person` was already merged or erased. The caller must have checked `into`.
    """
    named_after = teams_named_after(person)
    body = {"tournaments": id_texts(events), "teams": id_texts(named_after)}
    move = note_act(PersonAct.MERGE, person, into, body, author, at, undoes=undoes)
    for each in (person, into):
        remember_before(move, each, columns_joined(each))
    join_columns(person, into)
    rows = Person.objects.filter(pk=person.pk, merged_into=None, erased_at=None)
    if not rows.update(merged_into=into):
        refuse_gone(Person.objects.get(pk=person.pk))
    move_events(events, person, into)
    names.follow_person(into)
    name_after_players(named_after)
    tell_events(events_of([into.pk])[into.pk], person=into)
    return move


def columns_joined(person: Person) -> dict[str, Any]:
    """Return a person's values of the columns that a merge combines."""
    return {column: getattr(person, column) for column in JOINED}


def join_columns(person: Person, into: Person) -> None:
    """Combine the values of two persons in the person `into`; the other person loses the member number."""
    values = joined_values(columns_joined(into), columns_joined(person))
    person.member_number = ""
    person.save(update_fields=["member_number"])
    write_columns(into, values)


def write_columns(person: Person, values: PersonValues) -> None:
    """Save the columns that a merge combines, and update the public name.

    Raises NotNow if another request has just stored the same member number.
    """
    for column, value in values.items():
        setattr(person, column, value)
    names.set_shown_name(person)
    with refusing_race():
        person.save(update_fields=["name", *values])
