"""Write a backup of the whole site while it runs. The file gets its name only when the backup is complete."""

import gzip
import hashlib
import io
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, connections, transaction
from django.db.models import Model, Q, QuerySet
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from tournaments.copies.rules import CopyEnd, CopyHead, line_of
from tournaments.copies.selectors import layout_now, version_now
from tournaments.extras import parts_of
from tournaments.models import Installation

# The rows of each model that are left out; `Q()` means all rows.
LEFT_OUT: dict[str, Q] = {
    "contenttypes.ContentType": Q(),
    "auth.Permission": Q(),
    # Sessions and keys would give access to anybody who reads the backup (docs/decisions/0034-backups.md).
    "sessions.Session": Q(),
    "authtoken.Token": Q(),
    "tournaments.ApiToken": Q(),
    "tournaments.Invitation": Q(),
    "tournaments.SetupLink": Q(),
    "mfa.Authenticator": Q(type__in=[Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES]),
    "tournaments.MadeFile": Q(),
    "tournaments.Arrival": Q(),
    "tournaments.Job": Q(kind__in=["export", "import", "backup", "trial"]),
}
SNAPSHOT = "snapshot"
THOUSAND = 1000

Note = Callable[[int], None]


@dataclass(frozen=True)
class WrittenCopy:
    """A written backup: its number of rows, digest and size in bytes."""

    rows: int
    digest: str
    size: int


def site_id() -> str:
    """Return the id of this site, which every backup contains. The first backup creates the id."""
    return str(Installation.objects.get_or_create(pk=Installation.ONE)[0].uid)


def write_copy(target: Path, *, note: Note = lambda _thousandths: None) -> WrittenCopy:
    """Write a backup; raise OSError on failure.

    If the system allows it, the file has no name until the backup is complete. Data due for deletion are
    deleted first. `note` is called with the progress (0 to 1000), on SQLite only. The caller must not open a
    transaction.
    """
    for delete in parts_of("copies"):
        delete(timezone.now())
    head = CopyHead(site_id(), version_now(), timezone.now().isoformat(), layout_now(connection))
    aside = target.with_name(f".{target.name}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    descriptor, named = _open(aside)
    try:
        with os.fdopen(descriptor, "wb") as file:
            with _snapshot_alias() as alias:
                end = _write_rows(file, head, alias, note)
            file.flush()
            os.fsync(file.fileno())
            if not named:  # a folder must be given, or Python links to the link itself
                os.link(
                    f"/proc/self/fd/{file.fileno()}", aside, src_dir_fd=file.fileno(), follow_symlinks=True
                )
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
    return WrittenCopy(end.rows, end.digest, target.stat().st_size)


def _open(aside: Path) -> tuple[int, bool]:
    """Create a file that only its owner can read; return its descriptor and whether it already has a name."""
    with suppress(OSError, AttributeError):
        if Path("/proc/self/fd").exists():
            return os.open(aside.parent, os.O_TMPFILE | os.O_RDWR, 0o600), False
    return os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), True


class WholeTimes(DjangoJSONEncoder):
    """JSON encoder that keeps microseconds; Django's encoder drops them, which would change the digest."""

    def default(self, o: Any) -> Any:
        """Return a JSON-serializable form of the value."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class HashedLines(io.TextIOBase):
    """A text stream that also computes the digest of its lines."""

    def __init__(self, text: IO[str]) -> None:
        self.text, self.hash = text, hashlib.sha256()

    def write(self, part: str) -> int:
        """Write text, which may be only a part of a line."""
        self.hash.update(part.encode())
        return self.text.write(part)


def _write_rows(file: IO[bytes], head: CopyHead, alias: str, note: Note) -> CopyEnd:
    """Write the first line, all rows (referenced rows first), and the last line."""
    tables = list(_tables(alias))
    total = sum(rows.count() for rows in tables) or 1
    row_count = 0

    def rows() -> Iterator[Model]:
        nonlocal row_count
        for table in tables:
            for row in table.iterator(chunk_size=2_000):
                row_count += 1
                if row_count % 2_000 == 0 and alias != "default":  # PostgreSQL reads in a transaction
                    note(THOUSAND * row_count // (total + 1))
                yield row

    with gzip.GzipFile(fileobj=file, mode="wb") as packed, io.TextIOWrapper(packed, encoding="utf-8") as text:
        text.write(line_of(head))
        lines = HashedLines(text)
        serializers.serialize("jsonl", rows(), use_natural_foreign_keys=True, stream=lines, cls=WholeTimes)
        end = CopyEnd(row_count, lines.hash.hexdigest())
        text.write(line_of(end))
    return end


def _tables(alias: str) -> Iterator[QuerySet[Model]]:
    """Yield the rows to write for each model, joined with related rows that have natural keys."""
    models = serializers.sort_dependencies([(app, None) for app in apps.get_app_configs()], allow_cycles=True)
    for model in models:
        if model._meta.proxy or not model._meta.managed:
            continue
        left_out = LEFT_OUT.get(model._meta.label)
        if left_out == Q():
            continue
        rows = model._base_manager.using(alias).order_by(model._meta.pk.name)
        named = [field.name for field in model._meta.fields if _is_named(field)]
        rows = rows.select_related(*named) if named else rows
        yield rows.exclude(left_out) if left_out else rows


def _is_named(field: Any) -> bool:
    return bool(field.remote_field) and hasattr(field.remote_field.model, "natural_key")


@contextmanager
def _snapshot_alias() -> Iterator[str]:
    """Yield the alias of a database connection whose data do not change while other connections write."""
    if connection.vendor != "postgresql":
        with _snapshot() as alias:
            yield alias
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield "default"


@contextmanager
def _snapshot() -> Iterator[str]:
    """Copy the SQLite file and read the copy, because a backup would block writers for too long.

    Raise TransactionManagementError inside a transaction, because SQLite would wait forever for the
    transaction to end.
    """
    if connection.in_atomic_block:
        raise TransactionManagementError("A backup cannot be made inside a transaction.")
    _forget_snapshots()
    alias = f"{SNAPSHOT}.{os.getpid()}.{uuid4().hex}"
    file = settings.TRIONFO_DATA / f"{alias}.sqlite3"
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as target:
            connection.connection.backup(target)
        connections.settings[alias] = {**connections.settings["default"], "NAME": str(file)}
        yield alias
    finally:
        if alias in connections.settings:
            connections[alias].close()
            del connections[alias]
            del connections.settings[alias]
        for each in file.parent.glob(f"{file.name}*"):
            each.unlink(missing_ok=True)


def _forget_snapshots() -> None:
    """Delete the snapshots that killed processes have left behind."""
    for file in settings.TRIONFO_DATA.glob(f"{SNAPSHOT}.*.sqlite3*"):
        if not is_running(int(file.name.split(".")[1])):
            file.unlink(missing_ok=True)


def is_running(process: int) -> bool:
    """Return True if a process with this id is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
