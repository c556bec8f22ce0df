"""Undo of calls to a table, and of arrivals at a table."""

from datetime import datetime

from scoring.sheet.services.log import Author
from tournaments.lifecycle.services.undo import UNDO, too_late
from tournaments.matches.services.tables import (
    ALL_AT_TABLES,
    SIDE_AT_TABLE,
    move_match,
    note_arrival,
    note_arrivals,
)
from tournaments.models import JournalEntry, Match


def _call(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
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


UNDO.update({"match_called": _call, SIDE_AT_TABLE: _arrival, ALL_AT_TABLES: _arrivals})
