"""Management command `compile_words`: compile the translations without the tools of gettext."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import catalogue


class Command(BaseCommand):
    """`compile_words`: compile every .po file whose .mo file is missing or older."""

    help = "Compile every locale/*/LC_MESSAGES/*.po that has changed since it was compiled."

    def handle(self, *_args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                compiled = source.with_suffix(".mo")
                if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
                    continue
                catalogue.compile_words(source)
                if options["verbosity"]:
                    self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")
