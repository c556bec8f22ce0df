"""Deletion of personal data in requests: a month after the tournament, or at the request of a player.

Request numbers, teams and the times of actions are kept. On SQLite, deleted data are overwritten in the file
(`secure_delete`, config/databases.py) and the write-ahead log is emptied; PostgreSQL rewrites the table.
"""

from contextlib import suppress
from datetime import datetime

from django.db import OperationalError, connection, transaction
from django.db.models import DateTimeField, Max, QuerySet
from django.db.models.functions import Coalesce, Greatest

from tournaments.models import EntryRequest, RequestDetails, Tournament
from tournaments.requests import rules

AT_ONCE = 500


def forget_contacts(*, at: datetime) -> int:
    """Delete the personal data in requests for tournaments that ended at least a month ago.

    Return the number of deleted rows. The function runs regularly, so personal data from a restored backup
    are deleted at the next run.
    """
    deleted, rows = 0, _due(rules.contacts_due(at))
    while ids := list(rows.values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            RequestDetails.objects.filter(pk__in=ids).delete()
        deleted += len(ids)
    if deleted:
        overwrite()
    return deleted


def forget_before(moment: datetime) -> None:
    """Delete expired personal data before a backup is made, so that the backup does not contain them."""
    forget_contacts(at=moment)


def due_aside(moment: datetime) -> list[tuple[str, str, tuple[object, ...]]]:
    """Return SQL (table, condition, values) that selects expired personal data in saved database copies."""
    ids, values = _due(rules.contacts_due(moment)).values("pk").query.sql_with_params()
    return [(RequestDetails._meta.db_table, f"request_id IN ({ids})", values)]


def _due(moment: datetime) -> QuerySet[RequestDetails]:
    """Return the personal data in requests for tournaments that ended before the given time."""
    return RequestDetails.objects.filter(request__tournament__in=_over_by(moment))


def _over_by(moment: datetime) -> QuerySet[Tournament]:
    """Return the tournaments whose start, last match and last stage are all before the given time.

    For a tournament without a start time, the time of the last request is used.
    """
    with_requests = Tournament.objects.filter(requests__details__isnull=False)
    begins = Coalesce("starts_at", Max("requests__made_at"), output_field=DateTimeField())
    ended = Coalesce(Max("stages__over_at"), begins)
    played = Coalesce(Max("matches__over_at"), begins)
    last = Greatest(begins, ended, played)
    return with_requests.annotate(last=last).filter(last__lte=moment)


def forget_own_contact(request: EntryRequest) -> None:
    """Delete the telephone number and the email address of a request; the names are kept."""
    with transaction.atomic():
        RequestDetails.objects.filter(pk=request.pk).update(phone="", mail="")
    overwrite()


def overwrite() -> None:
    """Overwrite deleted rows in the database files after the commit; this may block readers for a moment."""
    if connection.in_atomic_block:
        transaction.on_commit(overwrite, robust=True)
        return
    with (
        suppress(OperationalError),
        connection.cursor() as cursor,
    ):  # if the database is locked, the next run does it
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        else:
            cursor.execute(f"VACUUM FULL {RequestDetails._meta.db_table}")
