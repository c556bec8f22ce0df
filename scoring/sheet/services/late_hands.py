"""Late hands: hands that arrive after their sheet is complete, which are stored for the director."""

from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import Grant, LateHand
from scoring.sheet.rules.log import Place
from scoring.strict_json import canonical
from scoring.types import BadEntry, NotNow, Sentence, _

MOST = 200
LONGEST = 8_000


def receive_late(
    grant: Grant, place: Place, body: dict[str, Any], *, key: str, code: str, at: datetime
) -> LateHand:
    """Store a late hand for the director, and return the stored hand. The phone's grant may be revoked.

    If the phone sends a hand again with the same client key, return the hand stored before. `code` is the
    code of the error with which the sheet refused the hand. Raise BadEntry (`too_large`) if the hand is too
    large, and NotNow (`inbox_full`) if the sheet has 200 late hands and this hand is new.
    """
    if len(canonical(body)) > LONGEST:
        raise BadEntry("too_large", Sentence(_("No hand is this long.")))
    mine = LateHand.objects.filter(device_id=grant.device_id, client_key=key)
    if grant.sheet.late_hands.count() >= MOST and not mine.exists():
        raise NotNow("inbox_full", Sentence(_("So many late hands cannot be right. Call the referee.")))
    late_hand, _created = LateHand.objects.get_or_create(
        device_id=grant.device_id,
        client_key=key,
        defaults={
            "sheet_id": grant.sheet_id,
            "game": place[0],
            "hand": place[1],
            "body": body,
            "code": code,
            "received_at": at,
        },
    )
    return late_hand


def put_away(sheet_id: UUID, late_id: UUID, *, at: datetime) -> bool:
    """Mark a late hand as dismissed; return False if the hand is unknown or already dismissed."""
    waiting = LateHand.objects.filter(sheet_id=sheet_id, pk=late_id, seen_at=None)
    return waiting.update(seen_at=at) > 0
