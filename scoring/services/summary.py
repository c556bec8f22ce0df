"""What a sheet says at a glance, derived from its log in the same transaction and never typed."""

from collections.abc import Mapping
from typing import Any

from scoring.models import ScoreSheet
from scoring.rules.log import SheetLog
from scoring.rules.sheet import check_sheet
from scoring.selectors import sheet_log, written_sheet
from scoring.types import Stopped


def summary_of(sheet: ScoreSheet, log: SheetLog) -> dict[str, Any]:
    """Return the sheet's standing totals: games, games won, winner, next hand, disputes, signatures.

    A match can be over without a winner: the best are equal and share.
    """
    state = check_sheet(written_sheet(sheet, log.games(), log.time)).state
    return {
        "games": [
            {
                "target": game.target,
                "score": list(game.score),
                "over": game.over,
                "winner": game.winner,
                "hands": len(game.hands),
                **({"by_time": game.by_time.value} if game.by_time else {}),
            }
            for game in state.games
        ],
        "games_won": list(state.games_won),
        "over": state.over,
        "winner": state.winner,
        "next": state.next._asdict() if state.next else None,
        "hands": len(log.hands),
        "disputed": sorted(map(list, log.disputes)),
        "objection": log.objection is not None,
        "signed": sorted(log.signatures),
        "confirmed": log.confirmed,
        **({"time": state.time.value} if state.time else {}),
    }


def counted_games(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the games that count: those over, but for one that time made void (COM-TIME-2)."""
    return [game for game in summary.get("games", ()) if game["over"] and game.get("by_time") != Stopped.VOID]


def save_summary(sheet: ScoreSheet) -> None:
    """Store the head and summary of a sheet that a fact was just added to."""
    sheet.summary = summary_of(sheet, sheet_log(sheet.pk))
    sheet.save(update_fields=["head_seq", "head_hash", "summary", "written_at"])
