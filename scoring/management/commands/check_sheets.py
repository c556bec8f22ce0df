"""`check_sheets`: read one score sheet per line and print one verdict per line (contract, section 3)."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from scoring.sheet.rules.sheet import check_text
from scoring.translation import say


class Command(BaseCommand):
    """Check score sheets from standard input; the exit code is 1 if any sheet is invalid."""

    help = "Check one written sheet per line and print one verdict per line; exit with 1 if any is invalid."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for the language of messages, which is the site's language by default."""
        parser.add_argument("--language", help="Language of the messages, for example it or en.")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a verdict as soon as each line is read, even if the line is not a valid sheet."""
        all_valid, write = True, json.JSONEncoder(ensure_ascii=False).encode
        with translation.override(options["language"] or translation.get_language()):
            for line in sys.stdin.buffer:
                verdict = check_text(line)
                all_valid = all_valid and verdict.valid
                self.stdout.write(write(verdict.as_json(say)))
        if not all_valid:
            raise SystemExit(1)
