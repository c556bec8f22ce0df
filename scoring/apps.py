"""App configuration of `scoring`: card games, score sheets, and the devices that record hands."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scoring import facts

        post_migrate.connect(facts.install_after_migrate, dispatch_uid="append_only_triggers")
