"""The latest moves of a tournament: what was written at the tables and what the desk did, newest first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import SheetEvent
from scoring.rules.log import WRITES_A_HAND, EventKind
from tournaments.models import Change, JournalEntry, Match, Team, Tournament

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
    team: str = ""
    """The team a line of the journal is about."""


def latest_moves(tournament: Tournament, many: int = 12) -> list[Move]:
    """Return the newest moves: four queries, and one for the teams they name."""
    events, entries = _events(tournament, many), list(_entries(tournament, many))
    ids = {event.sheet_id for event in events} | {entry.match_id for entry in entries if entry.match_id}
    matches = Match.objects.in_bulk(ids)
    teams = _teams(entries)
    moves = [_at_table(event, matches) for event in events]
    moves += [_at_desk(entry, matches, teams) for entry in entries]
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


def _teams(entries: Iterable[JournalEntry]) -> dict[str, str]:
    named = {entry.body["team"] for entry in entries if "team" in entry.body}
    rows = Team.objects.filter(pk__in=named).values_list("pk", "name") if named else ()
    return {str(pk): name for pk, name in rows}


def _at_desk(entry: JournalEntry, matches: Mapping[UUID, Match], teams: Mapping[str, str]) -> Move:
    team = teams.get(str(entry.body.get("team")), "")
    match = matches.get(entry.match_id) if entry.match_id else None
    who = entry.user.get_username() if entry.user else ""
    return Move(entry.at, entry.kind, match, None, None, entry.body, entry.reason, who, team)
