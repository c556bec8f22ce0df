"""Management command `play_evening`: replay a recorded tournament over HTTP."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.replay.client import GaveUp, Refused, Site
from tournaments.replay.evening import EveningReplay, read_folder


class Command(BaseCommand):
    """`play_evening DIR --url URL --token T`: replay a recorded tournament and compare the results.

    The exit status is 1 if the results differ from results.json.
    """

    help = "Replay a folder of recorded matches over HTTP, hand by hand, and compare the results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--token", required=True)
        parser.add_argument("--workers", type=int, default=1)
        parser.add_argument("--name", default="")
        parser.add_argument(
            "--with-play", action="store_true", help="send every card, so that the referee checks it"
        )
        parser.add_argument(
            "--patience",
            type=float,
            default=60.0,
            help="seconds to retry requests while the site does not respond",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        recorded = read_folder(options["folder"])
        site = Site(options["url"], options["token"], options["patience"])
        evening = EveningReplay(
            site, recorded, options["name"] or options["folder"].name, options["with_play"]
        )
        started = time.monotonic()
        try:
            evening.set_up()
            evening.play(options["workers"])
            differences = evening.differences()
        except (Refused, GaveUp) as failure:
            raise CommandError(str(failure)) from failure
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{evening.slug}: {len(recorded.matches)} matches, {evening.hands_written} hands "
            f"in {seconds:.1f} s, "
            f"{len(differences)} differences from results.json"
        )
        for difference in differences:
            self.stdout.write(f"  {difference}")
        if differences:
            raise CommandError("the results differ from results.json")
