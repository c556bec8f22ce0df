"""Services for the end of a sheet: signatures, objections, confirmation, reopening, and calls of time.

A phone signs only for the side that holds it, so that nobody can confirm his own entry alone. The other side
can sign on the same phone after it types the table's code. An account signs for the side that it names.
"""

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from scoring.models import Grant, ScoreSheet
from scoring.sheet.rules.log import REOPENED, EventKind, SheetLog
from scoring.sheet.rules.time_called import MOST_HANDS
from scoring.sheet.services.log import Author, append, save_summary
from scoring.types import BadEntry, NotNow, Sentence, _


def sign_sheet(
    sheet: ScoreSheet, side: int, *, author: Author, at: datetime, handed_over: bool = False
) -> bool:
    """Sign a locked sheet for a side once the match is over; return False if it has already signed.

    `handed_over` is set if the side has taken over the phone by typing the table's code.

    Raises:
        BadEntry: there is no such side.
        NotNow: the match is not decided, a hand or the sheet is disputed, or the phone signs for another
            side.
    """
    log = sheet.standing.log
    if side in log.signatures:
        return False
    refuse_unfinished(sheet)
    if not 0 <= side < len(sheet.summary["games_won"]):
        raise BadEntry("no_such_side", Sentence(_("There is no such side at this table.")))
    if author.user_id is None and author.device_id is not None and not handed_over:
        _bind(sheet, side, author.device_id)
    append(sheet, EventKind.SIGNATURE, author=author, at=at, body={"side": side})
    save_summary(sheet)
    return True


def _bind(sheet: ScoreSheet, side: int, device_id: UUID) -> None:
    """Bind a phone to `side`; raise NotNow if it is already bound to the other side."""
    grants = Grant.objects.filter(Q(side=None) | Q(side=side), device=device_id, sheet=sheet, revoked_at=None)
    if not grants.update(side=side):
        text = _(
            "This phone signs for the other side. Pass it on: whoever signs next types the table’s code on"
            " it, or signs on their own phone with the QR of the sheet."
        )
        raise NotNow("not_your_side", Sentence(text))


def object_to_sheet(sheet: ScoreSheet, *, author: Author, at: datetime, side: int | None = None) -> bool:
    """Record an objection or a call for the director on a locked sheet.

    Return False if an objection or a call is already open. `side` is the side that objects; None if unknown.
    """
    if sheet.standing.log.objection is not None:
        return False
    append(sheet, EventKind.OBJECTION, author=author, at=at, body={} if side is None else {"side": side})
    save_summary(sheet)
    return True


def withdraw_objection(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """Close an objection as the director; return False if none is open."""
    if sheet.standing.log.objection is None:
        return False
    append(sheet, EventKind.RULING, author=author, at=at, body={"objection": "settled"})
    save_summary(sheet)
    return True


def reopen_sheet(sheet: ScoreSheet, *, author: Author, at: datetime) -> None:
    """Reopen a locked sheet for its table; hands stay, signatures and confirmation are removed."""
    append(sheet, EventKind.RULING, author=author, at=at, body=dict(REOPENED))
    save_summary(sheet)


def confirm_sheet(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """Confirm a locked sheet as the director once the match is over; return False if already confirmed.

    The confirmation closes an open objection. Raise NotNow if a hand is disputed (`hand_disputed`) or the
    match is not over (`match_not_decided`).
    """
    log = sheet.standing.log
    if log.confirmed:
        return False
    refuse_unfinished(sheet, objection_too=False)
    append(sheet, EventKind.CONFIRMATION, author=author, at=at)
    save_summary(sheet)
    return True


def refuse_unfinished(sheet: ScoreSheet, *, objection_too: bool = True) -> None:
    """Raise NotNow if the match is not over, a hand is disputed, or (optionally) an objection is open."""
    log = sheet.standing.log
    if log.disputes:
        game, hand = min(log.disputes)
        text = _(
            "Hand %(hand)s of game %(game)s was written in two ways. Choose which one is right, then sign."
        )
        raise NotNow("hand_disputed", Sentence(text, {"hand": hand, "game": game}))
    if objection_too and log.objection is not None:
        raise NotNow(
            "sheet_disputed", Sentence(_("Somebody said the sheet is not right. Wait for the referee."))
        )
    if not sheet.summary.get("over"):
        raise NotNow("match_not_decided", Sentence(_("The match is not decided yet: play on, then sign.")))


def call_time(sheet: ScoreSheet, *, draws: bool, author: Author, at: datetime) -> bool:
    """Call time on a locked sheet; return False if time was already called or the match is over.

    `draws` is whether a tie is a draw. A phone at the table may call time too.
    """
    log = sheet.standing.log
    if log.time is not None or sheet.summary.get("over"):
        return False
    _append_call(sheet, len(log.hands), draws=draws, author=author, at=at)
    return True


def place_call(sheet: ScoreSheet, hands: int, *, author: Author, at: datetime) -> bool:
    """Change, as the director, how many hands were recorded before the call of time.

    Return False if nothing changes. An earlier record that no hand was in play (`say_none_begun`) no longer
    applies. Raise NotNow if time was not called, and BadEntry for an impossible number.
    """
    log = sheet.standing.log
    if log.time is None:
        raise NotNow("time_not_called", _NOT_CALLED)
    if log.time.hands == hands:
        return False
    if not 0 <= hands <= MOST_HANDS:
        raise BadEntry(
            "bad_time_call", Sentence(_("Write how many hands had been played when time was called."))
        )
    _append_call(sheet, hands, draws=log.time.draws, author=author, at=at)
    return True


def _append_call(sheet: ScoreSheet, hands: int, *, draws: bool, author: Author, at: datetime) -> None:
    body = {"hands": hands, "draws": draws, "table": author.device_id is not None}
    append(sheet, EventKind.TIME_CALLED, author=author, at=at, body=body)
    save_summary(sheet)


def say_none_begun(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """Record that no hand was in play when time was called; return False if already recorded.

    Raise NotNow if time was not called, or if a hand was written after the call.
    """
    log = sheet.standing.log
    if log.time is None:
        raise NotNow("time_not_called", _NOT_CALLED)
    if log.time.begun is False:
        return False
    if len(log.hands) > log.time.hands:
        text = _("A hand was written after time was called. Strike it first if it had not begun.")
        raise NotNow("hand_written_after_time", Sentence(text))
    append(sheet, EventKind.NONE_BEGUN, author=author, at=at)
    save_summary(sheet)
    return True


def take_time_back(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """Withdraw a mistaken call of time; return False if time was not called.

    Raise NotNow if hands were written after the call, or if a table withdraws the director's call.
    """
    log = sheet.standing.log
    if log.time is None:
        return False
    _refuse_to_take_back(log, table=author.device_id is not None)
    append(sheet, EventKind.TIME_TAKEN_BACK, author=author, at=at)
    save_summary(sheet)
    return True


def _refuse_to_take_back(log: SheetLog, *, table: bool) -> None:
    if table and not log.time_by_table:
        raise NotNow(
            "time_of_the_director", Sentence(_("The referee called time. Ask them to take it back."))
        )
    if log.written_since:
        text = _("Hands were written after time was called, so it stands. Undo them first.")
        raise NotNow("written_after_time", Sentence(text))


_NOT_CALLED = Sentence(_("Time was not called at this table."))
