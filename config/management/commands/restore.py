"""Bring a backup back: restored beside the old one, checked, then swapped."""

import os
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import BadGzipFile
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.commands import loaddata
from django.core.serializers.base import DeserializationError
from django.db import connection, connections
from django.utils import timezone

from config.databases import hold_alone
from config.preparation import forget_copies, name_of_copy, put_file_aside, take_data_folder
from tournaments.archive.selectors.verify import verify_tournament
from tournaments.models import Tournament

BESIDE = "restored"
GZIP = b"\x1f\x8b"


class Load(loaddata.Command):
    """Loads the very file it is given, whatever it is called; whether it is packed is read from the file."""

    def find_fixtures(self, fixture_label: str) -> list[tuple[str, str | None, str | None]]:
        """Return this file; nothing is searched for by its name."""
        with Path(fixture_label).open("rb") as file:
            self.packed = file.read(len(GZIP)) == GZIP
        return [(fixture_label, None, None)]

    def parse_name(self, _fixture_name: str) -> tuple[str, str, str | None]:
        """Return how the file is read."""
        return "", "jsonl", "gz" if self.packed else None


class Command(BaseCommand):
    """`restore FILE`: nothing of what is there is touched until the copy has been checked."""

    help = "Restores FILE beside the present data, verifies every tournament in it, then swaps them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        now = timezone.now()
        kept_as = name_of_copy(now)
        with (_sqlite_beside if connection.vendor == "sqlite" else _schema_beside)(kept_as) as swap:
            call_command("migrate", database=BESIDE, verbosity=0)
            _load(file)
            checked = _checked()
            swap()
            forget_copies(at=now)
        self.stdout.write(
            f"restored {checked} tournaments; what was there before is kept as {kept_as} for a month"
        )
        self.stdout.write("Log in anew; API tokens and second factors by app have to be set up again.")


def _load(file: Path) -> None:
    """Load the file beside, or say that it is none of ours."""
    load = Load()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # “no data found” is said by our own sentence
            call_command(load, str(file), database=BESIDE, verbosity=0)
    except (DeserializationError, BadGzipFile, EOFError, UnicodeDecodeError, zlib.error) as wrong:
        raise CommandError(_none_of_ours(file)) from wrong
    if not load.loaded_object_count:
        raise CommandError(_none_of_ours(file))


def _none_of_ours(file: Path) -> str:
    return f"{file} is no whole backup of Trionfo. Nothing was changed."


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
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    _open_beside(NAME=str(beside))

    def swap() -> None:
        for alias in (BESIDE, "default"):
            connections[alias].close()
        if present.exists():
            put_file_aside(present, kept_as)
        beside.replace(present)

    try:
        with take_data_folder():  # a site that is running would go on writing into the old file
            yield swap
    finally:
        connections[BESIDE].close()
        beside.unlink(missing_ok=True)


@contextmanager
def _schema_beside(kept_as: str) -> Iterator[Any]:
    """Load into a second schema; swapping is two renames in one transaction.

    Whoever has a connection to the database holds it against this, and nobody gets one meanwhile: a hand that
    was written now would lie in what is put aside.
    """
    if not hold_alone(connection):
        raise CommandError("Trionfo is running already on this database: stop every process of it first.")
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
