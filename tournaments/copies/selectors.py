"""Migrations of a database, and the backups in the folders."""

import json
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from tournaments.clubs.databases import current_club, folder_of
from tournaments.copies.rules import MOMENT, NAME, CopyFacts, Reason


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
    """A backup in the folder: file, time, reason, size, facts."""

    file: Path
    made_at: datetime
    reason: Reason
    size: int
    facts: CopyFacts

    @property
    def second(self) -> bool:
        """True if the second folder has the backup too."""
        second = second_folder()
        return second is not None and (second / self.name).is_file()

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.file.name

    @property
    def as_of(self) -> datetime:
        """The last time the site was equal to this backup."""
        return datetime.fromisoformat(self.facts.same_at) if self.facts.same_at else self.made_at


def copy_folder() -> Path:
    """Return the folder of backups."""
    return folder_of(current_club()) / "backups"


def second_folder() -> Path | None:
    """Return the second folder of backups, such as on another disk. None if there is none."""
    return Path(settings.SECOND_BACKUPS, current_club()) if settings.SECOND_BACKUPS else None


def copies() -> list[Copy]:
    """Return the backups, newest first."""
    return [copy_of(file) for file in _files()]


def newest_copy() -> Copy | None:
    """Return the newest backup. None if there is none."""
    return next((copy_of(file) for file in _files()), None)


def _files() -> list[Path]:
    """Return the files of backups, newest first: their names begin with the time."""
    files = copy_folder().glob("trionfo_*.jsonl.gz")
    return sorted((file for file in files if NAME.fullmatch(file.name)), reverse=True)


def copy_named(name: str) -> Copy | None:
    """Return a backup by its file name. None if there is none."""
    file = copy_folder() / name
    return copy_of(file) if NAME.fullmatch(name) and file.is_file() else None


def copy_of(file: Path) -> Copy:
    """Return the data of a backup file."""
    moment, reason = NAME.fullmatch(file.name).groups()  # type: ignore[union-attr]  # only valid names get here
    made_at = datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)
    return Copy(file, made_at, Reason(reason), file.stat().st_size, facts_of(file))


def facts_file(file: Path) -> Path:
    """Return the file beside a backup that stores its facts."""
    return file.with_name(f"{file.name}.json")


def facts_of(file: Path) -> CopyFacts:
    """Return the facts of a backup, empty if they cannot be read."""
    try:
        return CopyFacts(**json.loads(facts_file(file).read_text()))
    except (OSError, ValueError, TypeError):
        return CopyFacts()


@dataclass(frozen=True)
class Disk:
    """The free and total bytes of a disk."""

    free: int
    total: int


def disk_of(folder: Path) -> Disk | None:
    """Return the free space of the disk of a folder. None if the folder does not exist."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return Disk(usage.free, usage.total)
