"""The site as an app: it brings the commands that run it, its checks and the Celery app."""

from typing import Any

from django.apps import AppConfig
from django.core.management import call_command
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

from config.databases import share_database


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # so that every process sends its messages to our broker

        connection_created.connect(share_database)
        post_migrate.connect(make_cache_table, sender=self)


def make_cache_table(using: str, **_signal: Any) -> None:
    """Whoever migrates a database has the table of the cache in it, too."""
    call_command("createcachetable", database=using, verbosity=0)
