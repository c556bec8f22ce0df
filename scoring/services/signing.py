"""The sides sign the sheet, object to it, and the director confirms it.

A phone signs for the side that holds it and for no other, so that nobody confirms their own entry
alone; who takes it over to sign types the table's code first. An account signs for whom it says.
"""

from datetime import datetime
from uuid import UUID

from scoring.errors import BadEntry, NotNow
from scoring.models import Grant, ScoreSheet
from scoring.rules.log import REOPENED, EventKind, SheetLog
from scoring.selectors import sheet_log
from scoring.sentences import Sentence, _
from scoring.services.log import Author, append
from scoring.services.summary import save_summary


def sign_sheet(
    sheet: ScoreSheet, side: int, *, author: Author, at: datetime, handed_over: bool = False
) -> bool:
    """Add one side's signature to a locked, decided sheet; False when that side had signed already.

    `handed_over`: the phone is in the hands of this side now, who typed the table's code on it.
    """
    log = sheet_log(sheet.pk)
    if side in log.signatures:
        return False
    refuse_unfinished(sheet, log)
    if not 0 <= side < len(sheet.summary["games_won"]):
        raise BadEntry("no_such_side", Sentence(_("There is no such side at this table.")))
    if author.user_id is None and author.device_id is not None and not handed_over:
        _bind(sheet, side, author.device_id)
    append(sheet, EventKind.SIGNATURE, author=author, at=at, body={"side": side})
    save_summary(sheet)
    return True


def _bind(sheet: ScoreSheet, side: int, device_id: UUID) -> None:
    """Hold a phone to its side: one that has not said whose it is says so by signing."""
    grants = Grant.objects.filter(device=device_id, sheet=sheet, revoked_at=None)
    grants.filter(side=None).update(side=side)
    if not grants.filter(side=side).exists():
        text = _(
            "This phone signs for the other side. Pass it on: whoever signs next types the table’s code on"
            " it, or signs on their own phone with the QR of the sheet."
        )
        raise NotNow("not_your_side", Sentence(text))


def object_to_sheet(sheet: ScoreSheet, *, author: Author, at: datetime, side: int | None = None) -> None:
    """Say that the sheet is not right, or call the director: once, until he has answered."""
    if sheet_log(sheet.pk).objection is not None:
        return
    append(sheet, EventKind.OBJECTION, author=author, at=at, body={} if side is None else {"side": side})
    save_summary(sheet)


def withdraw_objection(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """The director has been to the table: the sheet stands as it is and may be signed."""
    if sheet_log(sheet.pk).objection is None:
        return False
    append(sheet, EventKind.RULING, author=author, at=at, body={"objection": "settled"})
    save_summary(sheet)
    return True


def reopen_sheet(sheet: ScoreSheet, *, author: Author, at: datetime) -> None:
    """Give a locked sheet back to its table: its hands stand, signatures and confirmation do not."""
    append(sheet, EventKind.RULING, author=author, at=at, body=dict(REOPENED))
    save_summary(sheet)


def confirm_sheet(sheet: ScoreSheet, *, author: Author, at: datetime) -> bool:
    """Add the director's confirmation to a locked, decided sheet; False when it was there already."""
    log = sheet_log(sheet.pk)
    if log.confirmed:
        return False
    refuse_unfinished(sheet, log, objection_too=False)
    append(sheet, EventKind.CONFIRMATION, author=author, at=at)
    save_summary(sheet)
    return True


def refuse_unfinished(sheet: ScoreSheet, log: SheetLog, *, objection_too: bool = True) -> None:
    """Raise NotNow while the sheet is not decided, or something on it is disputed."""
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
