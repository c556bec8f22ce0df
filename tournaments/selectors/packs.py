"""How far the night's pack is."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Job, NightPack, Tournament


@dataclass(frozen=True)
class PackNow:
    """When the pack at hand was made, how many hundredths of the next are done, whether that one failed."""

    made_at: datetime | None = None
    percent: int | None = None
    failed: bool = False


def pack_now(tournament: Tournament) -> PackNow:
    """Return how far the pack of a tournament is, without the PDF: two queries."""
    pack = NightPack.objects.filter(tournament=tournament).defer("pdf").first()
    if pack is None:
        return PackNow()
    job = Job.objects.filter(kind="pack", subject=pack.pk).order_by("-made_at").first()
    if job is None or job.state == "done":
        return PackNow(pack.made_at)
    failed = job.state == "failed"
    return PackNow(pack.made_at, None if failed else job.progress // 10, failed)
