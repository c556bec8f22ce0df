#!/usr/bin/env python
"""Run a command of the site: `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Run the command; while a backup is being restored, end with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.databases import RestoreRunning

    try:
        run_command()
    except RestoreRunning as error:
        sys.exit(str(error))


def run_command() -> None:
    """Hand the command line to Django."""
    from django.core.management import execute_from_command_line

    if slug := os.environ.get("CLUB"):  # one of several on this site (docs/decisions/0053-several-clubs.md)
        import django

        django.setup()
        from tournaments.clubs.databases import database_of

        with database_of(slug):
            execute_from_command_line(sys.argv)
    else:
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
