"""Command: import a tournament from another site."""

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.translation import say
from scoring.types import RuleError
from tournaments.archive.services.archive_file import open_archive
from tournaments.archive.services.archives import import_archive
from tournaments.models import Tournament
from tournaments.roles.selectors import standing_organisers


class Command(BaseCommand):
    """`import_archive FILE`: import a tournament completely or not at all; print its slug and its digest."""

    help = "Imports a tournament from an archive that `archive` wrote, completely or not at all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--owner", help="the account of the owner; may be left out if there is only one organiser"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        owner = self._owner(options["owner"])
        try:
            with options["file"].open("rb") as file:
                archive = open_archive(file)
                tournament: Tournament = import_archive(archive, owner=owner, at=timezone.now())
        except OSError as failed:
            raise CommandError(f"{options['file']} cannot be read: {failed.strerror}.") from failed
        except RuleError as refused:
            raise CommandError(say(refused.message)) from refused
        self.stdout.write(f"/{tournament.slug}/\n{archive.manifest.digest}")

    def _owner(self, name: str | None) -> Any:
        """Return the organiser who owns the imported tournament; raise CommandError if there is none."""
        users = get_user_model().objects.filter(is_active=True)
        if name:
            user = users.filter(username=name).first()
            if user is None:
                raise CommandError(f"There is no account {name}.")
            return user
        organisers = list(users.filter(pk__in=standing_organisers().values("user"))[:2])
        if len(organisers) != 1:
            raise CommandError("Say with --owner which account it is to belong to.")
        return organisers[0]
