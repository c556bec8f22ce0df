"""The site as an app: it brings the commands that run it, its checks and the Celery app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from config.databases import share_database


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # so that every process sends its messages to our broker

        connection_created.connect(share_database)
