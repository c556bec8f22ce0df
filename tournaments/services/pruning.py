"""Rows that nobody asks for go, a few hundred at a time: wrong codes, phones that opened nothing, done jobs.

What stays: every fact and whatever it names, the last job done of each kind about each thing, failed jobs.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from scoring.models import CodeTry, Device, Grant, LateHand, ReplacedKey, SheetEvent
from tournaments.models import Change, Job, JournalEntry

AN_HOUR = timedelta(hours=1)
A_DAY = timedelta(days=1)
AT_ONCE = 500


def prune(*, at: datetime, most: int = AT_ONCE) -> int:
    """Delete at most so many rows of each kind, and return how many went."""
    return sum(_delete(rows, most) for rows in (_tries(at), _changes(at), _jobs(at), _devices(at)))


def _tries(at: datetime) -> QuerySet[CodeTry]:
    """Wrong codes count for a minute; an hour, should a clock be set back."""
    return CodeTry.objects.filter(tried_at__lt=at - AN_HOUR)


def _changes(at: datetime) -> QuerySet[Change]:
    """A page that was away for a day is told to load itself anew."""
    return Change.objects.filter(made_at__lt=at - A_DAY)


def _jobs(at: datetime) -> QuerySet[Job]:
    """Jobs done a day ago, but for the last of each kind about each thing: that one tells when it was."""
    later = Job.objects.filter(
        kind=OuterRef("kind"), subject=OuterRef("subject"), state="done", over_at__gt=OuterRef("over_at")
    )
    return Job.objects.filter(Exists(later), state="done", over_at__lt=at - A_DAY)


def _devices(at: datetime) -> QuerySet[Device]:
    """Phones that typed a wrong code a day ago and never came to a table."""
    rows = Device.objects.filter(seen_at__lt=at - A_DAY, made_at__lt=at - A_DAY)
    for model in (Grant, LateHand, ReplacedKey, SheetEvent, JournalEntry):
        rows = rows.filter(~Exists(model._base_manager.filter(device=OuterRef("pk"))))
    return rows


def _delete(rows: QuerySet, most: int) -> int:  # type: ignore[type-arg]
    gone = list(rows.values_list("pk", flat=True)[:most])
    if gone:
        rows.model._base_manager.filter(pk__in=gone).delete()
    return len(gone)
