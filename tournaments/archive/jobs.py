"""The job that takes an event in: every byte is checked first, with nothing locked, then all is written."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.utils import timezone

from tournaments.archive.services.archive_file import Archive, open_archive
from tournaments.archive.services.archives import take_in
from tournaments.models import Arrival, Job

CHECKED = 600
"""What of a thousand is done once every byte is checked; the rest is one transaction, which nobody sees."""


def check_archive(job: Job, note: Callable[[int], None]) -> Archive | None:
    """Return the archive, telling how far it is; None where the event is in already."""
    arrival = Arrival.objects.get(pk=job.subject)
    if arrival.tournament_id is not None:
        return None
    return open_archive(BytesIO(bytes(arrival.data)), lambda done, of: note(CHECKED * done // of))


def bring_in(job: Job, archive: Archive | None) -> dict[str, Any]:
    """Write the whole event, or keep why it was refused."""
    arrival = Arrival.objects.defer("data").select_related("owner").get(pk=job.subject)
    if archive is not None:
        take_in(arrival, archive, at=timezone.now())
    if arrival.refused:
        return {"refused": arrival.refused["code"]}
    return {"tournament": str(arrival.tournament_id)}
