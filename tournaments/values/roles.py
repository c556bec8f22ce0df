"""The roles of accounts, the roles that each role includes, and the roles of an API token.

The permissions of each role are in `tournaments/permissions.py`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

ORGANISER, DIRECTOR, DOOR, TABLES, SPEAKER = "organiser", "director", "door", "tables", "speaker"

# In descending order of permissions.
ROLES = (ORGANISER, DIRECTOR, DOOR, TABLES, SPEAKER)
# The roles of the tokens that a user with this role can create.
INCLUDES = {role: frozenset({role}) for role in ROLES} | {
    ORGANISER: frozenset(ROLES),
    DIRECTOR: frozenset(ROLES) - {ORGANISER},
}

# The validity of an invitation.
GOOD_FOR = timedelta(hours=48)


@dataclass(frozen=True)
class Holding:
    """A role of an account in one tournament, or in all tournaments if `tournament` is None.

    Organisers always have their role in all tournaments.
    """

    role: str
    tournament: UUID | None = None


def narrowed_to(scope: Holding | None, holdings: Iterable[Holding]) -> tuple[Holding, ...]:
    """Return the roles of a token: the roles of its owner, limited to `scope`.

    If `scope` is None, the token has all roles of its owner. A token never has more access than its owner. If
    the owner loses the role, the token has none.
    """
    if scope is None:
        return tuple(holdings)
    return tuple(
        Holding(scope.role, holding.tournament or scope.tournament)
        for holding in holdings
        if scope.role in INCLUDES[holding.role] and meet(holding.tournament, scope.tournament)
    )


def meet(one: UUID | None, other: UUID | None) -> bool:
    """Return True if two roles share a tournament; `one` or `other` is None for a role in all tournaments."""
    return one is None or other is None or one == other


def roles_at(holdings: Iterable[Holding], tournament: UUID | None) -> frozenset[str]:
    """Return the roles that apply in a tournament; for None, the roles that apply in all tournaments."""
    return frozenset(holding.role for holding in holdings if holding.tournament in (None, tournament))


def strongest(roles: Collection[str]) -> str:
    """Return the strongest of the given roles, for display; empty if there are no roles."""
    return next((role for role in ROLES if role in roles), "")


# The prefix of our API tokens, different from those of `drf_create_token`.
KEY_BEGINS = "trionfo_"
