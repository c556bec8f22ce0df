"""Reads of one sheet, each in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.rules.log import Event, EventKind, SheetLog, fold_log
from scoring.sheet.rules.sheet import written_game
from scoring.sheet.rules.time_called import TimeCall


def sheet_events(sheet_id: UUID) -> list[SheetEvent]:
    """Return every fact of a sheet, in order: one query."""
    return list(SheetEvent.objects.filter(sheet_id=sheet_id).order_by("seq"))


def as_rules(rows: Iterable[SheetEvent]) -> list[Event]:
    """Turn stored facts into the values the rules fold."""
    return [Event(row.seq, EventKind(row.kind), row.game, row.hand, row.version, row.body) for row in rows]


def sheet_log(sheet_id: UUID) -> SheetLog:
    """Return what stands on a sheet, folded from its facts: one query."""
    return fold_log(as_rules(sheet_events(sheet_id)))


def sheet_logs(sheet_ids: Collection[UUID]) -> dict[UUID, SheetLog]:
    """Return what stands on several sheets: one query, however many they are."""
    rows: dict[UUID, list[SheetEvent]] = defaultdict(list)
    for row in SheetEvent.objects.filter(sheet__in=sheet_ids).order_by("sheet", "seq"):
        rows[row.sheet_id].append(row)
    return {sheet_id: fold_log(as_rules(rows[sheet_id])) for sheet_id in sheet_ids}


def written_sheet(sheet: ScoreSheet, games: list[list[Any]], time: TimeCall | None) -> dict[str, Any]:
    """Return the sheet as it is written down (contract, section 3), from standing hands game by game."""
    return {
        "card_game": sheet.card_game,
        "profile": sheet.profile,
        "games": [written_game(hands) for hands in games],
        **({"time_called": time.as_json()} if time else {}),
    }
