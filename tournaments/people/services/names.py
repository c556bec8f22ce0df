"""How a person's name is shown, everywhere at once; and how it is erased.

`Person.name` and `Team.name` are what everybody may see: they are made here, of what was written and of how
the person wants to be shown. No page, file or feed has to ask.
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
    """Show a person's name in this way from now on, in every tournament; raise BadEntry for no alias.

    Where no way is chosen it stays, but who is marked as under age turns to initials. Raise NotNow for
    somebody whose name was erased, or who was merged into another.
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
        _show_everywhere(person, "name_shown", author=author, at=at)


def set_shown_name(person: Person) -> None:
    """Give a person the name that everybody sees, and save nothing."""
    showing = name_rules.Showing(person.showing)
    person.name = name_rules.shown_name(person.written_name, showing, person.alias)


def follow_person(person: Person) -> None:
    """Let whoever was merged into somebody be shown as they are."""
    merged = [each.pk for each in everybody_merged([person])]
    columns = {column: getattr(person, column) for column in ("name", *SHOWN_AS)}
    Person.objects.filter(pk__in=merged).update(**columns)


def _clean_alias(text: str, showing: name_rules.Showing) -> str:
    """Return the other name as it is kept; raise BadEntry beside its field."""
    if not text.strip() and showing is not name_rules.Showing.ALIAS:
        return ""
    try:
        return name_rules.clean_name(text)
    except BadEntry as wrong:
        raise BadEntry(
            wrong.code, wrong.message, (Problem(wrong.code, "", "error", "/alias", wrong.message),)
        ) from wrong


def erase_person(person: Person, *, author: Author, at: datetime) -> None:
    """Erase a person's name for good: what they played stays, and nobody can tell who it was.

    By hand or by the timetable, this is the one way. A name that is erased already is let alone. Raise
    NotNow for who was merged into another: what they played stands under the other's name.
    """
    with transaction.atomic():
        lock_person(person)
        if person.erased_at:
            return
        refuse_gone(person)
        merged = everybody_merged([person])
        names = " ".join(f"{each.written_name} {each.alias}" for each in (person, *merged))
        _write_without(person, names)
        _strike_beside(person, names)
        person.name, person.showing, person.alias = name_rules.FORGOTTEN, name_rules.Showing.INITIALS, ""
        _show_everywhere(person, "name_erased", author=author, at=at)
        for each in (person, *merged):
            _forget(each, at)
        about = Q(move__person__in=[person, *merged]) | Q(move__other__in=[person, *merged])
        PersonBefore.objects.filter(about).delete()
        note_club("name_erased", author=author, at=at, body={"person": str(person.pk)})


def _forget(person: Person, at: datetime) -> None:
    """Leave nothing of who somebody was, in a row that stays."""
    person.name, person.showing, person.alias = name_rules.FORGOTTEN, name_rules.Showing.INITIALS, ""
    person.written_name, person.name_key, person.erased_at = "", str(person.pk), at
    person.bare_key = person.valid_until = person.stays_since = person.doubtful_since = None
    person.note = person.member_number = ""
    person.save()


def everybody_merged(persons: Collection[Person]) -> list[Person]:
    """Return those who were merged into these, and into them in turn: a query a step.

    A circle, which no act makes, is gone round once.
    """
    merged: list[Person] = []
    met = {person.pk for person in persons}
    while persons:
        persons = list(Person.objects.filter(merged_into__in=persons).exclude(pk__in=met))
        merged += persons
        met.update(person.pk for person in persons)
    return merged


def lock_person(person: Person) -> None:
    """Lock the tournaments somebody is in, then the person, who is read again: within a transaction."""
    for tournament in sorted(set(teams_of(person).values_list("tournament", flat=True))):
        lock_tournament(tournament)
    Person.objects.filter(pk=person.pk).update(erased_at=F("erased_at"))
    person.refresh_from_db()


def _write_without(person: Person, names: str) -> None:
    """Take a name out of what was written of its teams: their other players stay as they were written."""
    teams = list(teams_of(person).prefetch_related(with_seats()))
    for team, players in zip(teams, who_entered(teams), strict=True):
        named = [
            name_rules.Named(names, name_rules.FORGOTTEN)
            if each == person
            else name_rules.Named(each.written_name, each.written_name)
            for each in players
        ]
        written = name_rules.shown_team_name(team.written_name, named)
        if written != team.written_name:
            team.written_name, team.name_key = written, str(team.pk)
    Team.objects.bulk_update(teams, ["written_name", "name_key"], batch_size=BATCH)


def _strike_beside(person: Person, names: str) -> None:
    """Take a name out of what phones at its tables are called, and of what jobs of its tournaments said."""
    tournaments = set(teams_of(person).values_list("tournament", flat=True))
    phones = Device.objects.filter(grants__sheet__match__tournament__in=tournaments).exclude(name="")
    called = {phone.pk for phone in phones.distinct() if name_rules.shares_a_word(phone.name, names)}
    Device.objects.filter(pk__in=called).update(name="")
    failed = Job.objects.filter(tournament__in=tournaments).exclude(error="")
    told = {job.pk for job in failed if name_rules.shares_a_word(job.error, names)}
    Job.objects.filter(pk__in=told).update(error="")


def show_teams(teams: Iterable[tuple[Team, Sequence[Person]]]) -> list[Team]:
    """Give teams the name that their players let be shown; return those whose name changes."""
    changed, teams = [], list(teams)
    former = former_names({person for _team, players in teams for person in players})
    for team, players in teams:
        named = [
            name_rules.Named(former.get(person.pk, person.written_name), person.name) for person in players
        ]
        shown = name_rules.shown_team_name(team.written_name, named)
        if shown != team.name:
            team.name = shown
            changed.append(team)
    Team.objects.bulk_update(changed, ["name"], batch_size=BATCH)
    return changed


def former_names(persons: Iterable[Person]) -> Mapping[UUID, str]:
    """Return every word that those who are not shown in full were ever written with, merged people's too.

    No query where everybody is shown in full.
    """
    hidden = [person for person in persons if person.name != person.written_name]
    words = {person.pk: person.written_name for person in hidden}
    root = {person.pk: person.pk for person in hidden}
    for each in everybody_merged(hidden):
        root[each.pk] = root[each.merged_into_id]  # type: ignore[index]  # merged into one of `persons`
        words[root[each.pk]] += f" {each.written_name}"
    return words


def _show_everywhere(person: Person, kind: str, *, author: Author, at: datetime) -> None:
    """Save how a person is shown, name its teams anew, and let every page, and every PDF, be made anew."""
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
    """Return the teams a person plays for or was replaced in."""
    replaced = [row.team_id for row, (out, _in) in substitutions_of([person.pk]) if out == str(person.pk)]
    found = {*person.seats.values_list("team", flat=True), *replaced}
    return Team.objects.filter(pk__in=found)
