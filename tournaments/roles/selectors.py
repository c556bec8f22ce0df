"""Queries for roles and invitations."""

from datetime import datetime

from django.db.models import QuerySet

from scoring.sheet.devices import hashed
from tournaments.models import Invitation, Role
from tournaments.values.roles import ORGANISER, ROLES


def standing_organisers() -> QuerySet[Role]:
    """Return the current organiser roles of active users."""
    return Role.objects.filter(role=ORGANISER, ended_at=None, user__is_active=True)


def roles_now() -> list[Role]:
    """Return the roles that have not ended, strongest first, with user and tournament. One query."""
    standing = Role.objects.filter(ended_at=None, user__is_active=True).select_related("user", "tournament")
    return sorted(standing, key=lambda each: (ROLES.index(each.role), each.made_at))


def open_invitations(at: datetime) -> list[Invitation]:
    """Return the invitations that can still be used, newest first. One query."""
    unused = Invitation.objects.filter(used_at=None, withdrawn_at=None, expires_at__gt=at)
    return list(unused.select_related("tournament", "account"))


def invitation_of(secret: str) -> Invitation | None:
    """Return the invitation with this secret, open or not, or None if the secret is unknown. One query."""
    links = Invitation.objects.select_related("tournament", "account", "made_by")
    return links.filter(token_hash=hashed(secret)).first()


def invitation_state(invitation: Invitation, at: datetime) -> str:
    """Return the state of an invitation: "open", "used", "withdrawn" or "expired"."""
    if invitation.used_at:
        return "used"
    if invitation.withdrawn_at:
        return "withdrawn"
    return "open" if invitation.expires_at > at else "expired"
