"""The site as an app: it brings the commands that run it, its checks and the Celery app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401  # so that every process sends its messages to our broker
