"""Management command `backup`: copy the data of the site into one file while it is running."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.copies.services.writing import write_copy


class Command(BaseCommand):
    """`backup FILE`: write gzipped JSON Lines for either database. The file appears only when it is
    complete.
    """

    help = (
        "Writes a consistent copy of everything, while running, into FILE (gzipped JSON Lines), for its "
        "owner alone to read. Sessions, API tokens and second factors by app are not in it."
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
