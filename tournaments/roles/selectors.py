"""Who runs the club: the roles that stand, what is open, what stood before."""

from datetime import datetime

from django.db.models import QuerySet

from scoring.sheet.devices import hashed
from tournaments.models import Invitation, Role
from tournaments.values.roles import ORGANISER, ROLES


def standing_organisers() -> QuerySet[Role]:
    """Return the roles of those who organise the club now."""
    return Role.objects.filter(role=ORGANISER, ended_at=None, user__is_active=True)


def roles_now() -> list[Role]:
    """Return the roles that stand, the strongest first, each with its person and tournament: one query."""
    standing = Role.objects.filter(ended_at=None, user__is_active=True).select_related("user", "tournament")
    return sorted(standing, key=lambda each: (ROLES.index(each.role), each.made_at))


def open_invitations(at: datetime) -> list[Invitation]:
    """Return the invitations that may still be used, the newest first: one query."""
    unused = Invitation.objects.filter(used_at=None, withdrawn_at=None, expires_at__gt=at)
    return list(unused.select_related("tournament", "account"))


def invitation_of(secret: str) -> Invitation | None:
    """Return the invitation whose link ends so, open or not: one query."""
    links = Invitation.objects.select_related("tournament", "account", "made_by")
    return links.filter(token_hash=hashed(secret)).first()


def invitation_state(invitation: Invitation, at: datetime) -> str:
    """Return whether an invitation is open, used, withdrawn or expired."""
    if invitation.used_at:
        return "used"
    if invitation.withdrawn_at:
        return "withdrawn"
    return "open" if invitation.expires_at > at else "expired"
