"""The clubs of the site other than the first, and the owner of the site."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied

from tournaments.clubs.databases import current_club, database_of, in_club
from tournaments.clubs.rules import FIRST
from tournaments.models import HostedClub
from tournaments.permissions import roles_ever
from tournaments.values.roles import ORGANISER


def hosted_clubs() -> list[HostedClub]:
    """Return the clubs other than the first, sorted by name. One query, in the database of the first club."""
    with database_of(FIRST):
        return list(HostedClub.objects.all())


def clubs_by_host() -> dict[str, str]:
    """Return the slugs of the clubs other than the first, by host name. One query."""
    return {club.host: club.slug for club in hosted_clubs()}


def owns_site(user: Any) -> bool:
    """Return True if the user owns the site. At most one query; no query if the roles are loaded.

    An owner is an organiser of the first club who was not appointed by another organiser. The account of an
    owner was created with the setup link or by a command, which requires access to the server.
    """
    if current_club() != FIRST:
        return False
    standing = [each for each in roles_ever(user) if each.role == ORGANISER and each.ended_at is None]
    return any(each.made_by_id in (None, user.pk) for each in standing)


def refuse_all_but_owner(user: Any) -> None:
    """Raise PermissionDenied unless the user owns the site. At most one query."""
    if not owns_site(user):
        raise PermissionDenied


def for_each_club(work: Callable[[], int]) -> Callable[[], int]:
    """Return a function that runs `work` for every club and returns the sum of the returned counts.

    An exception for one club is raised only after the work has run for the other clubs. If several clubs
    fail, the first exception is raised.
    """

    @wraps(work)
    def every() -> int:
        count, failures = 0, []
        for slug in (FIRST, *(club.slug for club in hosted_clubs())):
            try:
                count += in_club(slug, work)()
            except Exception as failure:  # noqa: BLE001  # raised below, after the other clubs
                failures.append(failure)
        if failures:
            raise failures[0]
        return count

    return every
