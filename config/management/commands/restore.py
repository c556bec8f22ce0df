"""Bring a backup back: restored beside the old one, checked, then swapped."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections

from config.preparation import take_data_folder
from tournaments.models import Tournament
from tournaments.selectors.verify import verify_tournament

BESIDE = "restored"


class Command(BaseCommand):
    """`restore FILE`: nothing of what is there is touched until the copy has been checked."""

    help = "Restores FILE beside the present data, verifies every tournament in it, then swaps them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["file"].exists():
            raise CommandError(f"There is no file {options['file']}.")
        kept_as = datetime.now(UTC).strftime("before_%Y%m%d_%H%M%S")
        with (_sqlite_beside if connection.vendor == "sqlite" else _schema_beside)(kept_as) as swap:
            call_command("migrate", database=BESIDE, verbosity=0)
            call_command("loaddata", str(options["file"]), database=BESIDE, verbosity=0)
            checked = _checked()
            swap()
        self.stdout.write(f"restored {checked} tournaments; what was there before is kept as {kept_as}")


def _checked() -> int:
    """Verify every tournament of the copy; refuse the whole of it for one fault."""
    tournaments = list(Tournament.objects.using(BESIDE))
    for tournament in tournaments:
        report = verify_tournament(tournament)
        if report.faults:
            raise CommandError(
                f"{tournament.slug} does not check out: {report.faults[0]}. Nothing was changed."
            )
    return len(tournaments)


@contextmanager
def _sqlite_beside(kept_as: str) -> Iterator[Any]:
    """Load into a second file; swapping is two renames."""
    present = Path(connection.settings_dict["NAME"])
    beside = present.with_name(f"{present.name}.{BESIDE}")
    beside.unlink(missing_ok=True)
    _open_beside(NAME=str(beside))

    def swap() -> None:
        for alias in (BESIDE, "default"):
            connections[alias].close()
        if present.exists():
            present.rename(present.with_name(f"{present.stem}.{kept_as}{present.suffix}"))
        beside.replace(present)

    try:
        with take_data_folder():  # a site that is running would go on writing into the old file
            yield swap
    finally:
        connections[BESIDE].close()
        beside.unlink(missing_ok=True)


@contextmanager
def _schema_beside(kept_as: str) -> Iterator[Any]:
    """Load into a second schema; swapping is two renames in one transaction."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {BESIDE} CASCADE")
        cursor.execute(f"CREATE SCHEMA {BESIDE}")
    _open_beside(OPTIONS={**connection.settings_dict["OPTIONS"], "options": f"-c search_path={BESIDE}"})

    def swap() -> None:
        connections[BESIDE].close()
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER SCHEMA public RENAME TO {kept_as}; ALTER SCHEMA {BESIDE} RENAME TO public")

    try:
        yield swap
    finally:
        connections[BESIDE].close()
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {BESIDE} CASCADE")


def _open_beside(**changes: Any) -> None:
    """Add the second database to this process's connections."""
    connections.settings[BESIDE] = {**connections.settings["default"], **changes}
