"""The job of a file for the desk: made first, with nothing locked, then kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from django.utils import timezone, translation

from scoring.types import RuleError
from tournaments.archive import export as archive
from tournaments.models import FileKind, Job, MadeFile
from tournaments.printing import pack
from tournaments.queue.selectors import kept_refusal

Told = Callable[[int, int], None]
"""Hears after each part how many are done, and of how many."""

MAKING = {FileKind.PACK: 600, FileKind.ARCHIVE: 950}
"""What of a thousand is done once all parts are read: a PDF is only to be set in type then."""


@dataclass(frozen=True)
class NewFile:
    """A file with what is to be known of it, or why it cannot be made as things are."""

    data: bytes = b""
    version: int = 0
    digest: str = ""
    refused: dict[str, Any] = field(default_factory=dict)


def make_file(job: Job, note: Callable[[int], None]) -> NewFile:
    """Return the file as things are now, telling how far it is after each part."""
    file = MadeFile.objects.select_related("tournament").get(pk=job.subject)
    whole = MAKING[FileKind(file.kind)]
    with translation.override(file.language):
        try:
            return _MAKE[FileKind(file.kind)](file, lambda done, of: note(whole * done // of))
        except RuleError as refusal:
            return NewFile(refused=kept_refusal(refusal))


def _pack(file: MadeFile, progress: Told) -> NewFile:
    pdf = pack.pack_pdf(file.tournament, file.address, lambda part: progress(part, len(pack.PARTS)))
    return NewFile(pdf)


def _archive(file: MadeFile, progress: Told) -> NewFile:
    written = BytesIO()
    digest = archive.write_archive(file.tournament, written, lambda part: progress(part, archive.PARTS))
    return NewFile(written.getvalue(), file.tournament.version, digest)


_MAKE = {FileKind.PACK: _pack, FileKind.ARCHIVE: _archive}


def keep_file(job: Job, result: NewFile) -> dict[str, Any]:
    """Put the new file in the place of the old one; where none could be made, the old one stays."""
    mine = MadeFile.objects.filter(pk=job.subject, made__lte=job.wanted)
    if result.refused:
        mine.update(refused=result.refused)
        return {"refused": result.refused["code"]}
    mine.update(
        data=result.data,
        size=len(result.data),
        version=result.version,
        digest=result.digest,
        refused={},
        made=job.wanted,
        made_at=timezone.now(),
    )
    return {"bytes": len(result.data)}
