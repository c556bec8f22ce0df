"""Management command `restore`: load and check a backup, then replace the data of the site with it."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.databases import BESIDE
from config.restoring import alone_beside, new_name, trial_beside
from config.server.restorer import load_ready
from scoring.types import RuleError
from tournaments.copies.rules import fault_json
from tournaments.copies.services.loading import CheckedCopy, load_copy


class Command(BaseCommand):
    """`restore FILE`: check a backup, then replace all data of the site with the data in the backup."""

    help = "Restore FILE beside the present data, verify every tournament in it, then swap them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--trial",
            action="store_true",
            help="only restore it beside the present data, verify it, and delete it again",
        )
        parser.add_argument("--json", action="store_true", help="print the result of a trial as JSON")
        parser.add_argument(
            "--ready", action="store_true", help="used by `serve` for a restore from the page"
        )
        parser.add_argument(
            "--any-site", action="store_true", help="also accept a backup of another club’s site"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            if options["ready"]:
                load_ready(file)
            elif options["trial"]:
                self._try(file, as_json=options["json"])
            else:
                self._restore(file, any_site=options["any_site"])
        except RuleError as refusal:
            if options["json"]:
                self.stdout.write(json.dumps({"fault": fault_json(refusal.message)}))
                raise SystemExit(1) from None
            raise CommandError(refusal.message.english()) from refusal

    def _try(self, file: Path, *, as_json: bool) -> None:
        with trial_beside():
            checked = load_copy(file, BESIDE, any_site=True)
        if as_json:
            report = {"tournaments": checked.tournaments, "rows": checked.rows, "digest": checked.digest}
            self.stdout.write(json.dumps(report))
        else:
            self._say("checked", checked)

    def _restore(self, file: Path, *, any_site: bool) -> None:
        name = new_name()
        with alone_beside() as swap:
            checked = load_copy(file, BESIDE, any_site=any_site)
            swap(name)
        self._say("restored", checked)
        self.stdout.write(f"what was there before is kept as {name} for a month")
        self.stdout.write("Log in anew; API tokens and second factors by app have to be set up again.")

    def _say(self, act: str, checked: CheckedCopy) -> None:
        self.stdout.write(
            f"{act} {checked.tournaments} tournaments, {checked.rows} rows, digest {checked.digest}"
        )
