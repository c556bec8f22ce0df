"""Services for the desk's files, such as printed sheets: request a file, make it in a job, store it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import get_language

from scoring.types import NotNow, RuleError, Sentence, _
from tournaments.extras import extras
from tournaments.models import FileKind, Job, MadeFile, Tournament
from tournaments.queue.runner import enqueue
from tournaments.queue.selectors import kept_refusal

EXPORT = "export"


def ask_pack(tournament: Tournament, *, address: str) -> None:
    """Enqueue the job that makes the file of all printed sheets. `address` is the site's URL in QR codes."""
    _ask(tournament, FileKind.PACK, address=address)


def ask_archive(tournament: Tournament) -> None:
    """Enqueue the job for a tournament's archive, unless the current version already has an archive.

    Raise NotNow for a trial, because the results of a trial do not count.
    """
    if tournament.trial:
        raise NotNow("trial_counts_nowhere", Sentence(_("A trial has no archive: it counts nowhere.")))
    archives = MadeFile.objects.filter(tournament=tournament, kind=FileKind.ARCHIVE, made_at__isnull=False)
    if not archives.filter(version=F("tournament__version")).exists():
        _ask(tournament, FileKind.ARCHIVE)


@transaction.atomic
def _ask(tournament: Tournament, kind: FileKind, *, address: str = "") -> None:
    file, _new = MadeFile.objects.get_or_create(tournament=tournament, kind=kind)
    if file.address != address:  # the links in the existing file lead to another address
        file.made_at, file.data = None, b""
    file.language, file.address, file.refused = get_language() or "", address, {}
    file.asked = F("asked") + 1
    file.save(update_fields=["language", "address", "refused", "asked", "made_at", "data"])
    file.refresh_from_db(fields=["asked"])
    Job.objects.filter(kind=EXPORT, subject=file.pk, state__in=["done", "failed"]).delete()
    enqueue(EXPORT, file.pk, tournament_id=tournament.pk, wanted=file.asked)


@dataclass(frozen=True)
class NewFile:
    """A new file with its version and digest, or the reason why it could not be made."""

    data: bytes = b""
    version: int = 0
    digest: str = ""
    refused: dict[str, Any] = field(default_factory=dict)


# The makers of files by kind. A maker gets the row of the file, and a function for its progress (done,
# total).
MAKERS = {each.key: each for extra in extras() for each in extra.files}


def make_file(job: Job, note: Callable[[int], None]) -> NewFile:
    """Return the new file, or the reason why it could not be made. `note` is called with the progress."""
    file = MadeFile.objects.select_related("tournament").get(pk=job.subject)
    maker = MAKERS[file.kind]
    make: Callable[[MadeFile, Callable[[int, int], None]], NewFile] = import_string(maker.make)
    with translation.override(file.language):
        try:
            return make(file, lambda count, total: note(maker.read * count // total))
        except RuleError as refusal:
            return NewFile(refused=kept_refusal(refusal))


def keep_file(job: Job, result: NewFile) -> dict[str, Any]:
    """Replace the stored file with the new one; if no file could be made, store the reason."""
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


def drop_files(tournaments: Collection[UUID], kinds: Collection[FileKind] = tuple(FileKind)) -> None:
    """Delete the files of the given tournaments, and the jobs that make these files."""
    files = MadeFile.objects.filter(tournament__in=tournaments, kind__in=kinds)
    Job.objects.filter(kind=EXPORT, subject__in=files.values("pk")).delete()
    files.delete()
