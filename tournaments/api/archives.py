"""Archives of events, as the API says them: made here, or brought here."""

from typing import Any, get_args

from scoring.sheet.serializers import FLAG, NUMBER, TEXT, record
from scoring.translation import say
from tournaments.queue.selectors import FileNow
from tournaments.selectors.arrivals import ArrivalNow, State
from tournaments.visibility.rules import Visibility
from tournaments.web.api.shapes import ID, MAYBE_INSTANT, MAYBE_TEXT, words

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


ARRIVAL = record(
    id=ID,
    state=words(*get_args(State)),
    progress=PROGRESS,
    name=TEXT,
    card_game=TEXT,
    starts_at=MAYBE_INSTANT,
    visibility=words(*Visibility),
    teams=NUMBER,
    matches=NUMBER,
    persons=NUMBER,
    known=NUMBER,
    digest=TEXT,
    slug=TEXT,
    address=TEXT,
    tournament=MAYBE_TEXT,
    refused=MAYBE_TEXT,
)
TOLD = ("name", "card_game", "starts_at", "visibility", "teams", "matches", "persons", "known", "slug")


def arrival_answer(now: ArrivalNow, address: str) -> dict[str, Any]:
    """An archive that was brought here: what it tells, how far it is; `tournament` is its address once in.

    `slug` is the address it had there, `address` the one it gets or has here.
    """
    here = now.arrival.tournament
    return {
        "id": str(now.arrival.pk),
        "state": now.state,
        "progress": now.percent / 100 if now.state == "coming" else None,
        **{key: now.told[key] for key in TOLD},
        "digest": now.arrival.digest,
        "address": here.slug if here else address,
        "tournament": here and here.slug,
        "refused": now.refused and say(now.refused),
    }


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
