"""API view of the club's identity."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from tournaments.identity.serializers import ClubAnswer, ClubIn
from tournaments.identity.services.club_page import change_club
from tournaments.models import Club
from tournaments.permissions import may, roles_of
from tournaments.web.api import http
from tournaments.web.api.requests import read
from tournaments.web.api.schema import IF_MATCH, answers


class OneClub(Call):
    """The club of this site."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "change_club"}

    @extend_schema(operation_id="club", responses=answers(ClubAnswer))
    def get(self, request: Request) -> Response:
        """Return the club's name, contact and colours. The name is empty until the club is set up."""
        return _answer(request, Club.objects.current())

    @extend_schema(
        operation_id="change_club", parameters=[IF_MATCH], request=ClubIn, responses=answers(ClubAnswer)
    )
    def patch(self, request: Request) -> Response:
        """Change the given fields of the club.

        The edited version can be sent as `version` or in the header If-Match.
        """
        values: dict[str, Any] = read(ClubIn, request.data)
        version = values.pop("version", http.version_named(request))
        author = Author(user_id=request.user.pk)
        return _answer(request, change_club(values, version=version, author=author, at=timezone.now()))


def _answer(request: Request, club: Club) -> Response:
    answer = ClubAnswer(club).data
    if not may("change_club", roles_of(request.user)):
        answer["iban"] = None
    return Response(answer, headers={"ETag": http.tag(club.version)})
