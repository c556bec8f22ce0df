"""Queries for generated files, with the reason for a failure; and the heartbeat of the workers."""

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
    """Return an error as JSON for storage: its code, its untranslated message, and the message's values."""
    sentence = refusal.message
    return {"code": refusal.code, "text": sentence.text, "values": dict(sentence.values)}


def kept_sentence(stored: Mapping[str, Any]) -> Sentence | None:
    """Return the message of a stored error; None if no error is stored."""
    return Sentence(stored["text"], stored["values"]) if stored else None


@dataclass(frozen=True)
class FileNow:
    """The latest file of one kind, and the state of the job that makes a newer file.

    `percent` is the progress of the job, and `failed` is True if the job has failed. `stale` is True if the
    tournament has changed since an archive was made; for a print pack, `stale` has no meaning. `refused` is
    the reason why the newer file cannot be made. `address` is the site address in the QR codes of the latest
    file.
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
        """The host and port of the links in the file."""
        return urlsplit(self.address).netloc

    @property
    def grouped_digest(self) -> str:
        """The digest in groups of characters, so that people can compare it."""
        return grouped(self.digest)


def file_now(tournament: Tournament, kind: FileKind) -> FileNow:
    """Return the state of a tournament's file, without its content. Two queries."""
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
    """Return the latest file with its content; None if none has been made yet."""
    return MadeFile.objects.filter(tournament=tournament, kind=kind, made_at__isnull=False).first()


# The time without a heartbeat after which a worker counts as away.
SILENCE = timedelta(seconds=30)
SIGN = "worker_sign"


def sign_file() -> Path:
    """Return the path of the file with the heartbeat of the workers on this machine."""
    return Path(settings.TRIONFO_DATA, SIGN)


def worker_is_there(now: datetime) -> bool:
    """Return whether a worker has recently sent a heartbeat. No query if the site runs on SQLite."""
    if connection.vendor == "sqlite":
        try:
            at = sign_file().stat().st_mtime
        except OSError:
            return False
    else:
        at = cache.get(SIGN, 0.0)
    return abs(now.timestamp() - at) < SILENCE.total_seconds()
