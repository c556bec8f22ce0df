"""The job of the night's pack: typeset first, with nothing locked, then kept."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone, translation

from tournaments.exports.pack import PARTS, pack_pdf
from tournaments.models import Job, NightPack

TYPESET = 600
"""What of a thousand is done once everything is read and only to be set in type."""


def typeset_pack(job: Job, note: Callable[[int], None]) -> bytes:
    """Return the pack as things are now, telling how far it is after each part."""
    pack = NightPack.objects.select_related("tournament").get(pk=job.subject)
    with translation.override(pack.language):
        return pack_pdf(pack.tournament, pack.address, lambda part: note(TYPESET * part // len(PARTS)))


def keep_pack(job: Job, pdf: bytes) -> dict[str, Any]:
    """Put the new pack in the place of the old one."""
    NightPack.objects.filter(pk=job.subject, made__lte=job.wanted).update(
        pdf=pdf, made=job.wanted, made_at=timezone.now()
    )
    return {"bytes": len(pdf)}
