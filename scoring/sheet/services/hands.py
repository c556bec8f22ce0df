"""Hands of a sheet: written, corrected, struck.

A hand is inserted first and looked up after: the constraint on (sheet, game, hand, version) is what
says that it is already there. The version a first writing aims at is the one after the hand's last
strike, so a hand sent twice meets itself, and a hand sent after its strike does not come back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.field_kinds.captured_cards import without_ticks
from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet
from scoring.sheet.rules.log import EventKind, Place, SheetLog, StandingHand
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import read_hand
from scoring.sheet.rules.standing import Games
from scoring.sheet.services.client_keys import is_replaced, sent_before, version_replaced
from scoring.sheet.services.log import AlreadyThere, Author, append, save_summary
from scoring.types import BadEntry, NotNow, Problem, Sentence, _


class Writing(StrEnum):
    """What became of a hand that was sent."""

    CREATED = "created"
    SAME = "same"
    CORRECTED = "corrected"
    DIFFERS = "differs"


@dataclass(frozen=True)
class WritingResult:
    """The answer to a writing: what stands now, its version, and the other hand when the two differ."""

    writing: Writing
    hand: Mapping[str, Any]
    version: int
    other: Mapping[str, Any] | None = None
    warnings: tuple[Problem, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was added to the sheet's standing hands."""
        return self.writing in (Writing.CREATED, Writing.CORRECTED)


def normal_hand(sheet: ScoreSheet, raw: object) -> dict[str, Any]:
    """Return the hand in its one written form, or raise BadEntry with every problem of its fields."""
    card_game = CARD_GAMES[sheet.card_game]
    hand, problems = read_hand(card_game, read_profile(card_game, sheet.profile), raw, where="")
    errors = [problem for problem in problems if problem.level == "error"]
    if hand is None or errors:
        raise BadEntry("bad_hand", _BAD_HAND, tuple(errors))
    return dict(hand.as_json())


def record_hand(  # noqa: PLR0913  # an act with all of these
    sheet: ScoreSheet,
    place: Place,
    raw: object,
    *,
    author: Author,
    at: datetime,
    based_on: int | None = None,
    replaces: Sequence[str] = (),
    reopenings: int | None = None,
) -> WritingResult:
    """Write hand `place` on a locked sheet, or correct version `based_on`, or what the keys `replaces` wrote.

    `reopenings` is the number of reopenings that the writer's sheet had; None if the writer did not send it.

    Raises:
        BadEntry: the hand cannot be true there.
        NotNow: an earlier hand is missing (`hand_out_of_order`), or the hand belongs to a match that was
            given back since and is played again (`sheet_reopened`).
    """
    log = sheet.standing.log
    body = normal_hand(sheet, raw)
    if reopenings is not None and reopenings < log.reopenings and place not in log.hands:
        text = _("This hand was written before the referee gave the sheet back to the table.")
        raise NotNow("sheet_reopened", Sentence(text))
    if is_replaced(author):
        return _came_too_late(log, place, body)
    if replaces:
        based_on = version_replaced(sheet, log, place, replaces, author)
    if based_on is None:
        return _first_writing(sheet, log, place, body, author, at)
    return _correction(sheet, log, place, body, author, at, based_on)


def _came_too_late(log: SheetLog, place: Place, body: dict[str, Any]) -> WritingResult:
    """Its own phone has written it otherwise since: whatever stands, stands."""
    standing = log.hands.get(place)
    return WritingResult(
        Writing.SAME, standing.body if standing else body, standing.version if standing else 0
    )


def compare_hand(sheet: ScoreSheet, place: Place, raw: object) -> WritingResult:
    """Answer a hand sent to a closed sheet: it is the one that stands, or it is not; nothing is added."""
    log = sheet.standing.log
    body = normal_hand(sheet, raw)
    standing = log.hands.get(place)
    if standing is None:
        _problems_here(sheet, log, place, body)
        raise NotNow("sheet_signed", Sentence(_("The sheet is signed and can only be read.")))
    writing = Writing.SAME if without_ticks(standing.body) == without_ticks(body) else Writing.DIFFERS
    return WritingResult(writing, standing.body, standing.version, other=body)


def _first_writing(
    sheet: ScoreSheet, log: SheetLog, place: Place, body: dict[str, Any], author: Author, at: datetime
) -> WritingResult:
    warnings = _problems_here(sheet, log, place, body)
    version = log.vacant_version(place)
    try:
        append(sheet, EventKind.HAND, author=author, at=at, place=place, version=version, body=body)
    except AlreadyThere:
        return _already_there(sheet, place, body, author, at)
    save_summary(sheet)
    return WritingResult(Writing.CREATED, body, version, warnings=warnings)


def _correction(
    sheet: ScoreSheet,
    log: SheetLog,
    place: Place,
    body: dict[str, Any],
    author: Author,
    at: datetime,
    based_on: int,
) -> WritingResult:
    standing = log.hands.get(place)
    if standing is None:
        raise NotNow(
            "hand_missing", Sentence(_("This hand is not on the sheet, so there is nothing to correct."))
        )
    if standing.body == body and standing.version == based_on:
        return _stands_as_sent(sheet, log, place, standing, author, at)
    if standing.body == body:
        return WritingResult(Writing.SAME, standing.body, standing.version)
    if standing.version != based_on:
        return _dispute(sheet, log, place, body, standing, author, at)
    warnings = _problems_of_correction(sheet, log, place, body)
    version = based_on + 1
    try:
        append(sheet, EventKind.CORRECTION, author=author, at=at, place=place, version=version, body=body)
    except AlreadyThere as taken:
        raise BadEntry("key_used_twice", _KEY_USED) from taken
    save_summary(sheet)
    return WritingResult(Writing.CORRECTED, body, version, other=standing.body, warnings=warnings)


def _stands_as_sent(
    sheet: ScoreSheet, log: SheetLog, place: Place, standing: StandingHand, author: Author, at: datetime
) -> WritingResult:
    """The correction says what stands already; if the hand was disputed, that settles it."""
    if log.disputes.get(place):
        append(sheet, EventKind.RULING, author=author, at=at, place=place, body={"keeps": standing.version})
        save_summary(sheet)
        return WritingResult(Writing.CORRECTED, standing.body, standing.version)
    return WritingResult(Writing.SAME, standing.body, standing.version)


def _already_there(
    sheet: ScoreSheet, place: Place, body: dict[str, Any], author: Author, at: datetime
) -> WritingResult:
    log = sheet.standing.log
    earlier = sent_before(sheet, author)
    standing = log.hands.get(place)
    if earlier is not None and earlier.body == body and standing is None:
        return WritingResult(Writing.SAME, earlier.body, earlier.version or 1)
    if standing is None:
        raise BadEntry("key_used_twice", _KEY_USED)
    if without_ticks(standing.body) == without_ticks(body):
        return WritingResult(Writing.SAME, standing.body, standing.version)
    if earlier is not None and earlier.body == body:
        return WritingResult(Writing.SAME, standing.body, standing.version)
    return _dispute(sheet, log, place, body, standing, author, at)


def _dispute(
    sheet: ScoreSheet,
    log: SheetLog,
    place: Place,
    body: dict[str, Any],
    standing: StandingHand,
    author: Author,
    at: datetime,
) -> WritingResult:
    """Keep the hand that differs beside the one that stands, once, for the two pairs to choose."""
    if all(other.body["hand"] != body for other in log.disputes.get(place, ())):
        kept = {"hand": body, "against": standing.version}
        unkeyed = replace(author, client_key=None)  # its key may stand at the hand it changed
        append(sheet, EventKind.DISPUTE, author=unkeyed, at=at, place=place, body=kept)
        save_summary(sheet)
    return WritingResult(Writing.DIFFERS, standing.body, standing.version, other=body)


def strike_hand(
    sheet: ScoreSheet,
    place: Place,
    *,
    author: Author,
    at: datetime,
    based_on: int = 0,
    replaces: Sequence[str] = (),
) -> bool:
    """Strike the last hand of a locked sheet; False when this very strike was already made.

    By the key it was sent under, it may also never have come: then it never will.
    """
    log = sheet.standing.log
    standing = log.hands.get(place)
    if replaces:
        based_on = version_replaced(sheet, log, place, replaces, author) or 0
        if not standing or standing.version != based_on:
            return False
    if standing is None and log.vacant_version(place) == based_on + 2:
        return False
    if standing is None or standing.version != based_on:
        raise NotNow(
            "hand_changed", Sentence(_("This hand has changed since you read it. Look at it again."))
        )
    if log.last_place() != place:
        raise NotNow("not_the_last_hand", Sentence(_("Only the last hand can be struck.")))
    append(sheet, EventKind.STRIKE, author=author, at=at, place=place, version=based_on + 1)
    save_summary(sheet)
    return True


def settle_hand(
    sheet: ScoreSheet, place: Place, *, version: int, author: Author, at: datetime
) -> WritingResult:
    """End the dispute about a hand by keeping the version that stands."""
    log = sheet.standing.log
    standing = log.hands.get(place)
    if standing is None or standing.version != version or not log.disputes.get(place):
        raise NotNow("nothing_disputed", Sentence(_("Nobody disputes this hand any more.")))
    return _stands_as_sent(sheet, log, place, standing, author, at)


def _problems_here(
    sheet: ScoreSheet, log: SheetLog, place: Place, body: dict[str, Any]
) -> tuple[Problem, ...]:
    """Check the hand after those before it; return its warnings, raise BadEntry with its errors."""
    game, hand = place
    before = log.games(before=place)
    if len(before) < game - 1 or (len(before[game - 1]) if len(before) >= game else 0) != hand - 1:
        missing = len(before[game - 1]) + 1 if len(before) >= game else 1
        text = _("Write hand %(hand)s of game %(game)s first.")
        raise NotNow(
            "hand_out_of_order", Sentence(text, {"hand": missing, "game": min(game, len(before) + 1)})
        )
    games = [*before] if len(before) >= game else [*before, []]
    games[game - 1] = [*games[game - 1], body]
    return _raise_errors(sheet, games, f"/games/{game - 1}/hands/{hand - 1}")


def _problems_of_correction(
    sheet: ScoreSheet, log: SheetLog, place: Place, body: dict[str, Any]
) -> tuple[Problem, ...]:
    """Check the whole sheet with one hand replaced: what follows must still be possible."""
    game, hand = place
    games = [list(hands) for hands in log.games()]
    games[game - 1][hand - 1] = body
    return _raise_errors(sheet, games, f"/games/{game - 1}/hands/{hand - 1}")


def _raise_errors(sheet: ScoreSheet, games: Games, place: str) -> tuple[Problem, ...]:
    """Raise BadEntry with the sheet's errors; return the warnings about the hand at `place`."""
    problems = sheet.standing.verdict_on(games).problems
    errors = tuple(_seen_from(place, problem) for problem in problems if problem.level == "error")
    if errors:
        raise BadEntry("bad_hand", _BAD_HAND, errors)
    return tuple(_seen_from(place, problem) for problem in problems if problem.where.startswith(place))


def _seen_from(place: str, problem: Problem) -> Problem:
    return replace(problem, where=problem.where.removeprefix(place))


_KEY_USED = Sentence(_("This key was already used for another hand."))
_BAD_HAND = Sentence(_("This hand cannot be right. Look at what is marked and write it again."))
