"""Corrections of a signed sheet by the director: several hands are changed and checked together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.models import ScoreSheet
from scoring.sheet.rules.log import EventKind, Place, SheetLog
from scoring.sheet.services.log import Author, append, save_summary
from scoring.types import BadEntry, NotNow, Problem, Sentence, SheetState, _

_WRITE_FIRST = _("Write game %(game)s first.")


@dataclass(frozen=True)
class HandChange:
    """A change of one hand: `version` is the hand's present version, and `body` is the new hand.

    A new hand has version 0. If `body` is None, the hand is removed. The body of the first hand of a game may
    be a final score (COM-8).
    """

    place: Place
    version: int
    body: object | None


def corrected_sheet(sheet: ScoreSheet, changes: Sequence[HandChange]) -> SheetState:
    """Return the state of the sheet after the changes.

    Raises:
        BadEntry: the sheet would have errors (`bad_sheet`; the exception contains all of them); a changed
            hand is impossible by itself (`bad_hand`; the exception contains the errors of the first such
            hand, with JSON Pointers such as `/hands/0/hand/dealer`); or an earlier hand or game would be
            missing (`hand_out_of_order`).
        NotNow: a hand no longer has the version on which its change is based (`hand_changed`).
    """
    log = sheet.standing.log
    standing = {place: hand.body for place, hand in log.hands.items()}
    for number, change in enumerate(changes):
        standing_hand = log.hands.get(change.place)
        if (standing_hand.version if standing_hand else 0) != change.version:
            text = _("Hand %(hand)s of game %(game)s has changed since you read it. Look at it again.")
            values = {"game": change.place[0], "hand": change.place[1]}
            raise NotNow("hand_changed", Sentence(text, values))
        standing.pop(change.place, None)
        if change.body is not None:
            standing[change.place] = _normal(sheet, change, f"/hands/{number}/hand")
    verdict = sheet.standing.verdict_on(_games(standing))
    errors = tuple(problem for problem in verdict.problems if problem.level == "error")
    if errors:
        raise BadEntry(
            "bad_sheet", Sentence(_("So the sheet cannot be right. Look at what is marked.")), errors
        )
    return verdict.state


def normal_body(sheet: ScoreSheet, body: object) -> dict[str, Any]:
    """Return a hand in canonical form, or a final score unchanged; raise BadEntry for an impossible hand."""
    if isinstance(body, Mapping) and "final" in body:
        return dict(body)
    return sheet.standing.read_hand(body)


def _normal(sheet: ScoreSheet, change: HandChange, where: str) -> dict[str, Any]:
    try:
        return normal_body(sheet, change.body)
    except BadEntry as wrong:
        problems = tuple(
            Problem(each.code, each.rule, each.level, where + each.where, each.message)
            for each in wrong.problems
        )
        raise BadEntry(wrong.code, wrong.message, problems) from wrong


def _games(standing: Mapping[Place, Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Return the hands game by game; raise BadEntry if an earlier hand or game is missing."""
    games: list[list[Mapping[str, Any]]] = []
    for game, hand in sorted(standing):
        if game == len(games) + 1 and hand == 1:
            games.append([])
        if game > len(games) + 1:
            raise BadEntry("hand_out_of_order", Sentence(_WRITE_FIRST, {"game": len(games) + 1}))
        if game != len(games) or hand != len(games[-1]) + 1:
            text = _("Only the last hands can be struck: hand %(hand)s of game %(game)s stands alone.")
            raise BadEntry("hand_out_of_order", Sentence(text, {"game": game, "hand": hand}))
        games[-1].append(standing[game, hand])
    return games


def correct_hands(sheet: ScoreSheet, changes: Sequence[HandChange], *, author: Author, at: datetime) -> None:
    """Store changes on a locked sheet, removals first; confirm the sheet if the match is then over.

    Raise the errors of `corrected_sheet` before anything is stored.
    """
    log, state = sheet.standing.log, corrected_sheet(sheet, changes)
    struck = sorted((change for change in changes if change.body is None), key=_place, reverse=True)
    new_hands = sorted((change for change in changes if change.body is not None), key=_place)
    for change in [*struck, *new_hands]:
        _append(sheet, log, change, author, at)
    if state.over:
        append(sheet, EventKind.CONFIRMATION, author=author, at=at)
    save_summary(sheet)


def _place(change: HandChange) -> Place:
    return change.place


def _append(sheet: ScoreSheet, log: SheetLog, change: HandChange, author: Author, at: datetime) -> None:
    if change.body is None:
        kind, version, body = EventKind.STRIKE, change.version + 1, None
    elif change.version:
        kind, version, body = EventKind.CORRECTION, change.version + 1, normal_body(sheet, change.body)
    else:
        kind, version, body = (
            EventKind.HAND,
            log.vacant_version(change.place),
            normal_body(sheet, change.body),
        )
    append(sheet, kind, author=author, at=at, place=change.place, version=version, body=body)


def write_finals(
    sheet: ScoreSheet, finals: dict[int, list[Any]], *, author: Author, at: datetime
) -> list[int]:
    """Store final scores, given as {game: score}, on a locked sheet; return the changed games.

    Raises:
        BadEntry: the scores are impossible; the exception contains all problems, with JSON
            Pointers such as `/games/0/final`.
        NotNow: a game already has hands (`game_has_hands`), or an earlier game is missing
            (`game_missing`).
    """
    log = sheet.standing.log
    changed = [game for game, score in sorted(finals.items()) if _differs(log, game, score)]
    _refuse_impossible(sheet, finals)
    for game in changed:
        standing = log.hands.get((game, 1))
        kind = EventKind.CORRECTION if standing else EventKind.HAND
        version = standing.version + 1 if standing else log.vacant_version((game, 1))
        unkeyed = replace(author, client_key=None)  # one call may write several games
        body = {"final": finals[game]}
        append(sheet, kind, author=unkeyed, at=at, place=(game, 1), version=version, body=body)
    if changed:
        save_summary(sheet)
    return changed


def _differs(log: SheetLog, game: int, score: list[Any]) -> bool:
    """Return whether the final score is new or different; raise NotNow if the game has hands."""
    standing = log.hands.get((game, 1))
    if standing is None:
        return True
    if "final" not in standing.body:
        text = _("Game %(game)s is written hand by hand. Go on with its hands, or strike them first.")
        raise NotNow("game_has_hands", Sentence(text, {"game": game}))
    return bool(standing.body["final"] != score)


def _refuse_impossible(sheet: ScoreSheet, finals: dict[int, list[Any]]) -> None:
    games = dict(enumerate(sheet.standing.log.games(), start=1)) | {
        game: [{"final": score}] for game, score in finals.items()
    }
    missing = next((game for game in range(1, max(games, default=0)) if not games.get(game)), None)
    if missing:
        raise NotNow("game_missing", Sentence(_WRITE_FIRST, {"game": missing}))
    ordered_games = [games[game] for game in sorted(games)]
    problems = sheet.standing.verdict_on(ordered_games).problems
    errors = tuple(problem for problem in problems if problem.level == "error")
    if errors:
        text = _("These final scores cannot be right. Look at what is marked and write them again.")
        raise BadEntry("bad_finals", Sentence(text), errors)
