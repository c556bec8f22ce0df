"""Management command `collect_words`: update the translation catalogues without the tools of gettext."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.catalogue import collect, faults, update


class Command(BaseCommand):
    """`collect_words`: add new messages, and remove messages that are no longer in the source."""

    help = "Update every locale/*/LC_MESSAGES/*.po from the source, and print what is missing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        messages = collect(settings.BASE_DIR)
        for folder in settings.LOCALE_PATHS:
            for file in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                for fault in faults(update(file, messages), messages):
                    self.stdout.write(f"{file.relative_to(settings.BASE_DIR)}: {fault}")
