"""The bases of the views of the API, and the reading of a request.

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
    """Return a stage by its number in the tournament, or 404."""
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=tournament, number=number)


class TournamentCall(Call):
    """A route about one tournament, named by its slug."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament: one query, or 404."""
        return get_object_or_404(Tournament.objects.select_related("notice"), slug=self.kwargs["slug"])

    @property
    def author(self) -> Author:
        """Return who writes."""
        return Author(user_id=self.request.user.pk)

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller runs the tournament, and so sees what is held back from everybody."""
        return may("read_desk", roles_of(self.request.user, self.tournament))

    @cached_property
    def at_desk(self) -> bool:
        """Whether the caller reads names as the desk wrote them."""
        return may("enter_teams", roles_of(self.request.user, self.tournament))


class ListCall(TournamentCall, GenericAPIView[Any]):
    """A route that lists what a tournament has, a page at a time."""


ONE_MATCH = Statement(
    lambda: (
        Match.objects.select_related("sheet", "stage", "tournament")
        .filter(pk=Blank("match", UUIDField()))
        .order_by()
    )
)


class MatchCall(Call):
    """A route about one match, named by its id."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def match(self) -> Match:
        """The match with its sheet, stage and tournament: one query, or 404."""
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
        """What lets the caller's phone or code write at this table."""
        visitor = at_table(self.request)
        return visitor.grant(self.match.pk) if visitor else None

    @property
    def phone(self) -> Grant | None:
        """The grant by which the caller was let in; None where an account was."""
        return self.__dict__.get("grant")

    @property
    def author(self) -> Author:
        """Return who writes: the phone where it was let in as one, or else the account."""
        phone = self.phone
        return Author(device_id=phone.device_id) if phone else Author(user_id=self.request.user.pk)


@extend_schema(exclude=True)
class Description(Call, SpectacularAPIView):
    """OpenAPI, in YAML or JSON."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


@extend_schema(exclude=True)
class Docs(Call, SpectacularSwaggerView):
    """A page to read it on and to try it."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


def read(serializer: type[StrictSerializer], data: object, *, partial: bool = False) -> dict[str, Any]:
    """Return what was sent, or refuse it with everything wrong in it; a partial one may leave fields out.

    The framework's own `partial` would let what is inside a list leave its fields out too.
    """
    sent = serializer(data=data)
    for field in sent.fields.values() if partial else ():
        field.required = False
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
