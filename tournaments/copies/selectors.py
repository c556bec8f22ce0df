"""How the rows of a database are laid out, and which copies lie in the folders."""

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
    """Return the last migration of each app that this database has had."""
    loader = MigrationLoader(connection)
    layout = {}
    for app in sorted(loader.migrated_apps):
        applied = [name for label, name in loader.applied_migrations if label == app]
        if applied:
            layout[app] = max(applied)
    return layout


@cache
def version_now() -> str:
    """Return the version of this program."""
    told = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(told["project"]["version"])


@dataclass(frozen=True)
class Copy:
    """A copy in the folder: its file, when and why it was made, what is known of it."""

    file: Path
    made_at: datetime
    reason: Reason
    size: int
    facts: CopyFacts

    @property
    def second(self) -> bool:
        """Whether it lies in the second folder too."""
        second = second_folder()
        return second is not None and (second / self.name).is_file()

    @property
    def name(self) -> str:
        """What its file is called."""
        return self.file.name

    @property
    def as_of(self) -> datetime:
        """When the site was last as it is in this copy."""
        return datetime.fromisoformat(self.facts.same_at) if self.facts.same_at else self.made_at


def copy_folder() -> Path:
    """Return where copies lie."""
    return folder_of(current_club()) / "backups"


def second_folder() -> Path | None:
    """Return the folder where each copy is put again, such as another disk’s; None where there is none."""
    return Path(settings.SECOND_BACKUPS, current_club()) if settings.SECOND_BACKUPS else None


def copies() -> list[Copy]:
    """Return the copies there are, the newest first."""
    return [copy_of(file) for file in _files()]


def newest_copy() -> Copy | None:
    """Return the copy of the latest moment; None where there is none."""
    return next((copy_of(file) for file in _files()), None)


def _files() -> list[Path]:
    """Return the files of the copies there are, the newest first: their names begin with their moment."""
    found = copy_folder().glob("trionfo_*.jsonl.gz")
    return sorted((file for file in found if NAME.fullmatch(file.name)), reverse=True)


def copy_named(name: str) -> Copy | None:
    """Return a copy by the name of its file; None where there is none."""
    file = copy_folder() / name
    return copy_of(file) if NAME.fullmatch(name) and file.is_file() else None


def copy_of(file: Path) -> Copy:
    """Return what is known of a copy."""
    moment, reason = NAME.fullmatch(file.name).groups()  # type: ignore[union-attr]  # names of ours alone
    made_at = datetime.strptime(moment, MOMENT).replace(tzinfo=UTC)
    return Copy(file, made_at, Reason(reason), file.stat().st_size, facts_of(file))


def facts_file(file: Path) -> Path:
    """Return the file beside a copy that says what is known of it."""
    return file.with_name(f"{file.name}.json")


def facts_of(file: Path) -> CopyFacts:
    """Return what is known of a copy, nothing where nothing can be read."""
    try:
        return CopyFacts(**json.loads(facts_file(file).read_text()))
    except (OSError, ValueError, TypeError):
        return CopyFacts()


@dataclass(frozen=True)
class Disk:
    """How many bytes of the disk of the data folder are free, and of how many."""

    free: int
    total: int


def disk_of(folder: Path) -> Disk | None:
    """Return how much room there is where a folder lies; None where there is no such folder."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return Disk(usage.free, usage.total)
