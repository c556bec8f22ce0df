"""Time called on a sheet, said once and taken back while nothing was written after it (COM-TIME-1)."""

from datetime import datetime

from scoring.errors import BadEntry, NotNow
from scoring.models import ScoreSheet
from scoring.rules.log import EventKind, SheetLog
from scoring.rules.time_called import MOST_HANDS
from scoring.selectors import sheet_log
from scoring.sentences import Sentence, _
from scoring.services.log import Author, append
from scoring.services.summary import save_summary


def call_time(sheet: ScoreSheet, *, draws: bool, author: Author, at: datetime) -> bool:
    """Call time on a locked sheet; False when it was called already or everything is played.

    `draws` says whether level stays level; a phone at the table may call it too.
    """
    log = sheet_log(sheet.pk)
    if log.time is not None or sheet.summary.get("over"):
        return False
    _append_call(sheet, len(log.hands), draws=draws, author=author, at=at)
    return True


def place_call(sheet: ScoreSheet, hands: int, *, author: Author, at: datetime) -> bool:
    """The director says after how many hands time was called: some were written only afterwards."""
    log = sheet_log(sheet.pk)
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
    """The table says that no hand had begun when time was called; False when it has said so already."""
    log = sheet_log(sheet.pk)
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
    """Take a call made by mistake back; a table takes back its own alone. False when there is none."""
    log = sheet_log(sheet.pk)
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
