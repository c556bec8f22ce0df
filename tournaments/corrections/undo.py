"""Undo of results entered at the desk: the match has no result afterwards."""

from datetime import datetime

from scoring.sheet.services.log import Author
from tournaments.corrections.services import Correction, correct_match
from tournaments.lifecycle.services.undo import UNDO, too_late
from tournaments.models import JournalEntry, Outcome
from tournaments.stages.selectors.stage_facts import REOPENED


def _reopen_match(entry: JournalEntry, reason: str, author: Author, at: datetime) -> None:
    """Remove the result of the match; raise NotNow if another result has been entered since."""
    outcome = Outcome.objects.filter(match_id=entry.match_id).order_by("-version").first()
    if outcome is None or outcome.made_at != entry.at:
        raise too_late()
    correct_match(outcome.match_id, Correction(outcome=REOPENED), reason, author=author, at=at)


UNDO.update({"walkover": _reopen_match, "double_walkover": _reopen_match, "match_confirmed": _reopen_match})
