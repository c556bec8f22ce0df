"""Archives of events, as the API says them."""

from typing import Any

from scoring.api.shapes import FLAG, NUMBER, TEXT, record
from scoring.translation import say
from tournaments.api.shapes import MAYBE_INSTANT, MAYBE_TEXT
from tournaments.selectors.made_files import FileNow

ZIP = "application/zip"
PROGRESS = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
ARCHIVE = record(
    made_at=MAYBE_INSTANT,
    up_to_date=FLAG,
    bytes=NUMBER,
    digest=TEXT,
    progress=PROGRESS,
    failed=FLAG,
    refused=MAYBE_TEXT,
)


def archive_answer(now: FileNow) -> dict[str, Any]:
    """How far the archive of an event is; `progress` is null while nothing is being made."""
    return {
        "made_at": now.made_at and now.made_at.isoformat(),
        "up_to_date": now.made_at is not None and not now.stale,
        "bytes": now.size,
        "digest": now.digest,
        "progress": None if now.percent is None else now.percent / 100,
        "failed": now.failed,
        "refused": now.refused and say(now.refused),
    }
