"""API views of invitations, roles and API tokens."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.models import ApiToken, Invitation, Role, Tournament
from tournaments.roles import services
from tournaments.roles.serializers import (
    InvitationAnswer,
    InvitationIn,
    InvitationLinkAnswer,
    RoleAnswer,
    TokenAnswer,
    TokenIn,
    TokenKeyAnswer,
)
from tournaments.web.api.requests import read
from tournaments.web.api.schema import PAGED, answers, page


def _tournament(slug: str | None) -> Tournament | None:
    """Return the tournament with this slug; None if `slug` is None.

    Raise BadEntry if the slug is unknown.
    """
    if slug is None:
        return None
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        text = Sentence(_("There is no tournament of this address."))
        raise BadEntry(
            "unknown_tournament",
            text,
            (Problem("unknown_tournament", "", "error", "/tournament", text),),
        )
    return tournament


class Invitations(Call, GenericAPIView[Invitation]):
    """API views of the invitations that can still be used."""

    acts: ClassVar[dict[str, str]] = {"GET": "invite", "POST": "invite"}
    ordering = ("-made_at", "pk")

    @extend_schema(operation_id="invitations", parameters=PAGED, responses=answers(page(InvitationAnswer)))
    def get(self, request: Request) -> Response:
        """Return the open invitations to a role, newest first."""
        unused = Invitation.objects.filter(used_at=None, withdrawn_at=None, account=None)
        rows = unused.filter(expires_at__gt=timezone.now()).select_related("tournament")
        invitations = self.paginate_queryset(rows)
        return self.get_paginated_response(InvitationAnswer(invitations or (), many=True).data)

    @extend_schema(operation_id="invite", request=InvitationIn, responses=answers(InvitationLinkAnswer, 201))
    def post(self, request: Request) -> Response:
        """Create an invitation to a role. The link can be used once, within 48 hours."""
        sent = read(InvitationIn, request.data)
        tournament = _tournament(sent.get("tournament"))
        invitation = services.invite(
            sent["role"], tournament, author=Author(request.user.pk), at=timezone.now()
        )
        path = reverse("invitation", args=[services.invitation_secret(invitation)])
        invitation.link = request.build_absolute_uri(path)  # type: ignore[attr-defined]
        return Response(InvitationLinkAnswer(invitation).data, status=201)


class OneInvitation(Call):
    """API view of one invitation."""

    acts: ClassVar[dict[str, str]] = {"DELETE": "invite"}

    @extend_schema(operation_id="withdraw_invitation", responses={204: None})
    def delete(self, request: Request, invitation_id: str) -> Response:
        """Withdraw an unused invitation."""
        invitation = get_object_or_404(Invitation, pk=invitation_id)
        services.withdraw_invitation(invitation, author=Author(request.user.pk), at=timezone.now())
        return Response(status=204)


class Roles(Call, GenericAPIView[Role]):
    """API view of all roles in the club."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_roles"}
    ordering = ("made_at", "pk")

    @extend_schema(operation_id="roles", parameters=PAGED, responses=answers(page(RoleAnswer)))
    def get(self, request: Request) -> Response:
        """Return all accounts that have a role, with the role and its tournament."""
        standing = Role.objects.filter(ended_at=None, user__is_active=True)
        rows = self.paginate_queryset(standing.select_related("user", "tournament"))
        return self.get_paginated_response(RoleAnswer(rows or (), many=True).data)


class OneRole(Call):
    """API view of one role of an account."""

    acts: ClassVar[dict[str, str]] = {"DELETE": "take_role_away"}

    @extend_schema(operation_id="take_role_away", responses={204: None})
    def delete(self, request: Request, role_id: str) -> Response:
        """End a role immediately. The role of the last organiser cannot be ended."""
        role = get_object_or_404(Role, pk=role_id, ended_at=None)
        services.take_role_away(role, author=Author(request.user.pk), at=timezone.now())
        return Response(status=204)


class Tokens(Call, GenericAPIView[ApiToken]):
    """API views of the current user's API tokens."""

    acts: ClassVar[dict[str, str]] = {"GET": "own_access", "POST": "own_access"}
    anywhere = True
    ordering = ("-made_at", "pk")

    @extend_schema(operation_id="tokens", parameters=PAGED, responses=answers(page(TokenAnswer)))
    def get(self, request: Request) -> Response:
        """Return the current user's tokens, newest first, with the time of their last use."""
        user: Any = request.user
        rows = self.paginate_queryset(user.api_tokens.filter(revoked_at=None).select_related("tournament"))
        return self.get_paginated_response(TokenAnswer(rows or (), many=True).data)

    @extend_schema(operation_id="make_token", request=TokenIn, responses=answers(TokenKeyAnswer, 201))
    def post(self, request: Request) -> Response:
        """Create a token for a role that the user's roles include. Only this response contains the key."""
        sent = read(TokenIn, request.data)
        user: Any = request.user
        tournament = _tournament(sent.get("tournament"))
        token, key = services.make_token(
            user,
            sent["name"],
            sent["role"],
            tournament,
            at=timezone.now(),
        )
        token.key = key  # type: ignore[attr-defined]
        return Response(TokenKeyAnswer(token).data, status=201)


class OneToken(Call):
    """API view of one API token of the current user."""

    acts: ClassVar[dict[str, str]] = {"DELETE": "own_access"}
    anywhere = True

    @extend_schema(operation_id="revoke_token", responses={204: None})
    def delete(self, request: Request, token_id: str) -> Response:
        """Revoke the token immediately."""
        token = get_object_or_404(ApiToken, pk=token_id, user=request.user.pk)
        services.revoke_token(token, at=timezone.now())
        return Response(status=204)
