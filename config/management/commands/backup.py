"""Copy the whole site into one file while it is running."""

import gzip
import os
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction

LEFT_OUT = ["contenttypes", "auth.permission", "sessions"]


class Command(BaseCommand):
    """`backup FILE`: JSON Lines, gzipped, moved into place when whole; either database reads it back."""

    help = "Writes a consistent copy of everything, while running, into FILE (.jsonl.gz)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        target: Path = options["file"]
        aside = target.with_name(f".{target.name}.{os.getpid()}.jsonl.gz")
        try:
            with transaction.atomic():
                _one_moment()
                call_command(
                    "dumpdata",
                    format="jsonl",
                    use_natural_foreign_keys=True,
                    exclude=LEFT_OUT,
                    output=str(aside),
                    verbosity=0,
                )
            with gzip.open(aside) as written:
                rows = sum(1 for _line in written)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
        self.stdout.write(f"{target}: {rows} rows, {target.stat().st_size} bytes")


def _one_moment() -> None:
    """Read everything as of one moment: SQLite's transaction is one already, PostgreSQL is told."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
