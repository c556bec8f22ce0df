"""Undo of desk actions. An action can be undone unless a later action depends on it."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.utils.module_loading import import_string

from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.extras import extras
from tournaments.models import JournalEntry


def undo_move(entry: JournalEntry, reason: str, *, author: Author, at: datetime) -> None:
    """Undo the action that a journal entry records. Undoing a walkover requires a `reason`.

    Raises NotNow if the action cannot be undone; errors of the service that undoes the action are passed on.
    """
    if not undoable(entry.kind, entry.body):
        raise too_late()
    undo = UNDO.get(entry.kind) or import_string(ACTS[entry.kind].undo)
    undo(entry, reason, author, at)


def too_late() -> NotNow:
    """Return the error for an action that cannot be undone because a later action depends on it."""
    return NotNow("cannot_undo", Sentence(_("This can no longer be undone: something has followed it.")))


ACTS = {key: act for extra in extras() for key, act in extra.acts.items()}
# The kinds of journal line that can be undone only if the line contains the state before the action.
NEEDS_BEFORE = ("presence_marked", "match_called", *ACTS)
Undo = Callable[[JournalEntry, str, Author, datetime], None]
# The undo functions of the core, by kind of journal line. The module `undo` of a subject adds its own.
UNDO: dict[str, Undo] = {}


def undoable(kind: str, body: Mapping[str, object]) -> bool:
    """Return True if an action of this kind can be undone. Later actions are not checked."""
    return kind in UNDO | ACTS and (kind not in NEEDS_BEFORE or "before" in body)
