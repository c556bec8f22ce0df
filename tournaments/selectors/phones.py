"""The phones let in at a table: whose they are, what they wrote last, for whom they signed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Q

from scoring.models import Grant, SheetEvent
from scoring.rules.log import CHANGES_A_HAND, EventKind

WRITES = {kind.value for kind in CHANGES_A_HAND | {EventKind.DISPUTE}}


@dataclass(frozen=True)
class HeldPhone:
    """Whose phone it is: the side it said, and the name it was given."""

    side: int | None
    name: str


@dataclass
class PhoneNow:
    """One phone of one table; `grant` comes with its device. `signed` are signatures that stand."""

    grant: Grant
    last: SheetEvent | None = None
    signed: list[int] = field(default_factory=list)


def held_phones(sheet_id: UUID) -> dict[UUID, HeldPhone]:
    """Return whose each phone of this table is, those since taken off too, by device: one query."""
    rows = Grant.objects.filter(sheet_id=sheet_id).values_list("device_id", "side", "device__name")
    return {device: HeldPhone(side, name) for device, side, name in rows}


def phones_of(signed: Mapping[UUID, Collection[int]]) -> dict[UUID, list[PhoneNow]]:
    """Return every phone of these tables as it came, given which sides have signed there: two queries."""
    phones = {
        (grant.sheet_id, grant.device_id): PhoneNow(grant)
        for grant in Grant.objects.filter(sheet_id__in=signed)
        .select_related("device")
        .order_by("made_at", "pk")
    }
    signatures = {}
    wrote = Q(device__isnull=False, kind__in=WRITES) | Q(kind=EventKind.SIGNATURE.value)
    for event in SheetEvent.objects.filter(wrote, sheet_id__in=signed).order_by("sheet", "seq"):
        phone = phones.get((event.sheet_id, event.device_id)) if event.device_id else None
        if event.kind == EventKind.SIGNATURE:
            signatures[event.sheet_id, event.body["side"]] = phone
        elif phone:
            phone.last = event
    for (sheet_id, side), phone in sorted(signatures.items(), key=lambda each: each[0][1]):
        if phone and side in signed[sheet_id]:
            phone.signed.append(side)
    found: dict[UUID, list[PhoneNow]] = {sheet_id: [] for sheet_id in signed}
    for (sheet_id, _device), phone in phones.items():
        found[sheet_id].append(phone)
    return found
