"""Management command `serve`: run the web server and the worker with its schedule in child processes."""

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config import addresses, preparation
from config.server.processes import Child, supervise
from config.server.restorer import Restorer, clear_request
from tournaments.web.lan import ALL, lan_address

WEB = "-m config.web"
WORKER = "-m celery --quiet -A config worker --pool threads --concurrency 2 --loglevel WARNING"
ALONE = "--without-gossip --without-mingle --without-heartbeat"


class Command(BaseCommand):
    """`serve`: start the child processes, restart them if they fail or hang, and stop them at the end."""

    help = "Run the site and its worker with its schedule, until Ctrl-C."
    requires_system_checks: list[str] = []  # part of `make test`; omitted for a quick start

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="play the sample tournament on the site")

    def handle(self, *_args: Any, **options: Any) -> None:
        folder = preparation.take_data_folder()
        clear_request()
        preparation.prepare()
        preparation.wait_for_port()
        web = Child(sys.executable, *WEB.split(), sends_heartbeats=True)
        worker = Child(sys.executable, *WORKER.split(), *ALONE.split(), sends_heartbeats=True)
        self.children, self.announced, self.demo = [web, worker], False, options["demo"]
        with folder:
            self.restorer = Restorer(self.children)
            supervise(self.children, self.look)

    def look(self) -> None:
        """Print the addresses of the site once the site responds, and continue a requested restore."""
        self.say_where()
        self.restorer.look()

    def say_where(self) -> None:
        """Print the addresses of the site once it responds, and the setup link if there is no organiser."""
        if self.announced or not addresses.answers(settings.HOST, settings.PORT):
            return
        self.announced = True
        url = f"http://{addresses.own_address(settings.HOST)}:{settings.PORT}"
        lan = lan_address() if settings.HOST in ALL else None
        self.stdout.write(f"\n  Trionfo          {url}/")
        if lan:
            self.stdout.write(f"  for the phones   http://{lan}:{settings.PORT}/")
        if not self.demo:  # the demo creates an organiser
            self._say_setup_link(f"http://{lan}:{settings.PORT}" if lan else url)
        self.stdout.write("  Ctrl-C stops it.\n")
        if self.demo:
            self.children.append(Child(sys.executable, "manage.py", "demo", "--url", url, again=False))

    def _say_setup_link(self, site: str) -> None:
        from tournaments.club.services.setup import setup_link

        link = setup_link()
        if link:
            self.stdout.write(f"  first organiser  {site}{link}  (works once)")
