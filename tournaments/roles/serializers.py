"""Serializers of the API requests and responses about invitations, roles and API tokens."""

from rest_framework.serializers import CharField, UUIDField

from scoring.api.fields import Instant, Text, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.roles.words import person_words
from tournaments.values.roles import ROLES


class _WithPlace(Answer):
    """Base class of the answers that contain a role and the slug of its tournament.

    The slug is null if the role applies to all tournaments.
    """

    id = UUIDField(source="pk")
    role = WordField(choices=ROLES)
    tournament = CharField(source="tournament.slug", allow_null=True)


class InvitationAnswer(_WithPlace):
    """An unused invitation."""

    expires_at = Instant()


class InvitationLinkAnswer(InvitationAnswer):
    """An invitation with its link."""

    link = CharField()


class RoleAnswer(_WithPlace):
    """A role of an account, and the time when the account was given the role."""

    name = FunctionField(CharField(), lambda role: person_words(role.user))
    username = CharField(source="user.username")
    made_at = Instant()


class TokenAnswer(_WithPlace):
    """An API token of the current user, and the time of its last use."""

    name = CharField()
    made_at = Instant()
    used_at = Instant(allow_null=True)


class TokenKeyAnswer(TokenAnswer):
    """An API token with its key, which is shown only once."""

    key = CharField()


class InvitationIn(StrictSerializer):
    """The data of a new invitation: a role, and the slug of its tournament (null for all tournaments)."""

    role = WordField(choices=ROLES)
    tournament = Text(max_length=90, required=False, allow_null=True)


class TokenIn(InvitationIn):
    """The data of a new API token: its name, its role and its tournament."""

    name = Text(max_length=60)
