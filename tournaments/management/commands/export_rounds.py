"""Management command `export_rounds`: export the rounds of a tournament as files for `check_rounds`."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.stages.selectors.rounds import rounds_file


class Command(BaseCommand):
    """`export_rounds TOURNAMENT`: write one file for each drawn stage that is not a bracket."""

    help = "Export the rounds of a tournament as SLUG-STAGE.json, with teams as numbers."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments for the tournament and the folder."""
        parser.add_argument("tournament", help="the slug of the tournament")
        parser.add_argument(
            "--folder", type=Path, default=Path(), help="the folder of the files; by default the current one"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the files and print their names."""
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['tournament']}.")
        for stage in tournament.stages.select_related("tournament"):
            round_content = rounds_file(stage)
            if round_content is None:
                self.stderr.write(f"Stage {stage.number} is a bracket or not drawn: nothing to check.")
                continue
            path = options["folder"] / f"{tournament.slug}-{stage.number}.json"
            path.write_text(json.dumps(round_content, ensure_ascii=False, indent=1), encoding="utf-8")
            self.stdout.write(str(path))
