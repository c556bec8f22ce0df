"""The one place that adds a fact to a sheet: lock the row, number the fact, chain it, insert it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from scoring.models import ScoreSheet, SheetEvent
from scoring.rules.log import EventKind, Place, chained


@dataclass(frozen=True)
class Author:
    """Who writes: an account or a phone at the table, and the key the phone gave to this very act."""

    user_id: int | None = None
    device_id: UUID | None = None
    client_key: str | None = None


class AlreadyThere(Exception):
    """The database already holds a fact in this place; read it and say so. Never leaves the services."""


def lock_sheet(sheet_id: UUID) -> ScoreSheet:
    """Lock and return a sheet: an UPDATE that changes nothing holds the row on both databases."""
    ScoreSheet.objects.filter(pk=sheet_id).update(head_seq=F("head_seq"))
    return ScoreSheet.objects.get(pk=sheet_id)


def fact_digest(event: SheetEvent) -> str:
    """Return the hash that chains this fact to the one before it."""
    moment = round(event.recorded_at.timestamp() * 1_000)
    where = [event.game, event.hand, event.version]
    return chained(
        event.prev_hash,
        [str(event.sheet_id), event.seq, event.kind, *where, event.body, *author_hashed(event), moment],
    )


def author_hashed(event: SheetEvent) -> list[Any]:
    """Return who wrote a fact as its hash has it: the account, the phone, the key of the act."""
    here = [event.user_id, str(event.device_id) if event.device_id else None, event.client_key]
    return event.written_by or here


def append(
    sheet: ScoreSheet,
    kind: EventKind,
    *,
    author: Author,
    at: datetime,
    place: Place | None = None,
    version: int | None = None,
    body: dict[str, Any] | None = None,
) -> SheetEvent:
    """Add one fact to a locked sheet and move its head; raise AlreadyThere when its place is taken."""
    event = SheetEvent(
        sheet=sheet,
        seq=sheet.head_seq + 1,
        kind=kind.value,
        game=place[0] if place else None,
        hand=place[1] if place else None,
        version=version,
        body=body or {},
        device_id=author.device_id,
        user_id=author.user_id,
        client_key=author.client_key,
        prev_hash=sheet.head_hash,
        recorded_at=at.replace(
            microsecond=at.microsecond // 1_000 * 1_000
        ),  # what a backup keeps of an instant
    )
    event.hash = fact_digest(event)
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError as clash:
        raise AlreadyThere from clash
    sheet.head_seq, sheet.head_hash, sheet.written_at = event.seq, event.hash, at
    return event
