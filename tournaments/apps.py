"""The Django app `tournaments`: tournaments, teams, draws, matches and standings."""

from importlib import import_module

from django.apps import AppConfig

# The subjects whose module `undo` registers how the actions of the core are undone.
UNDO = ("corrections", "entries", "matches", "tables")


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Import the modules that register the undo functions of actions."""
        for subject in UNDO:
            import_module(f"tournaments.{subject}.undo")
