"""What was done about the club as a whole: one line for each, written with the act itself."""

from datetime import datetime
from typing import Any

from scoring.sheet.services.log import Author
from tournaments.models import ClubMove


def note_club(kind: str, *, author: Author, at: datetime, body: dict[str, Any]) -> None:
    """Add a line: ids and numbers only; nobody's account where the timetable did it."""
    ClubMove.objects.create(kind=kind, at=at, body=body, user_id=author.user_id)
