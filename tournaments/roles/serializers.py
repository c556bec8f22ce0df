"""Requests and answers of the API about invitations, roles and access tokens."""

from rest_framework.serializers import CharField, UUIDField

from scoring.api.fields import Instant, Text, WordField
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.roles.words import person_words
from tournaments.values.roles import ROLES


class _WithPlace(Answer):
    """A role, and the tournament it is for; null for all."""

    id = UUIDField(source="pk")
    role = WordField(choices=ROLES)
    tournament = CharField(source="tournament.slug", allow_null=True)


class InvitationAnswer(_WithPlace):
    """An invitation that nobody has used yet."""

    expires_at = Instant()


class InvitationLinkAnswer(InvitationAnswer):
    """An invitation with the link that opens it."""

    link = CharField()


class RoleAnswer(_WithPlace):
    """Who has a role, and since when."""

    name = FunctionField(CharField(), lambda role: person_words(role.user))
    username = CharField(source="user.username")
    made_at = Instant()


class TokenAnswer(_WithPlace):
    """A token of the caller, and when it was used last."""

    name = CharField()
    made_at = Instant()
    used_at = Instant(allow_null=True)


class TokenKeyAnswer(TokenAnswer):
    """A token with its key, which is told this once."""

    key = CharField()


class InvitationIn(StrictSerializer):
    """The role, and the tournament by its address; null for all."""

    role = WordField(choices=ROLES)
    tournament = Text(max_length=90, required=False, allow_null=True)


class TokenIn(InvitationIn):
    """What a token is for, and how far it reaches."""

    name = Text(max_length=60)
