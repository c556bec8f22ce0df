"""A file is asked for: the night's pack, or the archive of the event."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import get_language

from tournaments.models import FileKind, Job, MadeFile, Tournament
from tournaments.queue.runner import enqueue

EXPORT = "export"


def ask_pack(tournament: Tournament, *, address: str) -> None:
    """Queue the night's pack as things are now; `address` is where a phone opens its table."""
    _ask(tournament, FileKind.PACK, address=address)


def ask_archive(tournament: Tournament) -> None:
    """Queue the archive as things are now; one of this very version is the same bytes and stays."""
    here = MadeFile.objects.filter(tournament=tournament, kind=FileKind.ARCHIVE, made_at__isnull=False)
    if not here.filter(version=F("tournament__version")).exists():
        _ask(tournament, FileKind.ARCHIVE)


@transaction.atomic
def _ask(tournament: Tournament, kind: FileKind, *, address: str = "") -> None:
    file, _new = MadeFile.objects.get_or_create(tournament=tournament, kind=kind)
    file.language, file.address, file.refused = get_language() or "", address, {}
    file.asked = F("asked") + 1
    file.save(update_fields=["language", "address", "refused", "asked"])
    file.refresh_from_db(fields=["asked"])
    Job.objects.filter(kind=EXPORT, subject=file.pk, state__in=["done", "failed"]).delete()
    enqueue(EXPORT, file.pk, tournament_id=tournament.pk, wanted=file.asked)


def drop_files(tournaments: Collection[UUID]) -> None:
    """Throw away what was made of these tournaments and what is being made: a name in it is hidden now."""
    files = MadeFile.objects.filter(tournament__in=tournaments)
    Job.objects.filter(kind=EXPORT, subject__in=files.values("pk")).delete()
    files.delete()
