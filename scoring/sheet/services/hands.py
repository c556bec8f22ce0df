"""Services that record, correct and remove the hands of a sheet.

A hand is inserted without a query before it: the constraint on (sheet, game, hand, version) refuses a hand
that is already recorded. The removal of a hand has a version too, and a hand that is recorded again gets the
version after the removal. Therefore a hand that is sent twice is recorded only once, and a hand that is sent
again after its removal is not recorded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from scoring.field_kinds.captured_cards import without_ticks
from scoring.models import ScoreSheet
from scoring.sheet.rules.log import EventKind, Place, StandingHand
from scoring.sheet.services.client_keys import is_replaced, sent_before, version_replaced
from scoring.sheet.services.log import AlreadyThere, Author, append, save_summary
from scoring.types import BadEntry, NotNow, Problem, Sentence, _


class Writing(StrEnum):
    """The result of sending a hand: new, already recorded, a correction, or different (a dispute)."""

    CREATED = "created"
    SAME = "same"
    CORRECTED = "corrected"
    DIFFERS = "differs"


@dataclass(frozen=True)
class WritingResult:
    """The valid hand and its version (0 if the hand is not on the sheet).

    `other` is the hand before a correction, or the hand that was sent if it differs; `compare_hand` always
    sets `other` to the hand that was sent.
    """

    writing: Writing
    hand: Mapping[str, Any]
    version: int
    other: Mapping[str, Any] | None = None
    warnings: tuple[Problem, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether a hand was added or corrected on the sheet, or the dispute about a hand was ended."""
        return self.writing in (Writing.CREATED, Writing.CORRECTED)


@dataclass(frozen=True)
class SentHand:
    """A hand that was sent: its place, its canonical form, its author, and the time."""

    place: Place
    body: dict[str, Any]
    author: Author
    at: datetime


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
    """Record a hand on a locked sheet, or correct one.

    If `based_on` is given, the hand corrects this version. If `replaces` contains client keys, the hand
    instead corrects the newest version stored with these keys, or is new if there is none. A hand that
    differs from the valid hand, or is based on an older version, is stored as a dispute. A hand with a client
    key that the phone has replaced is not recorded; the valid hand is returned.
    `reopenings` is the number of reopenings of the sheet as known to the writer; None if the writer did not
    send it.

    Raises:
        BadEntry: the hand is impossible at this place (`bad_hand`), or its client key was used for another
            hand (`key_used_twice`).
        NotNow: an earlier hand is missing (`hand_out_of_order`), the hand to correct is not on the sheet
            (`hand_missing`), or the sheet was reopened for the table after the hand was written
            (`sheet_reopened`).
    """
    log = sheet.standing.log
    sent = SentHand(place, sheet.standing.read_hand(raw), author, at)
    if reopenings is not None and reopenings < log.reopenings and place not in log.hands:
        text = _("This hand was written before the referee gave the sheet back to the table.")
        raise NotNow("sheet_reopened", Sentence(text))
    if is_replaced(author):
        return _outdated(sheet, sent)
    if replaces:
        based_on = version_replaced(sheet, place, replaces, author)
    if based_on is None:
        return _first_writing(sheet, sent)
    return _correction(sheet, sent, based_on)


def _outdated(sheet: ScoreSheet, sent: SentHand) -> WritingResult:
    """Return the valid hand; the hand that was sent is outdated, because its phone has replaced it."""
    standing = sheet.standing.log.hands.get(sent.place)
    if standing is None:
        return WritingResult(Writing.SAME, sent.body, 0)
    return WritingResult(Writing.SAME, standing.body, standing.version)


def compare_hand(sheet: ScoreSheet, place: Place, raw: object) -> WritingResult:
    """Compare a hand with the recorded hand at the same place of a closed sheet; nothing is stored.

    Raises:
        BadEntry: the hand is impossible at this place.
        NotNow: the sheet has no hand at this place (`sheet_signed`, `hand_out_of_order`).
    """
    body = sheet.standing.read_hand(raw)
    standing = sheet.standing.log.hands.get(place)
    if standing is None:
        sheet.standing.check_new_hand(place, body)
        raise NotNow("sheet_signed", Sentence(_("The sheet is signed and can only be read.")))
    writing = Writing.SAME if without_ticks(standing.body) == without_ticks(body) else Writing.DIFFERS
    return WritingResult(writing, standing.body, standing.version, other=body)


def _first_writing(sheet: ScoreSheet, sent: SentHand) -> WritingResult:
    warnings = sheet.standing.check_new_hand(sent.place, sent.body)
    version = sheet.standing.log.vacant_version(sent.place)
    try:
        _append(sheet, EventKind.HAND, sent, version)
    except AlreadyThere:
        return _already_there(sheet, sent)
    save_summary(sheet)
    return WritingResult(Writing.CREATED, sent.body, version, warnings=warnings)


def _append(sheet: ScoreSheet, kind: EventKind, sent: SentHand, version: int) -> None:
    append(sheet, kind, author=sent.author, at=sent.at, place=sent.place, version=version, body=sent.body)


def _correction(sheet: ScoreSheet, sent: SentHand, based_on: int) -> WritingResult:
    standing = sheet.standing.log.hands.get(sent.place)
    if standing is None:
        raise NotNow(
            "hand_missing", Sentence(_("This hand is not on the sheet, so there is nothing to correct."))
        )
    if standing.body == sent.body and standing.version == based_on:
        return _keep(sheet, sent.place, standing, sent.author, sent.at)
    if standing.body == sent.body:
        return WritingResult(Writing.SAME, standing.body, standing.version)
    if standing.version != based_on:
        return _dispute(sheet, sent, standing)
    warnings = sheet.standing.check_correction(sent.place, sent.body)
    version = based_on + 1
    try:
        _append(sheet, EventKind.CORRECTION, sent, version)
    except AlreadyThere as taken:
        raise BadEntry("key_used_twice", _KEY_USED) from taken
    save_summary(sheet)
    return WritingResult(Writing.CORRECTED, sent.body, version, other=standing.body, warnings=warnings)


def _keep(
    sheet: ScoreSheet, place: Place, standing: StandingHand, author: Author, at: datetime
) -> WritingResult:
    """Keep the valid hand, and end the dispute about it if there is one."""
    if not sheet.standing.log.disputes.get(place):
        return WritingResult(Writing.SAME, standing.body, standing.version)
    append(sheet, EventKind.RULING, author=author, at=at, place=place, body={"keeps": standing.version})
    save_summary(sheet)
    return WritingResult(Writing.CORRECTED, standing.body, standing.version)


def _already_there(sheet: ScoreSheet, sent: SentHand) -> WritingResult:
    earlier = sent_before(sheet, sent.author)
    standing = sheet.standing.log.hands.get(sent.place)
    sent_again = earlier is not None and earlier.body == sent.body
    if standing is None and earlier is not None and sent_again:
        return WritingResult(Writing.SAME, earlier.body, earlier.version or 1)
    if standing is None:
        raise BadEntry("key_used_twice", _KEY_USED)
    if sent_again or without_ticks(standing.body) == without_ticks(sent.body):
        return WritingResult(Writing.SAME, standing.body, standing.version)
    return _dispute(sheet, sent, standing)


def _dispute(sheet: ScoreSheet, sent: SentHand, standing: StandingHand) -> WritingResult:
    """Store a hand that differs from the valid hand as a dispute, once, so that the sides can choose."""
    disputes = sheet.standing.log.disputes.get(sent.place, ())
    if all(other.body["hand"] != sent.body for other in disputes):
        body = {"hand": sent.body, "against": standing.version}
        unkeyed = replace(sent.author, client_key=None)  # the key may belong to the changed hand
        append(sheet, EventKind.DISPUTE, author=unkeyed, at=sent.at, place=sent.place, body=body)
        save_summary(sheet)
    return WritingResult(Writing.DIFFERS, standing.body, standing.version, other=sent.body)


def strike_hand(
    sheet: ScoreSheet,
    place: Place,
    *,
    author: Author,
    at: datetime,
    based_on: int = 0,
    replaces: Sequence[str] = (),
) -> bool:
    """Remove the last hand of a locked sheet; return False if it was already removed.

    `based_on` is the version of the hand, from 1; with the default 0 no recorded hand is removed. If
    `replaces` contains client keys, the hand stored with one of the keys is removed instead. If there is no
    such hand, return False; a hand that arrives later from the phone with one of the keys is not recorded.

    Raises:
        NotNow: the hand has another version (`hand_changed`), or is not the last one (`not_the_last_hand`).
    """
    log = sheet.standing.log
    standing = log.hands.get(place)
    if replaces:
        based_on = version_replaced(sheet, place, replaces, author) or 0
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
    """End the dispute about a hand; the valid version stays.

    Raises:
        NotNow: the hand has another version or no dispute (`nothing_disputed`).
    """
    log = sheet.standing.log
    standing = log.hands.get(place)
    if standing is None or standing.version != version or not log.disputes.get(place):
        raise NotNow("nothing_disputed", Sentence(_("Nobody disputes this hand any more.")))
    return _keep(sheet, place, standing, author, at)


_KEY_USED = Sentence(_("This key was already used for another hand."))
