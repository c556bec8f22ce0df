"""The undo handler for a call of time."""

from datetime import datetime

from scoring.sheet.services.log import Author
from tournaments.lifecycle.services.undo import UNDO, too_late
from tournaments.models import JournalEntry
from tournaments.tables.services.time_called import take_time_back


def _time_call(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    if entry.match_id is None:
        raise too_late()
    take_time_back(entry.match_id, author=author, at=at)


UNDO.update({"time_called": _time_call})
