"""Functions that read the log entries of a sheet and add new ones.

To add an entry, the sheet is locked; then the entry is numbered, linked to the previous entry by its hash,
and inserted.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from scoring.facts import insert_unless_there
from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.rules.log import GENESIS, Event, EventKind, Place, SheetLog, chained, fold_log
from scoring.statements import lock_row, store
from scoring.types import Stopped


def sheet_events(sheet_id: UUID) -> list[SheetEvent]:
    """Return all log entries of a sheet, in order; runs one query."""
    return list(SheetEvent.objects.filter(sheet_id=sheet_id).order_by("seq"))


def as_rules(rows: Iterable[SheetEvent]) -> list[Event]:
    """Return stored log entries as Event objects, the form that the rules use."""
    return [row.as_rule for row in rows]


def sheet_logs(sheet_ids: Collection[UUID]) -> dict[UUID, SheetLog]:
    """Return the logs of several sheets, by sheet id; runs one query."""
    rows: dict[UUID, list[SheetEvent]] = defaultdict(list)
    for row in SheetEvent.objects.filter(sheet__in=sheet_ids).order_by("sheet", "seq"):
        rows[row.sheet_id].append(row)
    return {sheet_id: fold_log(as_rules(rows[sheet_id])) for sheet_id in sheet_ids}


@dataclass(frozen=True)
class Author:
    """The author of a log entry: an account, or a phone with the client key of its request."""

    user_id: int | None = None
    device_id: UUID | None = None
    client_key: str | None = None


class Acting(TypedDict):
    """The common arguments of all services: author and time."""

    author: Author
    at: datetime


class AlreadyThere(Exception):
    """Raised if a unique constraint refuses a log entry that already exists; the services catch it."""


def lock_sheet(sheet_id: UUID, before: ScoreSheet | None = None) -> ScoreSheet:
    """Lock a sheet until the transaction ends, and return it.

    `before` is the same sheet as opened earlier; if it is given, only the log entries added since then are
    read. Raise DoesNotExist if there is no such sheet.
    """
    sheet = lock_row(ScoreSheet, sheet_id, "head_seq")
    standing = before.__dict__.get("standing") if before else None
    if standing is not None:
        seq = standing.log.seq
        sheet.standing = standing if seq == sheet.head_seq else standing.after(*sheet.facts_after(seq))
    return sheet


def fact_digest(event: SheetEvent) -> str:
    """Return the hash of a log entry, which also covers the entry before it."""
    moment = round(event.recorded_at.timestamp() * 1_000)
    where = [event.game, event.hand, event.version]
    return chained(
        event.prev_hash,
        [str(event.sheet_id), event.seq, event.kind, *where, event.body, *author_hashed(event), moment],
    )


def author_hashed(event: SheetEvent) -> list[Any]:
    """Return the author of a log entry as included in its hash: account, phone, client key."""
    author = [event.user_id, str(event.device_id) if event.device_id else None, event.client_key]
    return event.written_by or author


def append(
    sheet: ScoreSheet,
    kind: EventKind,
    *,
    author: Author,
    at: datetime,
    place: Place | None = None,
    version: int | None = None,
    body: dict[str, Any] | None = None,
) -> None:
    """Add an entry to the log of a locked sheet; the caller then stores the sheet by `save_summary`.

    Raise AlreadyThere if this version of the hand exists, or the author has used the client key before. The
    transaction continues.
    """
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
        recorded_at=at.replace(microsecond=at.microsecond // 1_000 * 1_000),  # backups store milliseconds
    )
    event.hash = fact_digest(event)
    standing = sheet.standing
    if not insert_unless_there(event):
        raise AlreadyThere
    sheet.head_seq, sheet.head_hash, sheet.written_at = event.seq, event.hash, at
    sheet.standing = standing.after(event.as_rule)


def chain_faults(sheet: ScoreSheet, events: list[SheetEvent]) -> list[str]:
    """Return the faults in a sheet's hash chain, head and summary as English texts; empty if there are none.

    `events` are all log entries of the sheet, in order.
    """
    faults: list[str] = []
    before = GENESIS
    for number, event in enumerate(events, start=1):
        if event.seq != number:
            faults.append(f"fact {number} is missing")
        if event.prev_hash != before or event.hash != fact_digest(event):
            faults.append(f"fact {event.seq} does not follow from the one before")
        before = event.hash
    faults += _doubled(events)
    if (sheet.head_seq, sheet.head_hash) != (len(events), before):
        faults.append("the head is not the last fact")
    if events and sheet.summary != sheet.with_log(fold_log(as_rules(events))).summary:
        faults.append("the summary is not what the facts fold into")
    return faults


def _doubled(events: list[SheetEvent]) -> list[str]:
    """Return a fault for each hand version stored twice, which a constraint should prevent."""
    counts = Counter((event.game, event.hand, event.version) for event in events if event.version is not None)
    return [
        f"hand {hand} of game {game} is there twice" for (game, hand, _version), n in counts.items() if n > 1
    ]


def counted_games(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the finished games in a summary, except those that a call of time made void (COM-TIME-2)."""
    return [game for game in summary.get("games", ()) if game["over"] and game.get("by_time") != Stopped.VOID]


def save_summary(sheet: ScoreSheet) -> None:
    """Store the summary and the last hash of a sheet after log entries were added."""
    sheet.summary = sheet.standing.summary
    store([sheet], "head_seq", "head_hash", "summary", "written_at")
