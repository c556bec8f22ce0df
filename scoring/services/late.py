"""The director's inbox: hands that came when their sheet could take them no more.

A phone that wakes with last week's hands, or was taken off its table with hands still to send, leaves them
here: they are on no sheet, and nobody's work is lost.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.errors import BadEntry, NotNow
from scoring.facts import canonical
from scoring.models import Grant, LateHand
from scoring.rules.log import Place
from scoring.sentences import Sentence, _

MOST = 200
LONGEST = 8_000


def receive_late(
    grant: Grant, place: Place, body: dict[str, Any], *, key: str, code: str, at: datetime
) -> LateHand:
    """Keep a hand for the director, once, however often it is sent; `grant` may have been revoked."""
    if len(canonical(body)) > LONGEST:
        raise BadEntry("too_large", Sentence(_("No hand is this long.")))
    if grant.sheet.late_hands.count() >= MOST:
        raise NotNow("inbox_full", Sentence(_("So many late hands cannot be right. Call the referee.")))
    kept, _made = LateHand.objects.get_or_create(
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
    return kept


def put_away(sheet_id: UUID, late_id: UUID, *, at: datetime) -> bool:
    """The director has looked at a late hand; False when he had already."""
    waiting = LateHand.objects.filter(sheet_id=sheet_id, pk=late_id, seen_at=None)
    return waiting.update(seen_at=at) > 0
