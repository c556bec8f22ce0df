"""The acts of the desk that can be undone by their line in the journal: a registry that the subjects fill."""

from collections.abc import Callable, Mapping
from datetime import datetime

from scoring.sheet.services.log import Author
from tournaments.extras import extras
from tournaments.models import JournalEntry

ACTS = {key: act for extra in extras() for key, act in extra.acts.items()}
NEEDS_BEFORE = ("presence_marked", "match_called", *ACTS)
"""The acts whose line holds the state before, if there is a way back to that state."""
Undo = Callable[[JournalEntry, str, Author, datetime], None]
UNDO: dict[str, Undo] = {}


def undoable(kind: str, body: Mapping[str, object]) -> bool:
    """Return True if there is a way back from an act of this kind; later acts are not checked."""
    return kind in UNDO | ACTS and (kind not in NEEDS_BEFORE or "before" in body)
