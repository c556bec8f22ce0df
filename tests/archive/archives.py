"""Archives for the tests, of an event that may be gone from the database again."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

from django.db import transaction

from tournaments.archive.export import write_archive
from tournaments.models import Tournament


def archived(tournament: Tournament) -> bytes:
    """Return the archive of an event."""
    file = BytesIO()
    write_archive(tournament, file)
    return file.getvalue()


@cache  # the event and its bytes are the same each time
def archive_of(make: Callable[[], Tournament]) -> bytes:
    """Return the archive of an event that was made for it and is nowhere any more."""
    with transaction.atomic():
        data = archived(make())
        transaction.set_rollback(True)
    assert not Tournament.objects.exists()
    return data
