"""Queries for the phones at a table: their sides, last hands and signatures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q

from scoring.models import Grant, SheetEvent
from scoring.sheet.rules.log import CHANGES_A_HAND, EventKind
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.matches.selectors.matches import MatchNow
from tournaments.models import Slot

WRITES = {kind.value for kind in CHANGES_A_HAND | {EventKind.DISPUTE}}


@dataclass(frozen=True)
class HeldPhone:
    """A phone that has joined a table, with its side and its name.

    `pen_at` is the time at which the phone got the right to record, or None. `off` is true if the phone was
    removed from the table.
    """

    side: int | None
    name: str
    pen_at: datetime | None = None
    off: bool = False


@dataclass
class PhoneNow:
    """A phone at a table, with its grant, its last recorded hand, and the sides for which it signed."""

    grant: Grant
    last: SheetEvent | None = None
    signed: list[int] = field(default_factory=list)


def held_phones(sheet_id: UUID) -> dict[UUID, HeldPhone]:
    """Return the phones of a table by device id, including removed phones. One query."""
    grants = Grant.objects.filter(sheet_id=sheet_id).select_related("device")
    return {
        grant.device_id: HeldPhone(
            grant.side, grant.device.name, grant.pen_at, off=grant.revoked_at is not None
        )
        for grant in grants
    }


def pen_holder(events: Sequence[SheetEvent], phones: Mapping[UUID, HeldPhone]) -> UUID | None:
    """Return the id of the device that has the right to record; None without such a device at the table.

    A device gets the right to record by recording a hand or by taking the right.
    """
    latest_pen = max(
        ((phone.pen_at, device) for device, phone in phones.items() if phone.pen_at), default=None
    )
    wrote = next((event for event in reversed(events) if event.kind in WRITES), None)
    holder = latest_pen[1] if latest_pen else None
    if wrote is not None and (latest_pen is None or wrote.recorded_at >= latest_pen[0]):
        holder = wrote.device_id
    return None if holder is None or holder not in phones or phones[holder].off else holder


def phones_of(matches: Iterable[MatchNow]) -> dict[UUID, list[PhoneNow]]:
    """Return the phones at the table of each match, keyed by match id, in the order in which they joined.

    Two queries.
    """
    signed = {match.match.pk: match.match.sheet.summary.get("signed", ()) for match in matches}
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
    phones_by_match: dict[UUID, list[PhoneNow]] = {sheet_id: [] for sheet_id in signed}
    for (sheet_id, _device), phone in phones.items():
        phones_by_match[sheet_id].append(phone)
    return phones_by_match


def next_slots(grant: Grant) -> list[Slot]:
    """Return the current slot of each team of the phone's side. Three queries.

    The slot of a team is its place in its current match. The phone may join this match without a code. A side
    has two teams if partners enter alone. The list is empty unless the phone has signed for its own side and
    the signature is valid.
    """
    if grant.side is None or grant.revoked_at is not None:
        return []
    slots = list(
        Slot.objects.filter(match_id=grant.sheet_id)
        .select_related("match__sheet", "match__tournament")
        .order_by("side")
    )
    match = slots[0].match
    if match.state not in ("signed", "confirmed") or grant.side not in match.sheet.summary["signed"]:
        return []
    if not _signed_first_for_own_side(grant):
        return []
    own_slots = slots[grant.side :: len(slots) // match.tournament.partners]
    current_slots = Slot.objects.filter(
        match__tournament=match.tournament_id,
        match__state__in=AT_A_TABLE,
        team__in=[slot.team_id for slot in own_slots if slot.team_id],
        resolved=True,
    )
    in_order = current_slots.order_by(F("match__table").asc(nulls_last=True), "match__round", "match__number")
    first_by_team: dict[UUID | None, Slot] = {}
    for slot in in_order.select_related("team"):
        first_by_team.setdefault(slot.team_id, slot)
    return list(first_by_team.values())


def _signed_first_for_own_side(grant: Grant) -> bool:
    """Return whether a phone signed for its own side before it signed for any other side. One query.

    The newest signature for the side must be a signature by this phone.
    """
    signatures = SheetEvent.objects.filter(sheet_id=grant.sheet_id, kind=EventKind.SIGNATURE.value)
    newest_first = list(signatures.order_by("-seq"))
    own_signature = next((each for each in newest_first if each.body["side"] == grant.side), None)
    by_phone = [each.body["side"] for each in newest_first if each.device_id == grant.device_id]
    if own_signature is None or own_signature.device_id != grant.device_id:
        return False
    # A phone signs for its own side first, then for the sides that it is handed to.
    return bool(by_phone[-1] == grant.side)
