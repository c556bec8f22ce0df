"""Management command `backup`: write the data of the running site into one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.copies.services.writing import write_copy


class Command(BaseCommand):
    """`backup FILE`: write all rows except those in LEFT_OUT (`writing.py`) as gzipped JSON Lines.

    The file is created only when it is complete.
    """

    help = (
        "Write a consistent copy of all data into FILE (gzipped JSON Lines) while the site is running. Only "
        "the owner can read it. It has no sessions, API tokens and second factors by app."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        target: Path = options["file"]
        try:
            copy = write_copy(target)
        except OSError as wrong:
            raise CommandError(
                f"{target} cannot be written: {wrong.strerror}. Nothing was changed."
            ) from wrong
        self.stdout.write(f"{target}: {copy.rows} rows, {copy.size} bytes, digest {copy.digest}")
