"""Management command `migrate`: migrate the databases of all clubs of the site."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from tournaments.clubs.databases import current_club
from tournaments.clubs.rules import FIRST
from tournaments.clubs.services import prepare_clubs


class Command(migrate.Command):
    """`migrate` as in Django; if no app label is given, the databases of the other clubs are migrated too."""

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Migrate the database of the first club, then the databases of the other clubs."""
        super().handle(*arguments, **options)
        migrates_all = (
            options["database"] == DEFAULT_DB_ALIAS and not options["app_label"] and not options["plan"]
        )
        if migrates_all and current_club() == FIRST:
            prepare_clubs()
