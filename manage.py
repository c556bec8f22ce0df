#!/usr/bin/env python
"""Run a command of the site: `manage.py help` lists them."""

import os
import sys


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    if slug := os.environ.get("CLUB"):  # one of several on this site (docs/decisions/0053-clubs-apart.md)
        import django

        django.setup()
        from tournaments.clubs.databases import database_of

        with database_of(slug):
            execute_from_command_line(sys.argv)
    else:
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
