"""The latest actions of a tournament, newest first, from the score sheets and the journal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import SheetEvent
from scoring.sheet.rules.log import WRITES_A_HAND, EventKind
from tournaments.matches.selectors.matches import (
    MatchNow,
    match_now,
    with_sides,
)
from tournaments.models import Change, JournalEntry, Match, Team, Tournament
from tournaments.permissions import account_name

LOOKED_BACK = 40
BEFORE_THE_DRAW = ("draw_committed", "cards_laid", "cards_taken_up")
AT_THE_TABLE = (*WRITES_A_HAND, EventKind.STRIKE, EventKind.SIGNATURE)


@dataclass(frozen=True)
class Move:
    """An action, with the `kind` and `body` of the journal line or sheet event that recorded it."""

    at: datetime
    kind: str
    match: Match | None
    game: int | None
    hand: int | None
    body: Mapping[str, Any]
    reason: str
    author: str
    # The name of the team that a line of the journal is about.
    team: str = ""
    # The names of the sides of the match.
    sides: tuple[str, ...] = ()
    # The id of the line of the journal.
    entry: UUID | None = None
    # The present state of the match, with its sides and its score.
    now: MatchNow | None = None


def latest_moves(tournament: Tournament, many: int = 12) -> list[Move]:
    """Return the newest actions. Six queries, or seven if an action names a team."""
    events, entries = _events(tournament, many), _entries(tournament, many)
    ids = {event.sheet_id for event in events} | {entry.match_id for entry in entries if entry.match_id}
    matches = {row.pk: match_now(row) for row in with_sides(Match.objects.filter(pk__in=ids))}
    teams = _teams(entries)
    moves = [_at_table(event, matches) for event in events]
    moves += [_at_desk(entry, matches, teams) for entry in entries]
    return sorted(moves, key=lambda move: move.at, reverse=True)[:many]


def _events(tournament: Tournament, many: int) -> list[SheetEvent]:
    """Return the latest events of the sheets that changed most recently."""
    changes = Change.objects.filter(tournament=tournament, match_id__isnull=False).order_by("-version")
    sheets = set(changes.values_list("match_id", flat=True)[:LOOKED_BACK])
    events = SheetEvent.objects.filter(sheet_id__in=sheets, kind__in=[kind.value for kind in AT_THE_TABLE])
    events = events.exclude(body__has_key="final")  # the journal has one line for all final scores of a match
    return list(events.select_related("user", "device").order_by("-recorded_at")[:many])


def _entries(tournament: Tournament, many: int) -> list[JournalEntry]:
    """Return the latest journal lines; after the draw, without the lines about the preparation."""
    lines = JournalEntry.objects.filter(tournament=tournament).select_related("user").order_by("-at")
    if tournament.state != "entries":
        lines = lines.exclude(kind__in=BEFORE_THE_DRAW)
    return list(lines[:many])


def _at_table(event: SheetEvent, matches: Mapping[UUID, MatchNow]) -> Move:
    author = account_name(event.user) or (event.device.name if event.device else "")
    match = matches.get(event.sheet_id)
    return Move(
        event.recorded_at,
        event.kind,
        match.match if match else None,
        event.game,
        event.hand,
        event.body,
        "",
        author,
        sides=_sides(match),
    )


def _sides(match: MatchNow | None) -> tuple[str, ...]:
    return tuple(side.name for side in match.sides) if match else ()


def _teams(entries: Iterable[JournalEntry]) -> dict[str, str]:
    named = {entry.body["team"] for entry in entries if "team" in entry.body}
    rows = Team.objects.filter(pk__in=named).values_list("pk", "name") if named else ()
    return {str(pk): name for pk, name in rows}


def _at_desk(entry: JournalEntry, matches: Mapping[UUID, MatchNow], teams: Mapping[str, str]) -> Move:
    match = matches.get(entry.match_id) if entry.match_id else None
    return Move(
        entry.at,
        entry.kind,
        match.match if match else None,
        None,
        None,
        entry.body,
        entry.reason,
        account_name(entry.user),
        teams.get(str(entry.body.get("team")), ""),
        _sides(match),
        entry.pk,
        match,
    )
