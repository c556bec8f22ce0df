"""The roles of those who run the club, what one includes, and what a token leaves of them.

Who may do what is in `tournaments/permissions.py`; this page says only who has which role, and where.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

ORGANISER, DIRECTOR, DOOR, TABLES, SPEAKER = "organiser", "director", "door", "tables", "speaker"

# The strongest first.
ROLES = (ORGANISER, DIRECTOR, DOOR, TABLES, SPEAKER)
# For which roles a token may be made by who has a role.
INCLUDES = {role: frozenset({role}) for role in ROLES} | {
    ORGANISER: frozenset(ROLES),
    DIRECTOR: frozenset(ROLES) - {ORGANISER},
}

# How long an invitation is open.
GOOD_FOR = timedelta(hours=48)


@dataclass(frozen=True)
class Holding:
    """A role for one tournament, or for all of them where none is named; an organiser's is for all."""

    role: str
    tournament: UUID | None = None


def narrowed_to(scope: Holding | None, holdings: Iterable[Holding]) -> tuple[Holding, ...]:
    """Return what is left of somebody's roles to a token of this scope; without a scope, all of them.

    A token never reaches further than its owner: where the role behind it is taken away, nothing is left.
    """
    if scope is None:
        return tuple(holdings)
    return tuple(
        Holding(scope.role, held.tournament or scope.tournament)
        for held in holdings
        if scope.role in INCLUDES[held.role] and meet(held.tournament, scope.tournament)
    )


def meet(one: UUID | None, other: UUID | None) -> bool:
    """Return whether two roles have a tournament in common; none named is all."""
    return one is None or other is None or one == other


def roles_at(holdings: Iterable[Holding], tournament: UUID | None) -> frozenset[str]:
    """Return the roles somebody has for a tournament; for what belongs to none, those for all of them."""
    return frozenset(held.role for held in holdings if held.tournament in (None, tournament))


def strongest(roles: Collection[str]) -> str:
    """Return the role that somebody is introduced by; nothing for one without a role."""
    return next((role for role in ROLES if role in roles), "")


# What tells our keys from those that the framework makes (`drf_create_token`).
KEY_BEGINS = "trionfo_"
