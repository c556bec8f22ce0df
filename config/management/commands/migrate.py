"""Management command `migrate`: migrate the databases of all clubs of the site."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from tournaments.clubs.databases import current_club
from tournaments.clubs.rules import FIRST
from tournaments.clubs.services import prepare_clubs

# The options with which the command concerns only one database.
ONLY_ONE = ("app_label", "plan", "check_unapplied", "fake")


class Command(migrate.Command):
    """`migrate` as in Django, for the databases of all clubs.

    With an app label, `--database`, `--plan`, `--check` or `--fake`, the command concerns only one database,
    as in Django.
    """

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Migrate the database of the first club, then the databases of the other clubs."""
        super().handle(*arguments, **options)
        migrates_one = options["database"] != DEFAULT_DB_ALIAS or any(options[name] for name in ONLY_ONE)
        if not migrates_one and current_club() == FIRST:
            prepare_clubs()
