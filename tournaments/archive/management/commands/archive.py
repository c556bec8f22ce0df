"""Command: write a whole tournament to one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.translation import say
from scoring.types import RuleError
from tournaments.archive.export import write_archive
from tournaments.models import Tournament


class Command(BaseCommand):
    """`archive TOURNAMENT FILE`: write the archive, replace FILE when it is complete, print the digest."""

    help = (
        "Writes a tournament (its slug) to one file, readable without the program and importable elsewhere."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the tournament's slug")
        parser.add_argument("file", type=Path, help="where to write, such as autunno.trionfo.zip")

    def handle(self, *_args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['tournament']}.")
        file: Path = options["file"]
        beside = file.with_name(f"{file.name}.part")
        try:
            with beside.open("w+b") as being_written:
                digest = write_archive(tournament, being_written)
            beside.replace(file)
        except RuleError as refused:
            raise CommandError(say(refused.message)) from refused
        except OSError as failed:
            raise CommandError(f"{file} cannot be written: {failed.strerror}.") from failed
        finally:
            beside.unlink(missing_ok=True)
        self.stdout.write(digest)
