"""An act of the desk is undone by its line in the journal, while nothing has followed it."""

from datetime import datetime

from django.utils.module_loading import import_string

from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.entries.services.entries import mark_presence
from tournaments.lifecycle.services import ACTS, UNDO, undoable
from tournaments.models import JournalEntry, Match, Outcome, Tournament
from tournaments.results.services.corrections import Correction, correct_match
from tournaments.stages.selectors.stage_facts import REOPENED
from tournaments.tables.selectors.journal_lines import ALL_AT_TABLES, SIDE_AT_TABLE
from tournaments.tables.services.calendar import take_time_back
from tournaments.tables.services.tables import move_match, note_arrival, note_arrivals


def undo_move(entry: JournalEntry, reason: str, *, author: Author, at: datetime) -> None:
    """Undo what a line of the journal says, with a reason where the act is one that everybody sees.

    Raises NotNow where it cannot be undone, or no longer; and whatever the act that undoes it raises.
    """
    if not undoable(entry.kind, entry.body):
        raise too_late()
    undo = UNDO.get(entry.kind) or import_string(ACTS[entry.kind].undo)
    undo(entry, reason, author, at)


def too_late() -> NotNow:
    """Return the refusal of what something has followed."""
    return NotNow("cannot_undo", Sentence(_("This can no longer be undone: something has followed it.")))


def _to_the_table(entry: JournalEntry, reason: str, author: Author, at: datetime) -> None:
    """The match has no result again, if it still has the one that was written then."""
    outcome = Outcome.objects.filter(match_id=entry.match_id).order_by("-version").first()
    if outcome is None or outcome.made_at != entry.at:
        raise too_late()
    correct_match(outcome.match_id, Correction(outcome=REOPENED), reason, author=author, at=at)


def _presence(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    team, tournament = entry.body["team"], Tournament.objects.get(pk=entry.tournament_id)
    if not tournament.teams.filter(pk=team, presence=entry.body["presence"]).exists():
        raise too_late()
    mark_presence(tournament, {team: entry.body["before"]}, author=author, at=at)


def _call(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    """The match goes back to the table that it left, if it is still at the table of then."""
    match = Match.objects.select_related("tournament").get(pk=entry.match_id)
    if match.table != entry.body["table"]:
        raise too_late()
    move_match(match, entry.body["before"], author=author, at=at)


def _arrival(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    side, present = entry.body["side"], not entry.body["present"]
    note_arrival(Match.objects.get(pk=entry.match_id), side, present=present, author=author, at=at)


def _arrivals(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    matches, present = entry.body["matches"], not entry.body["present"]
    note_arrivals(entry.tournament_id, matches, present=present, author=author, at=at)


def _time_call(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    if entry.match_id is None:
        raise too_late()
    take_time_back(entry.match_id, author=author, at=at)


UNDO.update(
    {
        "walkover": _to_the_table,
        "double_walkover": _to_the_table,
        "match_confirmed": _to_the_table,
        "presence_marked": _presence,
        "match_called": _call,
        SIDE_AT_TABLE: _arrival,
        ALL_AT_TABLES: _arrivals,
        "time_called": _time_call,
    }
)
