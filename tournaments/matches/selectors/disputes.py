"""Queries for disputed hands of sheets and for calls for the director."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import Grant, SheetEvent
from scoring.sheet.rules.log import Event, Place, SheetLog, fold_log
from scoring.sheet.services.log import as_rules
from tournaments.matches.selectors.phones import HeldPhone

# The phones of sheets, by (sheet, device).
Phones = Mapping[tuple[UUID, UUID], HeldPhone]


@dataclass(frozen=True)
class HandVersion:
    """A version of a hand: its sheet event, its time, and the phone and side (if any) of its author."""

    seq: int
    body: Mapping[str, Any]
    at: datetime
    side: int | None
    phone: str


@dataclass(frozen=True)
class Dispute:
    """A hand with several versions. `version` is the number of the valid version, which is listed first."""

    place: Place
    version: int
    versions: tuple[HandVersion, ...]


@dataclass(frozen=True)
class OpenQuestions:
    """Open questions about a sheet: its disputed hands, and the time when the director was called."""

    disputes: tuple[Dispute, ...]
    called_at: datetime | None


def open_questions(sheet_ids: Collection[UUID]) -> dict[UUID, OpenQuestions]:
    """Return the open questions about each sheet, by sheet id. Two queries.

    A sheet without log entries has no item in the result.
    """
    grants = Grant.objects.filter(sheet_id__in=sheet_ids)
    rows = grants.values_list("sheet_id", "device_id", "side", "device__name")
    phones = {(sheet_id, device_id): HeldPhone(side, name) for sheet_id, device_id, side, name in rows}
    facts: dict[UUID, list[SheetEvent]] = {}
    for event in SheetEvent.objects.filter(sheet_id__in=sheet_ids).order_by("sheet", "seq"):
        facts.setdefault(event.sheet_id, []).append(event)
    return {sheet_id: _open_questions(events, phones) for sheet_id, events in facts.items()}


def _open_questions(events: Sequence[SheetEvent], phones: Phones) -> OpenQuestions:
    log = fold_log(as_rules(events))
    disputes = tuple(
        _dispute(place, rivals, events, log, phones) for place, rivals in sorted(log.disputes.items())
    )
    return OpenQuestions(disputes, events[log.objection.seq - 1].recorded_at if log.objection else None)


def _dispute(
    place: Place, rivals: Sequence[Event], events: Sequence[SheetEvent], log: SheetLog, phones: Phones
) -> Dispute:
    standing = log.hands[place]
    bodies = [(standing.seq, standing.body), *((other.seq, other.body["hand"]) for other in rivals)]
    versions = tuple(_version(body, events[seq - 1], phones) for seq, body in bodies)
    return Dispute(place, standing.version, versions)


def _version(body: Mapping[str, Any], event: SheetEvent, phones: Phones) -> HandVersion:
    phone = phones.get((event.sheet_id, event.device_id)) if event.device_id else None
    side, name = (phone.side, phone.name) if phone else (None, "")
    return HandVersion(event.seq, body, event.recorded_at, side, name)
