"""An event from another site: its archive is sent, looked at, and taken in by a job."""

from functools import cached_property
from typing import ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet.calls import Call
from tournaments.api.archives import ARRIVAL, arrival_answer
from tournaments.exports.archive import ZIP
from tournaments.models import Arrival
from tournaments.selectors.arrivals import arrival_now, arrival_of
from tournaments.services.archive_event import free_address
from tournaments.services.arrivals import ask_import, receive_archive
from tournaments.web.api.http import ArchiveParser
from tournaments.web.api.requests import NothingIn
from tournaments.web.api.schema import answers


class Arrivals(Call):
    """Archives that are brought here."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}
    parser_classes = (ArchiveParser,)

    @extend_schema(
        operation_id="bring_event", request={ZIP: OpenApiTypes.BINARY}, responses=answers(ARRIVAL, 201)
    )
    def post(self, request: Request) -> Response:
        """Look at an archive: every byte of it is checked, and nothing of the event is written yet."""
        sent = request.data if isinstance(request.data, dict) else {}
        arrival = receive_archive(sent.get("archive", b""), owner=request.user, at=timezone.now())
        return Response(_answer(arrival), status=201)


class ArrivalCall(Call):
    """A route about one archive that was brought here, which is its organiser's own."""

    @cached_property
    def arrival(self) -> Arrival:
        """The archive: one query, or 404; somebody else's is refused."""
        found = arrival_of(self.kwargs["arrival_id"])
        if found is None:
            raise Http404
        if found.owner_id != self.request.user.pk:
            raise PermissionDenied
        return found


class OneArrival(ArrivalCall):
    """One archive that was brought here."""

    acts: ClassVar[dict[str, str]] = {"GET": "bring_event"}

    @extend_schema(operation_id="arrival", responses=answers(ARRIVAL))
    def get(self, request: Request, arrival_id: str) -> Response:
        """What it tells, and how far it is."""
        return Response(_answer(self.arrival))


class TakeIn(ArrivalCall):
    """The event of an archive, taken in."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}

    @extend_schema(operation_id="take_event_in", request=NothingIn, responses=answers(ARRIVAL, 202))
    def post(self, request: Request, arrival_id: str) -> Response:
        """Let a job take it in, all of it or nothing; one that is in stays."""
        ask_import(self.arrival)
        return Response(_answer(self.arrival), status=202)


def _answer(arrival: Arrival) -> dict[str, object]:
    return arrival_answer(arrival_now(arrival), free_address(arrival.told["slug"]))
