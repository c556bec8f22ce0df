"""Copy the whole site into one file while it is running."""

import gzip
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core import serializers
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.db.models import Model, Q

LEFT_OUT: dict[str, Q] = {
    "contenttypes.ContentType": Q(),
    "auth.Permission": Q(),
    # What opens the site, or a table of it, to whoever reads it here (docs/decisions/0034-copies.md).
    "sessions.Session": Q(),
    "authtoken.Token": Q(),
    "tournaments.SetupLink": Q(),
    "mfa.Authenticator": Q(type__in=[Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES]),
    "tournaments.MadeFile": Q(),
    "tournaments.Arrival": Q(),
    "tournaments.Job": Q(kind__in=["export", "import"]),
}
"""The rows of each model that are not written; `Q()` is all of them."""


class Command(BaseCommand):
    """`backup FILE`: JSON Lines, gzipped, there only when it is whole; either database reads it back."""

    help = (
        "Writes a consistent copy of everything, while running, into FILE (gzipped JSON Lines), for its "
        "owner alone to read. Sessions, API tokens and second factors by app are not in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        target: Path = options["file"]
        try:
            rows = _write(target)
        except OSError as wrong:
            raise CommandError(
                f"{target} cannot be written: {wrong.strerror}. Nothing was changed."
            ) from wrong
        self.stdout.write(f"{target}: {rows} rows, {target.stat().st_size} bytes")


def _write(target: Path) -> int:
    """Write the file and return its rows: without a name until it is whole, where the file system can."""
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    descriptor, named = _open(aside)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with transaction.atomic():
                _one_moment()
                rows = _write_rows(file)
            file.flush()
            os.fsync(file.fileno())
            if not named:  # a folder has to be named, or Python makes a link to the link
                os.link(
                    f"/proc/self/fd/{file.fileno()}", aside, src_dir_fd=file.fileno(), follow_symlinks=True
                )
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
    return rows


def _open(aside: Path) -> tuple[int, bool]:
    """Open a file that only its owner may read; the second value says whether it has its name already."""
    with suppress(OSError, AttributeError):
        if Path("/proc/self/fd").exists():
            return os.open(aside.parent, os.O_TMPFILE | os.O_RDWR, 0o600), False
    return os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), True


def _write_rows(file: IO[bytes]) -> int:
    """Write every row, those that others refer to first."""
    written = 0

    def rows() -> Iterator[Model]:
        nonlocal written
        for model in serializers.sort_dependencies(
            [(app, None) for app in apps.get_app_configs()],
            allow_cycles=True,
        ):
            if model._meta.proxy or not model._meta.managed:
                continue
            found = model._base_manager.order_by(model._meta.pk.name)
            left_out = LEFT_OUT.get(model._meta.label)
            if left_out is not None:
                found = found.exclude(left_out) if left_out else found.none()
            for row in found.iterator(chunk_size=2_000):
                written += 1
                yield row

    with gzip.GzipFile(fileobj=file, mode="wb") as packed, io.TextIOWrapper(packed, encoding="utf-8") as text:
        serializers.serialize("jsonl", rows(), use_natural_foreign_keys=True, stream=text)
    return written


def _one_moment() -> None:
    """Read everything as of one moment: SQLite's transaction is one already, PostgreSQL is told."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
