"""Roles of accounts, the invitations that give roles, and the API tokens."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament
from tournaments.values.roles import ORGANISER, ROLES

KNOWN_ROLE = Q(role__in=ROLES)
FOR_ALL_IF_ORGANISER = ~Q(role=ORGANISER) | Q(tournament=None)


class Role(models.Model):
    """A role of an account in one tournament, or in all tournaments if `tournament` is None.

    The row stays when the role ends. `made_by` is None if a command or the setup gave the role.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=12)
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="roles")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=KNOWN_ROLE, name="role_known"),
            models.CheckConstraint(condition=FOR_ALL_IF_ORGANISER, name="role_organiser_of_all"),
            models.UniqueConstraint(
                fields=["user", "role", "tournament"],
                condition=Q(ended_at=None, tournament__isnull=False),
                name="one_role_a_tournament",
            ),
            models.UniqueConstraint(
                fields=["user", "role"],
                condition=Q(ended_at=None, tournament=None),
                name="one_role_for_all",
            ),
        ]


class Invitation(models.Model):
    """A one-time link that gives an account a role, or lets an account set a new password.

    `account` is the account that sets a new password, or None for a role. The token is stored hashed.
    `made_by` is None if a command printed the link.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, blank=True)
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    new_role = models.OneToOneField(Role, null=True, on_delete=models.SET_NULL, related_name="invitation")

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(account=None) & KNOWN_ROLE | Q(account__isnull=False, role="", tournament=None),
                name="invitation_role_or_account",
            ),
            models.CheckConstraint(condition=FOR_ALL_IF_ORGANISER, name="invitation_organiser_of_all"),
        ]


class ApiToken(models.Model):
    """An API token, limited by its own role and by its owner's roles. Only its hash is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    role = models.CharField(max_length=12)
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(condition=KNOWN_ROLE, name="token_role_known"),
            models.CheckConstraint(condition=FOR_ALL_IF_ORGANISER, name="token_organiser_of_all"),
        ]
