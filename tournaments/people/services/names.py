"""Services for choosing how a person's name is shown in all tournaments, and for erasing names.

`Person.name` and `Team.name` are the public names. This module derives the public names from the entered
names and the persons' choices, so that pages, files and feeds need no check.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scoring.models import Device
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem
from tournaments.competition import names as name_rules
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_club, note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import Job, Person, PersonBefore, Team
from tournaments.people.rules import SHOWN_AS
from tournaments.people.selectors.preview import refuse_gone
from tournaments.queue.services import drop_files
from tournaments.rosters.selectors.identities import substitutions_of
from tournaments.rosters.selectors.roster import who_entered, with_seats

BATCH = 200


def show_person(
    person: Person,
    showing: name_rules.Showing | None,
    *,
    alias: str = "",
    is_minor: bool = False,
    author: Author,
    at: datetime,
) -> None:
    """Choose how a person's name is shown everywhere; raise BadEntry for a missing or invalid alias.

    If `showing` is None, the name is shown as before, except that a person newly marked as under age is shown
    by initials. Raises NotNow for an erased or merged person.
    """
    with transaction.atomic():
        lock_person(person)
        refuse_gone(person)
        if showing is None:
            marked = is_minor and not person.is_minor
            showing = name_rules.Showing.INITIALS if marked else name_rules.Showing(person.showing)
        alias = _clean_alias(alias, showing)
        person.showing, person.alias, person.is_minor = showing, alias, is_minor
        set_shown_name(person)
        _save_shown_name(person, "name_shown", author=author, at=at)


def set_shown_name(person: Person) -> None:
    """Set a person's public name from the display settings, without saving."""
    showing = name_rules.Showing(person.showing)
    person.name = name_rules.shown_name(person.written_name, showing, person.alias)


def follow_person(person: Person) -> None:
    """Copy a person's public name and display settings to all persons who were merged into that person."""
    merged = [each.pk for each in everybody_merged([person])]
    columns = {column: getattr(person, column) for column in ("name", *SHOWN_AS)}
    Person.objects.filter(pk__in=merged).update(**columns)


def _clean_alias(text: str, showing: name_rules.Showing) -> str:
    """Return the cleaned alias; if it is invalid, raise BadEntry with the pointer of its field."""
    if not text.strip() and showing is not name_rules.Showing.ALIAS:
        return ""
    try:
        return name_rules.clean_name(text)
    except BadEntry as wrong:
        raise BadEntry(
            wrong.code, wrong.message, (Problem(wrong.code, "", "error", "/alias", wrong.message),)
        ) from wrong


def erase_person(person: Person, *, author: Author, at: datetime) -> None:
    """Erase a person's name permanently; the results are kept without a name.

    Manual and scheduled erasure both use this function. If the name is erased already, the function does
    nothing. Raise NotNow for a merged person, because the results now belong to another person.
    """
    with transaction.atomic():
        lock_person(person)
        if person.erased_at:
            return
        refuse_gone(person)
        merged = everybody_merged([person])
        names = " ".join(f"{each.written_name} {each.alias}" for each in (person, *merged))
        _write_without(person, names)
        _erase_from_phones_and_jobs(person, names)
        person.name, person.showing, person.alias = name_rules.FORGOTTEN, name_rules.Showing.INITIALS, ""
        _save_shown_name(person, "name_erased", author=author, at=at)
        for each in (person, *merged):
            _forget(each, at)
        about = Q(move__person__in=[person, *merged]) | Q(move__other__in=[person, *merged])
        PersonBefore.objects.filter(about).delete()
        note_club("name_erased", author=author, at=at, body={"person": str(person.pk)})


def _forget(person: Person, at: datetime) -> None:
    """Erase all personal data in a person's row, and keep the row."""
    person.name, person.showing, person.alias = name_rules.FORGOTTEN, name_rules.Showing.INITIALS, ""
    person.written_name, person.name_key, person.erased_at = "", str(person.pk), at
    person.bare_key = person.valid_until = person.stays_since = person.doubtful_since = None
    person.note = person.member_number = ""
    person.save()


def everybody_merged(persons: Collection[Person]) -> list[Person]:
    """Return all persons who were merged, directly or indirectly, into the given persons.

    One query per level of merges, and one more. Each person is returned once, even if the merges form a
    circle.
    """
    merged: list[Person] = []
    visited_ids = {person.pk for person in persons}
    while persons:
        persons = list(Person.objects.filter(merged_into__in=persons).exclude(pk__in=visited_ids))
        merged += persons
        visited_ids.update(person.pk for person in persons)
    return merged


def lock_person(person: Person) -> None:
    """Lock the tournaments of a person, then the person, and reload the person.

    This needs a transaction.
    """
    for tournament in sorted(set(teams_of(person).values_list("tournament", flat=True))):
        lock_tournament(tournament)
    Person.objects.filter(pk=person.pk).update(erased_at=F("erased_at"))
    person.refresh_from_db()


def _write_without(person: Person, names: str) -> None:
    """Remove a person's name from the entered names of the person's teams; other players' names stay."""
    teams = list(teams_of(person).prefetch_related(with_seats()))
    for team, players in zip(teams, who_entered(teams), strict=True):
        named = [
            name_rules.Named(names, name_rules.FORGOTTEN)
            if each == person
            else name_rules.Named(each.written_name, each.written_name)
            for each in players
        ]
        written_name = name_rules.shown_team_name(team.written_name, named)
        if written_name != team.written_name:
            team.written_name, team.name_key = written_name, str(team.pk)
    Team.objects.bulk_update(teams, ["written_name", "name_key"], batch_size=BATCH)


def _erase_from_phones_and_jobs(person: Person, names: str) -> None:
    """Clear the names of phones, and the error messages of jobs, that contain the person's name.

    Only the phones and jobs of the person's tournaments are searched.
    """
    tournaments = set(teams_of(person).values_list("tournament", flat=True))
    phones = Device.objects.filter(grants__sheet__match__tournament__in=tournaments).exclude(name="")
    called = {phone.pk for phone in phones.distinct() if name_rules.shares_a_word(phone.name, names)}
    Device.objects.filter(pk__in=called).update(name="")
    failed = Job.objects.filter(tournament__in=tournaments).exclude(error="")
    job_ids = {job.pk for job in failed if name_rules.shares_a_word(job.error, names)}
    Job.objects.filter(pk__in=job_ids).update(error="")


def show_teams(teams: Iterable[tuple[Team, Sequence[Person]]]) -> list[Team]:
    """Update the public names of teams, and return the teams whose names have changed."""
    changed, teams = [], list(teams)
    former = former_names({person for _team, players in teams for person in players})
    for team, players in teams:
        named = [
            name_rules.Named(former.get(person.pk, person.written_name), person.name) for person in players
        ]
        shown_name = name_rules.shown_team_name(team.written_name, named)
        if shown_name != team.name:
            team.name = shown_name
            changed.append(team)
    Team.objects.bulk_update(changed, ["name"], batch_size=BATCH)
    return changed


def former_names(persons: Iterable[Person]) -> Mapping[UUID, str]:
    """Return the names as entered, by person id, of the persons who are not shown in full.

    The text for a person also contains the names of the persons who were merged into this person. If all
    persons are shown in full, no query is made.
    """
    hidden = [person for person in persons if person.name != person.written_name]
    words = {person.pk: person.written_name for person in hidden}
    root = {person.pk: person.pk for person in hidden}
    for each in everybody_merged(hidden):
        root[each.pk] = root[each.merged_into_id]  # type: ignore[index]  # merged into one of `persons`
        words[root[each.pk]] += f" {each.written_name}"
    return words


def _save_shown_name(person: Person, kind: str, *, author: Author, at: datetime) -> None:
    """Save a person's display settings, rename their teams, and invalidate all pages and files."""
    person.save()
    follow_person(person)
    teams = list(teams_of(person).prefetch_related(with_seats()))
    show_teams(zip(teams, who_entered(teams), strict=True))
    tournaments = sorted({team.tournament_id for team in teams})
    drop_files(tournaments)
    for tournament in tournaments:
        note_move(tournament, kind, author=author, at=at, body={"person": str(person.pk)})
        note_change(tournament, "entries")


def teams_of(person: Person) -> QuerySet[Team]:
    """Return the teams in which a person plays, or played until being replaced."""
    replaced = [row.team_id for row, (out, _in) in substitutions_of([person.pk]) if out == str(person.pk)]
    team_ids = {*person.seats.values_list("team", flat=True), *replaced}
    return Team.objects.filter(pk__in=team_ids)
