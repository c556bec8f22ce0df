"""Which clubs there are beside the first one."""

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
    """Return every club beside the first one, by name: one query, in the first club's database."""
    with database_of(FIRST):
        return list(HostedClub.objects.all())


def clubs_by_host() -> dict[str, str]:
    """Return the slug of each club beside the first one by its host name: one query."""
    return {club.host: club.slug for club in hosted_clubs()}


def owns_site(user: Any) -> bool:
    """Return whether somebody owns the site: one query at most, none where their roles are known already.

    That is an organiser of the first club whom no other organiser made: by the set-up link or by a command,
    which are for whoever is at the machine.
    """
    if current_club() != FIRST:
        return False
    standing = [each for each in roles_ever(user) if each.role == ORGANISER and each.ended_at is None]
    return any(each.made_by_id in (None, user.pk) for each in standing)


def refuse_all_but_owner(user: Any) -> None:
    """Raise PermissionDenied unless somebody owns the site: one query at most."""
    if not owns_site(user):
        raise PermissionDenied


def for_each_club(work: Callable[[], int]) -> Callable[[], int]:
    """Return the same work for every club of the site, one after the other; it counts what it did for all.

    Where it fails for one, the others have their turn before that is raised.
    """

    @wraps(work)
    def every() -> int:
        count, failures = 0, []
        for slug in (FIRST, *(club.slug for club in hosted_clubs())):
            try:
                count += in_club(slug, work)()
            except Exception as failure:  # noqa: BLE001  # it is raised below
                failures.append(failure)
        if failures:
            raise failures[0]
        return count

    return every
