"""Base classes of API views, and the validation of request bodies.

The serializers check types; the rules check values.
"""

from typing import Any, ClassVar

from django.db.models import UUIDField
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.generics import GenericAPIView
from rest_framework.settings import api_settings

from scoring.api.calls import Call
from scoring.api.serializers import StrictSerializer
from scoring.models import Grant
from scoring.sheet.services.log import Author
from scoring.statements import Blank, Statement
from tournaments.models import Match, Stage, Tournament
from tournaments.permissions import may, roles_of
from tournaments.values.visibility import PageSwitch
from tournaments.web.api.http import at_table


def stage_of(tournament: Tournament, number: int) -> Stage:
    """Return a stage by its number in the tournament; raise Http404 if there is no such stage."""
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=tournament, number=number)


class TournamentCall(Call):
    """An API view of one tournament, given by its slug in the path."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament of the path. One query; Http404 if there is none."""
        return get_object_or_404(Tournament.objects.select_related("notice"), slug=self.kwargs["slug"])

    @property
    def author(self) -> Author:
        """The author of changes: the account of the caller."""
        return Author(user_id=self.request.user.pk)

    @cached_property
    def sees_all(self) -> bool:
        """True if the caller runs the tournament and therefore may read hidden results."""
        return may("read_desk", roles_of(self.request.user, self.tournament))

    @cached_property
    def at_desk(self) -> bool:
        """True if the caller may read names as they were entered at the desk."""
        return may("enter_teams", roles_of(self.request.user, self.tournament))


class ListCall(TournamentCall, GenericAPIView[Any]):
    """A paginated list of objects of one tournament."""


ONE_MATCH = Statement(
    lambda: (
        Match.objects.select_related("sheet", "stage", "tournament")
        .filter(pk=Blank("match", UUIDField()))
        .order_by()
    )
)


class MatchCall(Call):
    """An API view of one match, given by its id in the path."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def match(self) -> Match:
        """The match with its sheet, stage and tournament. One query; Http404 if there is none."""
        match = ONE_MATCH.first(match=self.kwargs["match_id"])
        if match is None:
            raise Http404
        return match

    @property
    def tournament(self) -> Tournament:
        """The tournament of the match."""
        return self.match.tournament

    @cached_property
    def grant(self) -> Grant | None:
        """The grant for this table that the caller's phone or code has; None if there is none.

        Raises the errors of `CodeAtTable.grant`.
        """
        visitor = at_table(self.request)
        return visitor.grant(self.match.pk) if visitor else None

    @property
    def phone(self) -> Grant | None:
        """The table grant that authorised the caller; None if an account made the call."""
        return self.__dict__.get("grant")

    @property
    def author(self) -> Author:
        """The author of changes: the phone if its grant authorised the call, otherwise the account."""
        phone = self.phone
        return Author(device_id=phone.device_id) if phone else Author(user_id=self.request.user.pk)


@extend_schema(exclude=True)
class Description(Call, SpectacularAPIView):
    """The view of the OpenAPI description in YAML or JSON."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


@extend_schema(exclude=True)
class Docs(Call, SpectacularSwaggerView):
    """The page that displays the OpenAPI description."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


def read(serializer: type[StrictSerializer], data: object, *, partial: bool = False) -> dict[str, Any]:
    """Return the validated request data, or raise ValidationError. With `partial`, fields may be omitted.

    The framework's own `partial` would also allow fields to be omitted in objects inside a list.
    """
    sent = serializer(data=data)
    for field in sent.fields.values() if partial else ():
        field.required = False
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
