"""The latest moves of a tournament: what was written at the tables and what the desk did, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import SheetEvent
from scoring.rules.log import WRITES_A_HAND, EventKind
from tournaments.models import Change, JournalEntry, Match, Tournament

LOOKED_BACK = 40
AT_THE_TABLE = (*WRITES_A_HAND, EventKind.STRIKE, EventKind.SIGNATURE)


@dataclass(frozen=True)
class Move:
    """One move: `kind` is a word of the journal or of the sheet's log, `body` its particulars."""

    at: datetime
    kind: str
    match: Match | None
    game: int | None
    hand: int | None
    body: Mapping[str, Any]
    reason: str
    who: str


def latest_moves(tournament: Tournament, many: int = 12) -> list[Move]:
    """Return the newest moves: four queries."""
    events, entries = _events(tournament, many), list(_entries(tournament, many))
    ids = {event.sheet_id for event in events} | {entry.match_id for entry in entries if entry.match_id}
    matches = Match.objects.in_bulk(ids)
    moves = [_at_table(event, matches) for event in events] + [_at_desk(entry, matches) for entry in entries]
    return sorted(moves, key=lambda move: move.at, reverse=True)[:many]


def _events(tournament: Tournament, many: int) -> list[SheetEvent]:
    """Read only the sheets that changed lately: the lines that live streams follow say which."""
    changes = Change.objects.filter(tournament=tournament, match_id__isnull=False).order_by("-version")
    sheets = set(changes.values_list("match_id", flat=True)[:LOOKED_BACK])
    events = SheetEvent.objects.filter(sheet_id__in=sheets, kind__in=[kind.value for kind in AT_THE_TABLE])
    return list(events.select_related("user").order_by("-recorded_at")[:many])


def _entries(tournament: Tournament, many: int) -> list[JournalEntry]:
    return list(
        JournalEntry.objects.filter(tournament=tournament).select_related("user").order_by("-at")[:many]
    )


def _at_table(event: SheetEvent, matches: Mapping[UUID, Match]) -> Move:
    who = event.user.get_username() if event.user else ""
    return Move(
        event.recorded_at,
        event.kind,
        matches.get(event.sheet_id),
        event.game,
        event.hand,
        event.body,
        "",
        who,
    )


def _at_desk(entry: JournalEntry, matches: Mapping[UUID, Match]) -> Move:
    match = matches.get(entry.match_id) if entry.match_id else None
    who = entry.user.get_username() if entry.user else ""
    return Move(entry.at, entry.kind, match, None, None, entry.body, entry.reason, who)
