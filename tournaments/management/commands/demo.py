"""Management command `demo`: fill a running site with a finished and an unfinished sample tournament."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from scoring.sheet.services.log import Author
from tournaments.models import Club, Tournament
from tournaments.replay.client import Site
from tournaments.replay.evening import EveningReplay, Recorded, read_folder
from tournaments.roles.services import give_role
from tournaments.values.roles import ORGANISER

BAR = 40
TABLES = 6
HANDS_OF_A_LIVE_EVENING = 120


class Command(BaseCommand):
    """`demo --url URL`: replay sample tournaments over HTTP, unless the site already has tournaments."""

    help = "Play the sample tournament on the running site, so that every page has content."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000")
        parser.add_argument("--folder", type=Path, default=settings.BASE_DIR / "tests" / "data" / "evening16")

    def handle(self, *_args: Any, **options: Any) -> None:
        if Tournament.objects.exists():
            self.stdout.write("The demo is not played into a site that has tournaments already.")
            return
        recorded = read_folder(options["folder"])
        site = Site(options["url"], self._organiser())
        self._play(EveningReplay(site, recorded, "Torneo di primavera"), recorded)
        live = EveningReplay(site, recorded, "Torneo d’autunno", most_hands=HANDS_OF_A_LIVE_EVENING)
        self._play(live, recorded)
        self.stdout.write(f"\nThe demo is ready: {options['url']}/{live.slug}/")

    def _organiser(self) -> str:
        """Create the organiser of the demo, print the password, and return the API token."""
        Club.objects.get_or_create(pk=1, defaults={"name": "Circolo La Mariglia", "town": "Sassari"})
        password = secrets.token_urlsafe(9)
        with transaction.atomic():
            user, is_new = get_user_model().objects.get_or_create(
                username="demo"
            )  # exists if an earlier run was interrupted
            user.set_password(password)
            user.save()
            if is_new:
                give_role(user, ORGANISER, author=Author(user.pk), at=timezone.now())
        self.stdout.write(f"Log in as demo with the password {password}")
        return str(Token.objects.get_or_create(user=user)[0].key)

    def _play(self, evening: EveningReplay, recorded: Recorded) -> None:
        every = sum(len(game["hands"]) for match in recorded.matches.values() for game in match["games"])
        wanted = min(every, evening.most_hands or every)

        def show(*_hand: Any) -> None:
            bar_length = (evening.hands_written + 1) * BAR // wanted
            self.stdout.write(f"\r{evening.name}  {'◆' * bar_length}{'·' * (BAR - bar_length)}", ending="")
            self.stdout.flush()

        evening.acknowledged = show
        evening.set_up()
        evening.play(workers=TABLES)
