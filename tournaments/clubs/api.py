"""API views of the clubs of this site, for the site's owner."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.sheet.services.log import Author
from tournaments.clubs.selectors import hosted_clubs, refuse_all_but_owner
from tournaments.clubs.serializers import HostedClubAnswer, HostedClubIn, NewClubAnswer
from tournaments.clubs.services import add_club
from tournaments.web.api.requests import read
from tournaments.web.api.schema import answers


class Clubs(Call):
    """The clubs of this site other than the first one."""

    acts: ClassVar[dict[str, str]] = {"GET": "manage_clubs", "POST": "manage_clubs"}

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Raise PermissionDenied for every user except the owner of the site."""
        super().initial(request, *args, **kwargs)
        refuse_all_but_owner(request.user)

    @extend_schema(operation_id="clubs", responses=answers(HostedClubAnswer(many=True)))
    def get(self, request: Request) -> Response:
        """Return the clubs of this site other than the first one."""
        return Response(HostedClubAnswer(hosted_clubs(), many=True).data)

    @extend_schema(operation_id="add_club", request=HostedClubIn, responses=answers(NewClubAnswer, 201))
    def post(self, request: Request) -> Response:
        """Add a club with its own database. This takes some seconds."""
        wanted = read(HostedClubIn, request.data)
        own_host = request.get_host()
        new = add_club(**wanted, own_host=own_host, author=Author(request.user.pk), at=timezone.now())
        return Response({**HostedClubAnswer(new.club).data, "setup": new.setup_path}, status=201)
