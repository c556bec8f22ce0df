"""Builders of tournament archives for tests."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

from django.db import transaction

from tournaments.archive.export import write_archive
from tournaments.models import Tournament


def archived(tournament: Tournament) -> bytes:
    """Return the archive of a tournament as bytes."""
    file = BytesIO()
    write_archive(tournament, file)
    return file.getvalue()


@cache  # the same function always makes the same bytes
def archive_of(make: Callable[[], Tournament]) -> bytes:
    """Call `make` to create a tournament; archive it, roll it back, and return the archive as bytes."""
    with transaction.atomic():
        data = archived(make())
        transaction.set_rollback(True)
    assert not Tournament.objects.exists()
    return data
