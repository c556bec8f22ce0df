"""Client keys: a phone gives each hand a key, so that a hand sent twice is stored only once."""

from collections.abc import Sequence

from scoring.models import ReplacedKey, ScoreSheet, SheetEvent
from scoring.sheet.rules.log import Place
from scoring.sheet.services.log import Author


def sent_before(sheet: ScoreSheet, author: Author) -> SheetEvent | None:
    """Return the log entry that the author stored earlier with the same client key, or None."""
    if author.client_key is None:
        return None
    mine = SheetEvent.objects.filter(sheet=sheet, client_key=author.client_key)
    if author.device_id is not None:
        return mine.filter(device_id=author.device_id).first()
    return mine.filter(device__isnull=True, user_id=author.user_id or 0).first()


def is_replaced(author: Author) -> bool:
    """Return whether the author's phone has replaced this client key with a newer one."""
    if author.device_id is None or author.client_key is None:
        return False
    return ReplacedKey.objects.filter(device_id=author.device_id, client_key=author.client_key).exists()


def version_replaced(sheet: ScoreSheet, place: Place, keys: Sequence[str], author: Author) -> int | None:
    """Invalidate older client keys; return the newest version of this hand stored with them.

    Return None if no version was stored with them, or the hand is not on the sheet now.
    """
    versions = [_retire_key(sheet, place, Author(author.user_id, author.device_id, key)) for key in keys]
    return max(filter(None, versions), default=None) if place in sheet.standing.log.hands else None


def _retire_key(sheet: ScoreSheet, place: Place, old: Author) -> int | None:
    """Invalidate a client key; return the version of this hand stored with it, or None."""
    if old.device_id is not None and old.client_key is not None:
        ReplacedKey.objects.get_or_create(
            device_id=old.device_id, client_key=old.client_key, defaults={"sheet": sheet}
        )
    event = sent_before(sheet, old)
    return event.version if event and (event.game, event.hand) == place else None
