"""The final scores of a paper sheet, written at the desk where nobody types its hands."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.sheet.services import corrections as finals
from scoring.sheet.services.log import Author
from tournaments.journal import note_move
from tournaments.services.results import follow_sheet, lock_match, refuse_closed


def write_finals(match_id: UUID, scores: dict[int, list[Any]], *, author: Author, at: datetime) -> None:
    """Write the final scores of some games of an open match, {game: score}: all of them or none."""
    with transaction.atomic():
        match = lock_match(match_id)
        refuse_closed(match, correcting=True)
        changed = finals.write_finals(match.sheet, scores, author=author, at=at)
        if changed:
            body = {"games": changed}
            note_move(
                match.tournament_id, "finals_written", author=author, at=at, match_id=match.pk, body=body
            )
            follow_sheet(match, "hand")
