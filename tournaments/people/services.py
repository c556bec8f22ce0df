"""How a person's name is shown, everywhere at once; and how it is erased.

`Person.name` and `Team.name` are what everybody may see: they are made here, of what was written and of how
the person wants to be shown. No page, file or feed has to ask.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from django.core import signing
from django.db import transaction
from django.db.models import F, QuerySet

from scoring.models import CodeTry, Device
from scoring.sheet.devices import new_secret
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.entries.rules.roster import SUBSTITUTE
from tournaments.entries.selectors.roster import who_entered, with_seats
from tournaments.lifecycle.services import lock_tournament, note_change, note_club, note_move
from tournaments.models import Job, Person, RosterChange, Team
from tournaments.people import names as name_rules
from tournaments.queue.services import drop_files

BATCH = 200
ERASED_ALREADY = Sentence(_("This name was erased, and is not known any more."))


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

    Where no way is chosen it stays, but who is marked as under age turns to initials.
    """
    with transaction.atomic():
        lock_person(person)
        if person.erased_at:
            raise NotNow("name_erased", ERASED_ALREADY)
        if showing is None:
            marked = is_minor and not person.is_minor
            showing = name_rules.Showing.INITIALS if marked else name_rules.Showing(person.showing)
        alias = _clean_alias(alias, showing)
        person.showing, person.alias, person.is_minor = showing, alias, is_minor
        person.name = name_rules.shown_name(person.written_name, showing, alias)
        _show_everywhere(person, "name_shown", author=author, at=at)


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

    By hand or by the timetable, this is the one way. A name that is erased already is let alone.
    """
    with transaction.atomic():
        lock_person(person)
        if person.erased_at:
            return
        names = f"{person.written_name} {person.alias}"
        _write_without(person, names)
        _strike_beside(person, names)
        person.name, person.showing, person.alias = name_rules.FORGOTTEN, name_rules.Showing.INITIALS, ""
        _show_everywhere(person, "name_erased", author=author, at=at)
        person.written_name, person.name_key, person.erased_at = "", str(person.pk), at
        person.stays_since = None
        person.save()
        note_club("name_erased", author=author, at=at, body={"person": str(person.pk)})


def lock_person(person: Person) -> None:
    """Lock the tournaments somebody is in, then the person, who is read again: within a transaction."""
    for tournament in sorted(set(_teams(person).values_list("tournament", flat=True))):
        lock_tournament(tournament)
    Person.objects.filter(pk=person.pk).update(erased_at=F("erased_at"))
    person.refresh_from_db()


def _write_without(person: Person, names: str) -> None:
    """Take a name out of what was written of its teams: their other players stay as they were written."""
    teams = list(_teams(person).prefetch_related(with_seats()))
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
    tournaments = set(_teams(person).values_list("tournament", flat=True))
    phones = Device.objects.filter(grants__sheet__match__tournament__in=tournaments).exclude(name="")
    called = {phone.pk for phone in phones.distinct() if name_rules.shares_a_word(phone.name, names)}
    Device.objects.filter(pk__in=called).update(name="")
    failed = Job.objects.filter(tournament__in=tournaments).exclude(error="")
    told = {job.pk for job in failed if name_rules.shares_a_word(job.error, names)}
    Job.objects.filter(pk__in=told).update(error="")


def show_teams(teams: Iterable[tuple[Team, Sequence[Person]]]) -> list[Team]:
    """Give teams the name that their players let be shown; return those whose name changes."""
    changed = []
    for team, players in teams:
        named = [name_rules.Named(person.written_name, person.name) for person in players]
        shown = name_rules.shown_team_name(team.written_name, named)
        if shown != team.name:
            team.name = shown
            changed.append(team)
    Team.objects.bulk_update(changed, ["name"], batch_size=BATCH)
    return changed


def _show_everywhere(person: Person, kind: str, *, author: Author, at: datetime) -> None:
    """Save how a person is shown, name its teams anew, and let every page, and every PDF, be made anew."""
    person.save()
    teams = list(_teams(person).prefetch_related(with_seats()))
    show_teams((team, players) for team, players in zip(teams, who_entered(teams), strict=True))
    tournaments = sorted({team.tournament_id for team in teams})
    drop_files(tournaments)
    for tournament in tournaments:
        note_move(tournament, kind, author=author, at=at, body={"person": str(person.pk)})
        note_change(tournament, "entries")


def _teams(person: Person) -> QuerySet[Team]:
    """Return the teams a person plays for or was replaced in."""
    replaced = RosterChange.objects.filter(kind=SUBSTITUTE, body__out=str(person.pk))
    found = {*person.seats.values_list("team", flat=True), *replaced.values_list("team", flat=True)}
    return Team.objects.filter(pk__in=found)


TRIES = 5
PAUSE = timedelta(minutes=15)
SKEW = timedelta(minutes=1)
"""By more than this no other process is ahead: a later try is from before the clock was set back."""
KNOWN_FOR = timedelta(days=365)
SALT = "known browser"


def count_try(name: str, cookie: str | None, *, at: datetime) -> CodeTry | None:
    """Count one try under a name from the browser with this cookie; return it, None when it is one too many.

    It stands before it is judged: of many at once no more than five can find themselves among the first five.
    """
    whose = f"{_folded(name)} {_browser(name, cookie)}"
    visitor = f"login:{sha256(whose.encode()).hexdigest()[:48]}"
    CodeTry.objects.filter(visitor__startswith="login:", tried_at__lt=at - PAUSE).delete()
    counted = CodeTry.objects.create(visitor=visitor, tried_at=at)
    recent = CodeTry.objects.filter(visitor=visitor, tried_at__range=(at - PAUSE, at + SKEW))
    if recent.count() <= TRIES:
        return counted
    counted.delete()
    return None


def forget_try(counted: CodeTry) -> None:
    """Take back a try that was right."""
    counted.delete()


def cookie_for(name: str) -> str:
    """Return the cookie of a browser in which this account was opened."""
    return signing.dumps([_folded(name), new_secret()], salt=SALT)


def _browser(name: str, cookie: str | None) -> str:
    """Return what tells a known browser of this account from all that are not known to it."""
    try:
        known, secret = signing.loads(cookie or "", salt=SALT, max_age=KNOWN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(secret) if known == _folded(name) else ""


def _folded(name: str) -> str:
    return name.strip().casefold()
