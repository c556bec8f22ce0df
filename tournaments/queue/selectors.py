"""How far a file for the desk is, and what a job refused: code, sentence and values, to be said later."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import connection

from scoring.strict_json import grouped
from scoring.types import RuleError, Sentence
from tournaments.models import FileKind, Job, MadeFile, Tournament


def kept_refusal(refusal: RuleError) -> dict[str, Any]:
    """Return a refusal as JSON: its code, its sentence untranslated, the values that go into it."""
    said = refusal.message
    return {"code": refusal.code, "text": said.text, "values": dict(said.values)}


def kept_sentence(stored: Mapping[str, Any]) -> Sentence | None:
    """Return the sentence of a kept refusal; None where nothing was refused."""
    return Sentence(stored["text"], stored["values"]) if stored else None


@dataclass(frozen=True)
class FileNow:
    """When the file at hand was made, how many hundredths of the next are done, whether that one failed.

    `stale`: the tournament has gone on since; `refused` says why the next could not be made; `address` is
    where its codes lead.
    """

    made_at: datetime | None = None
    percent: int | None = None
    failed: bool = False
    stale: bool = False
    size: int = 0
    digest: str = ""
    refused: Sentence | None = None
    address: str = ""

    @property
    def host(self) -> str:
        """Host and port of the links in the file."""
        return urlsplit(self.address).netloc

    @property
    def grouped_digest(self) -> str:
        """The digest as it is compared."""
        return grouped(self.digest)


def file_now(tournament: Tournament, kind: FileKind) -> FileNow:
    """Return how far a file of a tournament is, without the file: two queries."""
    file = MadeFile.objects.filter(tournament=tournament, kind=kind).defer("data").first()
    if file is None:
        return FileNow()
    job = Job.objects.filter(kind="export", subject=file.pk).order_by("-made_at").first()
    making = job is not None and job.state in ("queued", "running")
    return FileNow(
        file.made_at,
        job.progress // 10 if job and making else None,
        job is not None and job.state == "failed",
        file.version != tournament.version,
        file.size,
        file.digest,
        kept_sentence(file.refused),
        file.address,
    )


def made_file(tournament: Tournament, kind: FileKind) -> MadeFile | None:
    """Return the file that was made last, whole; None where there is none yet."""
    return MadeFile.objects.filter(tournament=tournament, kind=kind, made_at__isnull=False).first()


# A worker that has given no sign for so long is away.
SILENCE = timedelta(seconds=30)
SIGN = "worker_sign"


def sign_file() -> Path:
    """Return the file by which a worker on this machine gives signs of life."""
    return Path(settings.TRIONFO_DATA, SIGN)


def worker_is_there(now: datetime) -> bool:
    """Return whether a worker has given a sign lately: one query where it may be on another machine."""
    if connection.vendor == "sqlite":
        try:
            at = sign_file().stat().st_mtime
        except OSError:
            return False
    else:
        at = cache.get(SIGN, 0.0)
    return abs(now.timestamp() - at) < SILENCE.total_seconds()
