"""What `restore` leaves of the site as it was before: a few copies, for a month, then they go.

A copy is a second file beside the database of SQLite, or a second schema in PostgreSQL, named after the
moment it was put aside. It holds every name that has been forgotten since; so it does not stay.
"""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connection
from django.utils import timezone

NAME = re.compile(r"before_[0-9]{8}_[0-9]{6}")
MOST = 3
AGE = timedelta(days=30)


def name_of_copy(at: datetime) -> str:
    """Return what the copy that is put aside at this moment is called."""
    return at.astimezone(UTC).strftime("before_%Y%m%d_%H%M%S")


def copies() -> list[str]:
    """Return the names of all copies, the newest first."""
    return sorted(_schemas() if connection.vendor == "postgresql" else _files(), reverse=True)


def forget_copies(*, at: datetime) -> list[str]:
    """Delete the copies older than a month, and those beyond the three newest; return their names."""
    oldest = name_of_copy(at - AGE)
    gone = [name for place, name in enumerate(copies()) if place >= MOST or name < oldest]
    for name in gone:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f'DROP SCHEMA IF EXISTS "{name}" CASCADE')
        else:
            for file in _files()[name]:
                file.unlink(missing_ok=True)
    return gone


def put_file_aside(present: Path, name: str) -> None:
    """Rename the database of SQLite to the copy of this name, for nobody but its owner to read."""
    aside = present.with_name(f"{present.stem}.{name}{present.suffix}")
    present.rename(aside)
    aside.chmod(0o600)


def database_file() -> Path:
    """Return where SQLite keeps the site."""
    return Path(connection.settings_dict["NAME"])


def _files() -> dict[str, list[Path]]:
    """The copies in the folder of the database, each with the files of its log where there are any."""
    present = database_file()
    found: dict[str, list[Path]] = {}
    for file in present.parent.glob(f"{present.stem}.before_*"):
        name = NAME.fullmatch(file.name.removeprefix(f"{present.stem}.").partition(".")[0])
        if name:
            found.setdefault(name[0], []).append(file)
    return found


def _schemas() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(r"SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before\_%'")
        return [name for (name,) in cursor.fetchall() if NAME.fullmatch(name)]


def forget() -> int:
    """Delete the copies that are too old; return how many."""
    return len(forget_copies(at=timezone.now()))
