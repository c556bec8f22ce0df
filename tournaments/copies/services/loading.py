"""Load a backup into a second database, which first gets the migrations of the backup, then all migrations.

The data of the running site do not change. Incomplete and faulty backups, and backups of another site or of a
newer version, are refused.
"""

import gzip
import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from gzip import BadGzipFile
from pathlib import Path
from typing import IO, Any

from django.apps import apps as apps_now
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.management.sql import emit_post_migrate_signal
from django.core.serializers.base import DEFER_FIELD, DeserializationError, DeserializedObject
from django.core.serializers.jsonl import Deserializer
from django.db import DatabaseError, DataError, IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.utils import timezone

from scoring.strict_json import digest
from tournaments.copies import rules
from tournaments.copies.services.writing import Note, site_id
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import ClubMove, Installation, Tournament

GZIP = b"\x1f\x8b"
BATCH = 500
# The approximate bytes of a row in a backup, for the progress only.
BYTES_A_ROW = 30
LOADED, THOUSAND = 700, 1000
BROKEN = (
    DeserializationError, BadGzipFile, EOFError, ValueError, TypeError, KeyError, OverflowError, zlib.error,
    DataError, IntegrityError,
)  # fmt: skip


@dataclass
class CopyLines:
    """The rows of a backup as lines of text; `refuse_cut` checks that the backup is complete."""

    file: Path
    head: rules.CopyHead | None = None
    end: rules.CopyEnd | None = None
    rows: int = 0
    hash: Any = field(default_factory=hashlib.sha256)

    def open(self) -> IO[str]:
        """Open the backup as text, decompressing it if its first bytes are those of a gzip file."""
        with self.file.open("rb") as file:
            packed = file.read(len(GZIP)) == GZIP
        return gzip.open(self.file, "rt", encoding="utf-8") if packed else self.file.open(encoding="utf-8")

    def read_head(self) -> rules.CopyHead | None:
        """Return the values in the first line of the backup; None for an older backup without this line.

        Raise BadEntry if the file cannot be read or if the backup has a newer format.
        """
        try:
            with self.open() as text:
                self.head = rules.read_head(text.readline())
        except (OSError, *BROKEN) as wrong:
            raise rules.broken_copy(self.file.name) from wrong
        return self.head

    def __iter__(self) -> Iterator[str]:
        self.end, self.rows, self.hash = None, 0, hashlib.sha256()
        with self.open() as text:
            for line in text:
                if line.startswith(rules.MARK):
                    self.end = rules.read_end(line) if self.rows else None
                    continue
                self.rows += 1
                self.hash.update(line.encode())
                yield line

    def refuse_cut(self) -> None:
        """Read the whole file; raise BadEntry if lines are missing or changed.

        `read_head` must be called first. For a backup without a first line, only an unreadable file and a
        file without rows are refused.
        """
        rows = 0
        try:
            for _line in self:
                rows += 1
        except (OSError, *BROKEN) as wrong:
            raise rules.broken_copy(self.file.name) from wrong
        expected_end = rules.CopyEnd(rows, self.hash.hexdigest()) if self.head else None
        if not rows or self.end != expected_end:
            raise rules.broken_copy(self.file.name)


class RowReader(Deserializer):
    """A deserializer for the models of an older migration state; it looks up each natural key only once."""

    def __init__(self, lines: Iterable[str], *, models: Any, using: str, named: dict[Any, Any]) -> None:
        super().__init__(lines, using=using, handle_forward_references=True)  # type: ignore[arg-type]  # an iterable of lines suffices
        self.models, self.named = models, named

    def _get_model_from_node(self, identifier: str) -> type[Model]:
        try:
            model: type[Model] = self.models.get_model(identifier)
        except (LookupError, TypeError, ValueError) as wrong:
            raise DeserializationError(identifier) from wrong
        return model

    def _handle_fk_field_node(self, field: Any, value: Any) -> Any:
        if not isinstance(value, list):
            return super()._handle_fk_field_node(field, value)  # type: ignore[misc]  # Django defines it
        key = (field.remote_field.model, tuple(value))
        if self.named.get(key, DEFER_FIELD) is DEFER_FIELD:
            self.named[key] = super()._handle_fk_field_node(field, value)  # type: ignore[misc]
        return self.named[key]


@dataclass(frozen=True)
class CheckedCopy:
    """A backup that was loaded: the numbers of rows and tournaments, and the digest of all tournaments."""

    rows: int
    tournaments: int
    digest: str


def load_copy(
    file: Path, using: str, *, any_site: bool = False, note: Note = lambda _thousandths: None
) -> CheckedCopy:
    """Load a backup into an empty database and verify all tournaments; raise RuleError if it is refused.

    With `any_site` a backup of another site is accepted. `note` is called with the progress (0 to 1000).
    """
    lines = CopyLines(file)
    head = lines.read_head()
    if head and not any_site and _is_foreign(head):
        raise rules.foreign_copy()
    lines.refuse_cut()
    executor = MigrationExecutor(connections[using])
    models = _lay_out(executor, head, using)
    _load_rows(lines, models, using, note)
    call_command("migrate", database=using, verbosity=0)
    if head is None and _has_tournaments():
        Installation.objects.using(using).create(pk=Installation.ONE, uid=site_id())
    checked = _verified(lines.rows, using, note)
    if head is None and not checked.tournaments:  # without a head the number of rows cannot be checked
        raise rules.broken_copy(file.name)
    return checked


def _has_tournaments() -> bool:
    """Return True if this site has tournaments."""
    tables = connection.introspection.table_names()
    return Tournament._meta.db_table in tables and Tournament.objects.exists()


def _is_foreign(head: rules.CopyHead) -> bool:
    """Return True if this site has tournaments and the backup belongs to another site."""
    return _has_tournaments() and site_id() != head.site


def _lay_out(executor: MigrationExecutor, head: rules.CopyHead | None, using: str) -> Any:
    """Migrate the database to the migrations of the backup; return the models of that migration state."""
    nodes = executor.loader.graph.nodes
    layout = {**dict(executor.loader.graph.leaf_nodes()), **(head.layout if head else rules.LAYOUT_BEFORE)}
    targets = [(app, name) for app, name in sorted(layout.items())]
    if any(target not in nodes for target in targets):
        raise rules.newer_copy(head.version if head else "")
    state = executor.migrate(targets)
    emit_post_migrate_signal(verbosity=0, interactive=False, db=using, apps=state.apps)
    users = state.apps.get_model(settings.AUTH_USER_MODEL)
    users.USERNAME_FIELD = get_user_model().USERNAME_FIELD  # by which users are named in a copy
    return apps_now if set(targets) == set(executor.loader.graph.leaf_nodes()) else state.apps


def _load_rows(lines: CopyLines, models: Any, using: str, note: Note) -> None:
    """Save all rows of the backup; raise BadEntry if a row is invalid."""
    size = max(1, lines.file.stat().st_size)
    loaded: set[type[Model]] = set()
    waiting: list[DeserializedObject] = []
    named: dict[Any, Any] = {}
    try:
        with transaction.atomic(using):
            for batch in _batches(lines):
                rows = list(RowReader(batch, models=models, using=using, named=named))
                loaded.update(type(row.object) for row in rows)
                waiting += _save(rows, using)
                note(min(LOADED, LOADED * lines.rows * BYTES_A_ROW // size))
            for row in waiting:
                row.save_deferred_fields(using=using)
            _reset_sequences(loaded, using)
    except BROKEN as wrong:
        raise rules.broken_copy(lines.file.name) from wrong
    if not loaded:
        raise rules.broken_copy(lines.file.name)


def _batches(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the rows in batches of one model, in file order, because later rows refer to earlier rows."""
    batch: list[str] = []
    for line in lines:
        if batch and (len(batch) == BATCH or _model_of(batch[0]) != _model_of(line)):
            yield batch
            batch = []
        batch.append(line)
    if batch:
        yield batch


def _model_of(line: str) -> str:
    return line.partition(",")[0]


def _save(rows: list[DeserializedObject], using: str) -> list[DeserializedObject]:
    """Save rows of one model; return the rows whose relations must be saved later."""
    plain = [row.object for row in rows if not row.m2m_data and not row.deferred_fields]
    if plain:
        type(plain[0])._base_manager.using(using).bulk_create(plain)
    tied = [row for row in rows if row.m2m_data or row.deferred_fields]
    for row in tied:
        row.save(using=using)
    return [row for row in tied if row.deferred_fields]


def _reset_sequences(models: Iterable[type[Model]], using: str) -> None:
    """Set each PostgreSQL sequence to the value after the highest loaded id."""
    statements = connections[using].ops.sequence_reset_sql(no_style(), list(models))
    with connections[using].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _verified(rows: int, using: str, note: Note) -> CheckedCopy:
    """Verify all tournaments of the loaded backup; raise BadEntry for the first error."""
    tournaments = list(Tournament.objects.using(using).order_by("slug"))
    digests = []
    for number, tournament in enumerate(tournaments, start=1):
        report = verify_tournament(tournament)
        if report.faults:
            raise rules.faulty_copy(tournament.slug, report.faults[0])
        digests.append([tournament.slug, report.digest])
        note(LOADED + (THOUSAND - LOADED) * number // len(tournaments))
    return CheckedCopy(rows, len(tournaments), digest(digests))


def load_database(file: Path, using: str) -> CheckedCopy:
    """Load an SQLite database that a restore replaced earlier, migrate it and verify all tournaments.

    Raise BadEntry if the database is refused. The rows are not counted: `rows` in the result is 0.
    """
    target = connections[using]
    target.ensure_connection()
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
            source.backup(target.connection)
        call_command("migrate", database=using, verbosity=0)
        return _verified(0, using, lambda _thousandths: None)
    except (sqlite3.DatabaseError, DatabaseError) as wrong:
        raise rules.broken_copy(file.name) from wrong


def note_restore(using: str, *, username: str, copy: str, kept_as: str) -> None:
    """Record a restore in the restored journal: the user, the backup, and the replaced database."""
    user = get_user_model()._default_manager.using(using).filter(username=username).first()
    body = {"copy": copy, "kept_as": kept_as}
    ClubMove.objects.using(using).create(kind="copy_restored", at=timezone.now(), body=body, user=user)
