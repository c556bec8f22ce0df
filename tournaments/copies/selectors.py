"""The migrations of a database, and the backups in the backup folders."""

import json
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from tournaments.clubs.databases import current_club, folder_of
from tournaments.copies.rules import CopyFacts, Reason, read_name


def layout_now(connection: BaseDatabaseWrapper) -> Mapping[str, str]:
    """Return the last applied migration of each app."""
    loader = MigrationLoader(connection)
    layout = {}
    for app in sorted(loader.migrated_apps):
        applied = [name for label, name in loader.applied_migrations if label == app]
        if applied:
            layout[app] = max(applied)
    return layout


@cache
def version_now() -> str:
    """Return the version of the program."""
    pyproject = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(pyproject["project"]["version"])


@dataclass(frozen=True)
class Copy:
    """A backup in the folder: its file, time, reason, size and separately stored metadata."""

    file: Path
    made_at: datetime
    reason: Reason
    size: int
    facts: CopyFacts

    @property
    def second(self) -> bool:
        """True if the second folder of backups also contains this backup."""
        second = second_folder()
        return second is not None and (second / self.name).is_file()

    @property
    def name(self) -> str:
        """The file name of the backup."""
        return self.file.name

    @property
    def as_of(self) -> datetime:
        """The time up to which this backup contains all changes of the site."""
        return datetime.fromisoformat(self.facts.same_at) if self.facts.same_at else self.made_at


def copy_folder() -> Path:
    """Return the folder of backups."""
    return folder_of(current_club()) / "backups"


def second_folder() -> Path | None:
    """Return the second folder of backups, for example on another disk; None if not configured."""
    return Path(settings.SECOND_BACKUPS, current_club()) if settings.SECOND_BACKUPS else None


def copies() -> list[Copy]:
    """Return the backups, newest first."""
    return [copy_of(file) for file in _files()]


def newest_copy() -> Copy | None:
    """Return the newest backup; None if there is no backup."""
    return next((copy_of(file) for file in _files()), None)


def _files() -> list[Path]:
    """Return the backup files, newest first (their names begin with the time)."""
    files = copy_folder().glob("trionfo_*.jsonl.gz")
    return sorted((file for file in files if read_name(file.name)), reverse=True)


def copy_named(name: str) -> Copy | None:
    """Return the backup with this file name; None if there is no such file."""
    file = copy_folder() / name
    return copy_of(file) if read_name(name) and file.is_file() else None


def copy_of(file: Path) -> Copy:
    """Return a `Copy` object for a backup file, with the stored metadata of the backup."""
    made_at, reason = read_name(file.name)  # type: ignore[misc]  # only valid names get here
    return Copy(file, made_at, reason, file.stat().st_size, facts_of(file))


def facts_file(file: Path) -> Path:
    """Return the path of the file in which the metadata of a backup are stored."""
    return file.with_name(f"{file.name}.json")


def facts_of(file: Path) -> CopyFacts:
    """Return the stored metadata of a backup; empty metadata if the file cannot be read."""
    try:
        return CopyFacts(**json.loads(facts_file(file).read_text()))
    except (OSError, ValueError, TypeError):
        return CopyFacts()


@dataclass(frozen=True)
class Disk:
    """The free and the total space of a disk, in bytes."""

    free: int
    total: int


def disk_of(folder: Path) -> Disk | None:
    """Return the free and total space of the disk that contains a folder; None without such a folder."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return Disk(usage.free, usage.total)
