#!/usr/bin/env python
"""Run a management command of the site; `manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    """Run the command; exit with an error message if a backup is being restored."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.databases import RestoreRunning

    try:
        run_command()
    except RestoreRunning as error:
        sys.exit(str(error))


def run_command() -> None:
    """Run the command line with Django."""
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
