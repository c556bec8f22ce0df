"""COM-8: a game of which only the final score is known, written by the director from a paper sheet.

It is one fact, in the place of the game's first hand: the same constraint keeps it from being written twice.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from scoring.errors import BadEntry, NotNow
from scoring.models import ScoreSheet
from scoring.rules.log import EventKind, SheetLog
from scoring.rules.sheet import check_sheet
from scoring.selectors import sheet_log, written_sheet
from scoring.sentences import Sentence, _
from scoring.services.log import Author, append
from scoring.services.summary import save_summary


def write_finals(
    sheet: ScoreSheet, finals: dict[int, list[Any]], *, author: Author, at: datetime
) -> list[int]:
    """Write the final scores of some games on a locked sheet, {game: score}; return the games that changed.

    Raises BadEntry with every problem, placed as `/games/0/final`; NotNow where a game has hands already.
    """
    log = sheet_log(sheet.pk)
    changed = [game for game, score in sorted(finals.items()) if _differs(log, game, score)]
    _refuse_impossible(sheet, log, finals)
    for game in changed:
        standing = log.hands.get((game, 1))
        kind = EventKind.CORRECTION if standing else EventKind.HAND
        version = standing.version + 1 if standing else log.vacant_version((game, 1))
        unkeyed = replace(author, client_key=None)  # one act may write several games
        body = {"final": finals[game]}
        append(sheet, kind, author=unkeyed, at=at, place=(game, 1), version=version, body=body)
    if changed:
        save_summary(sheet)
    return changed


def _differs(log: SheetLog, game: int, score: list[Any]) -> bool:
    """Whether this final score is news; raise NotNow where the game is written hand by hand."""
    standing = log.hands.get((game, 1))
    if standing is None:
        return True
    if "final" not in standing.body:
        text = _("Game %(game)s is written hand by hand. Go on with its hands, or strike them first.")
        raise NotNow("game_has_hands", Sentence(text, {"game": game}))
    return bool(standing.body["final"] != score)


def _refuse_impossible(sheet: ScoreSheet, log: SheetLog, finals: dict[int, list[Any]]) -> None:
    games = dict(enumerate(log.games(), start=1)) | {
        game: [{"final": score}] for game, score in finals.items()
    }
    missing = next((game for game in range(1, max(games, default=0)) if not games.get(game)), None)
    if missing:
        raise NotNow("game_missing", Sentence(_("Write game %(game)s first."), {"game": missing}))
    written = [games[game] for game in sorted(games)]
    problems = check_sheet(written_sheet(sheet, written, log.time)).problems
    errors = tuple(problem for problem in problems if problem.level == "error")
    if errors:
        text = _("These final scores cannot be right. Look at what is marked and write them again.")
        raise BadEntry("bad_finals", Sentence(text), errors)
