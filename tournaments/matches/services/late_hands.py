"""Services that store hands that a sheet refused, and that dismiss them from the director's list."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.models import Grant, LateHand
from scoring.sheet.rules.log import Place, SheetLog
from scoring.sheet.services.late_hands import put_away, receive_late
from scoring.sheet.services.log import Author
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.matches.services.results import lock_match


def hand_over(
    grant: Grant, place: Place, body: dict[str, Any], *, key: str, code: str, at: datetime
) -> LateHand | None:
    """Store a refused hand for the director; return None if the hand is on the sheet already.

    A disputed version is on the sheet too. If the phone sent the hand before with the same `key`, return the
    hand stored then. Raise BadEntry if the hand is too large, and NotNow (`inbox_full`) if the sheet has too
    many late hands.
    """
    with transaction.atomic():
        match = lock_match(grant.sheet_id)
        if _on_the_sheet(match.sheet.standing.log, place, body):
            return None
        late = receive_late(grant, place, body, key=key, code=code, at=at)
        note_change(match.tournament_id, "match", match.pk)
    return late


def _on_the_sheet(log: SheetLog, place: Place, body: dict[str, Any]) -> bool:
    standing = log.hands.get(place)
    disputed_bodies = [event.body["hand"] for event in log.disputes.get(place, ())]
    return body in [standing.body if standing else None, *disputed_bodies]


def put_late_hand_away(match_id: UUID, late_id: UUID, *, author: Author, at: datetime) -> None:
    """Dismiss a late hand from the director's list, and add an entry to the journal.

    An unknown or dismissed hand changes nothing.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        late = LateHand.objects.filter(sheet_id=match_id, pk=late_id).first()
        if late is not None and put_away(match_id, late_id, at=at):
            body = {"game": late.game, "hand": late.hand, "late": late.body}
            note_move(
                match.tournament_id, "late_hand_seen", author=author, at=at, match_id=match_id, body=body
            )
            note_change(match.tournament_id, "match", match_id)
