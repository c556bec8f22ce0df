"""Functions that add entries to the journal of a tournament or of the club."""

from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.sheet.services.log import Author
from tournaments.models import ClubMove, JournalEntry


def note_move(
    tournament_id: UUID,
    kind: str,
    *,
    author: Author,
    at: datetime,
    match_id: UUID | None = None,
    body: dict[str, Any] | None = None,
    reason: str = "",
) -> JournalEntry:
    """Add an entry to the journal of a tournament; `body` contains ids and numbers, but no names."""
    return JournalEntry.objects.create(
        tournament_id=tournament_id,
        kind=kind,
        at=at,
        match_id=match_id,
        body=body or {},
        reason=reason,
        user_id=author.user_id,
        device_id=author.device_id,
    )


def note_club(kind: str, *, author: Author, at: datetime, body: dict[str, Any]) -> None:
    """Add an entry to the journal of the club; `body` contains ids and numbers, but no names."""
    ClubMove.objects.create(kind=kind, at=at, body=body, user_id=author.user_id)
