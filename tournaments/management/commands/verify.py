"""Management command `verify`: recompute a tournament from its log entries and compare the stored data."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scoring import facts
from tournaments.draws.selectors.verify import seal_of, verify_tournament
from tournaments.models import Tournament


class Command(BaseCommand):
    """`verify TOURNAMENT [--seal]`: recompute the tournament and print the digest of its data.

    With `--seal`, a second digest includes times, authors and reasons. The exit status is 1 if any data
    differ.
    """

    help = "Recompute a tournament from its facts, compare it with the stored rows, and print its digest."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the slug of the tournament")
        parser.add_argument(
            "--seal",
            action="store_true",
            help="also print the digest of all facts with times, authors and reasons, to be kept elsewhere",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['tournament']}.")
        report = verify_tournament(tournament)
        faults = [f"the trigger {name} is missing" for name in facts.missing(connection)] + report.faults
        for fault in faults:
            self.stderr.write(fault)
        self.stdout.write(report.digest)
        if options["seal"]:
            self.stdout.write(seal_of(tournament))
        if faults:
            raise CommandError(
                f"{len(faults)} differences in {report.sheets} sheets and {report.facts} facts"
            )
