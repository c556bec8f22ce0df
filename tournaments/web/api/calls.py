"""The routes of the API, by what they are about: the bases of views, numbers in paths, the API itself."""

from functools import cached_property
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.generics import GenericAPIView
from rest_framework.settings import api_settings

from scoring.models import Grant
from scoring.sheet.calls import Call
from scoring.sheet.services.log import Author
from tournaments.models import Match, Tournament
from tournaments.permissions import may, role_of
from tournaments.visibility.rules import PageSwitch
from tournaments.web.api.http import at_table


class PathNumber:
    """A number from 1, in plain digits, as large as any sheet or tournament goes."""

    regex = "[1-9][0-9]{0,2}"

    def to_python(self, value: str) -> int:
        """Read it."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write it."""
        return str(value)


class GameNumber(PathNumber):
    """A match has at most five games (COM-MATCH-1), and the hand that decides by time (COM-TIME-3)."""

    regex = "[1-6]"


class HandNumber(PathNumber):
    """A sheet keeps at most two hundred hands of a game."""

    regex = "[1-9][0-9]?|1[0-9][0-9]|200"


class TournamentCall(Call):
    """A route about one tournament, named by its slug."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament: one query, or 404."""
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])

    @property
    def author(self) -> Author:
        """Return who writes."""
        return Author(user_id=self.request.user.pk)

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller runs the tournament, and so sees what is held back from everybody."""
        return may("read_desk", role_of(self.request.user, self.tournament))

    @cached_property
    def at_desk(self) -> bool:
        """Whether the caller reads names as the desk wrote them."""
        return may("enter_teams", role_of(self.request.user, self.tournament))


class ListCall(TournamentCall, GenericAPIView[Any]):
    """A route that lists what a tournament has, a page at a time."""


class MatchCall(Call):
    """A route about one match, named by its id."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def match(self) -> Match:
        """The match with its sheet, stage and tournament: one query, or 404."""
        matches = Match.objects.select_related("sheet", "stage", "tournament")
        return get_object_or_404(matches, pk=self.kwargs["match_id"])

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
