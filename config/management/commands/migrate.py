"""Bring the database up to date, and that of every other club of this site."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from tournaments.clubs.databases import current_club
from tournaments.clubs.rules import FIRST
from tournaments.clubs.services import prepare_clubs


class Command(migrate.Command):
    """`migrate` as Django has it; of the whole site where it is asked for no part of it."""

    def handle(self, *arguments: Any, **options: Any) -> None:
        """Migrate the first club's database, then the others'."""
        super().handle(*arguments, **options)
        whole = options["database"] == DEFAULT_DB_ALIAS and not options["app_label"] and not options["plan"]
        if whole and current_club() == FIRST:
            prepare_clubs()
