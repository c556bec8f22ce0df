"""The Django app of the site: its management commands, its checks and the Celery app."""

from typing import Any

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

from config.databases import allow_long_statements, restrict_file, share_database


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # so that every process sends its messages to our broker

        connection_created.connect(share_database)
        connection_created.connect(allow_long_statements)
        connection_created.connect(restrict_file)
        # The signal is sent only for apps with models, and `config` has none.
        post_migrate.connect(make_cache_table, sender=apps.get_app_config("tournaments"))


def make_cache_table(using: str, **_signal: Any) -> None:
    """Create the cache table after each migration of a database."""
    call_command("createcachetable", database=using, verbosity=0)
