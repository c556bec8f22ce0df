"""Services that erase names after the retention period, and delete old technical rows.

Each name is erased in its own transaction, which checks again that the name is due. A repeated or interrupted
run therefore never erases the name of a person who plays again.
"""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scoring.models import CodeTry, Device, Grant, LateHand, ReplacedKey, SheetEvent
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import Change, Club, CreationKey, Job, JournalEntry, Person
from tournaments.people.selectors.preview import refuse_gone
from tournaments.people.services.names import erase_person, lock_person
from tournaments.retention.rules import YEARS
from tournaments.retention.selectors import due_by

AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
ROWS_AT_ONCE = 500


def prune(*, at: datetime, most: int = ROWS_AT_ONCE) -> int:
    """Delete old rows, at most `most` from each of six tables; return the number of deleted rows."""
    old = (_tries(at), _changes(at), _jobs(at), _devices(at), _keys(at), _sessions(at))
    return sum(_delete(rows, most) for rows in old)


def _tries(at: datetime) -> QuerySet[CodeTry]:
    """Return the attempts to enter a code or to send a request, except those of the last hour."""
    return CodeTry.objects.filter(tried_at__lt=at - AN_HOUR)


def _changes(at: datetime) -> QuerySet[Change]:
    """Return changes older than a day, except the latest change of each tournament.

    Calendars need the latest change. Older changes are not needed: a page that was offline for a day reloads
    completely.
    """
    later = Change.objects.filter(tournament=OuterRef("tournament"), version__gt=OuterRef("version"))
    return Change.objects.filter(Exists(later), made_at__lt=at - A_DAY)


def _jobs(at: datetime) -> QuerySet[Job]:
    """Return jobs finished more than a day ago, except the latest of each kind and subject."""
    later = Job.objects.filter(
        kind=OuterRef("kind"), subject=OuterRef("subject"), state="done", over_at__gt=OuterRef("over_at")
    )
    return Job.objects.filter(Exists(later), state="done", over_at__lt=at - A_DAY)


def _devices(at: datetime) -> QuerySet[Device]:
    """Return phones last seen more than a day ago, except those that are still needed.

    A phone stays as long as a grant, a sheet event, a late hand, a replaced key or a journal entry refers to
    it.
    """
    rows = Device.objects.filter(seen_at__lt=at - A_DAY, made_at__lt=at - A_DAY)
    for model in (Grant, LateHand, ReplacedKey, SheetEvent, JournalEntry):
        rows = rows.filter(~Exists(model._base_manager.filter(device=OuterRef("pk"))))
    return rows


def _keys(at: datetime) -> QuerySet[CreationKey]:
    """Return idempotency keys older than a day."""
    return CreationKey.objects.filter(made_at__lt=at - A_DAY)


def _sessions(at: datetime) -> QuerySet[Session]:
    """Return expired sessions."""
    return Session.objects.filter(expire_date__lt=at)


def _delete(rows: QuerySet, most: int) -> int:  # type: ignore[type-arg]
    ids = list(rows.values_list("pk", flat=True)[:most])
    if ids:
        rows.model._base_manager.filter(pk__in=ids).delete()
    return len(ids)


NAMES_AT_ONCE = 20


def set_retention(years: int | None, *, author: Author, at: datetime) -> None:
    """Set the retention period (None means never). Names are first erased after a month of notice.

    Raise BadEntry for a period that cannot be chosen.
    """
    if years is not None and years not in YEARS:
        sentence = Sentence(_("Choose one of the times that are offered."))
        raise BadEntry("unknown_time", sentence, (Problem("unknown_time", "", "error", "/years", sentence),))
    with transaction.atomic():
        club, _is_new = Club.objects.select_for_update().get_or_create(pk=1)
        if club.forget_after == years:
            return
        club.forget_after, club.forget_since = years, timezone.localdate(at) if years else None
        club.forgotten_on = None
        club.save(update_fields=["forget_after", "forget_since", "forgotten_on"])
        note_club("retention_set", author=author, at=at, body={"years": years})


def let_stay(person: Person, *, stays: bool, author: Author, at: datetime) -> None:
    """Mark a name to be kept, or remove the mark; raise NotNow if the person was erased or merged."""
    with transaction.atomic():
        lock_person(person)
        refuse_gone(person)
        if stays == bool(person.stays_since):
            return
        person.stays_since = at if stays else None
        person.save(update_fields=["stays_since"])
        kind = "person_stays" if stays else "person_released"
        note_club(kind, author=author, at=at, body={"person": str(person.pk)})


def forget_due(*, at: datetime, most: int = NAMES_AT_ONCE) -> int:
    """Erase at most `most` of the due names and return the number of erased names.

    After the last due name, the date is stored; later calls on the same day do nothing. If names are never
    erased, the function does nothing.
    """
    today = timezone.localdate(at)
    clubs = Club.objects.filter(forget_after__isnull=False).exclude(forgotten_on=today)
    if not clubs.exists():
        return 0
    due = due_by(today)
    forgotten = sum(_forget(each.person, at) for each in due[:most])
    if len(due) <= most:
        clubs.update(forgotten_on=today)
    return forgotten


def _forget(person: Person, at: datetime) -> bool:
    """Lock a person and erase the name if it is still due; return whether the name was erased."""
    with transaction.atomic():
        lock_person(person)
        still = bool(due_by(timezone.localdate(at), only=person))
        if still:
            erase_person(person, author=Author(), at=at)
        return still
