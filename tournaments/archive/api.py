"""An event from another site: its archive is sent, looked at, and taken in by a job."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.functional import cached_property
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from scoring.types import NotNow, Sentence, _
from tournaments.archive.export import ZIP, archive_download
from tournaments.archive.rules import LARGEST_FILE
from tournaments.archive.selectors.archive_list import arrival_now, arrival_of
from tournaments.archive.serializers import ArchiveAnswer, ArrivalAnswer
from tournaments.archive.services.archives import ask_import, receive_archive
from tournaments.models import Arrival, FileKind
from tournaments.queue.selectors import file_now, made_file
from tournaments.queue.services import ask_archive
from tournaments.web.api.requests import TournamentCall
from tournaments.web.api.schema import answers
from tournaments.web.api.serializers import NothingIn


class ArchiveParser(BaseParser):
    """Reads the archive of an event, and no more than one may have: what is longer is refused for that."""

    media_type = "application/zip"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return its bytes as `archive`, with one too many where there are too many."""
        return {"archive": stream.read(LARGEST_FILE + 1)}


class EventArchive(TournamentCall):
    """The archive of an event, which a job makes."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along", "POST": "take_event_along"}

    @extend_schema(operation_id="event_archive", responses=answers(ArchiveAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """How far the archive is, and what the facts in it come to."""
        return Response(ArchiveAnswer(file_now(self.tournament, FileKind.ARCHIVE)).data)

    @extend_schema(
        operation_id="make_event_archive", request=NothingIn, responses=answers(ArchiveAnswer, 202)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Let it be made as things are now; one that is up to date stays."""
        ask_archive(self.tournament)
        return Response(ArchiveAnswer(file_now(self.tournament, FileKind.ARCHIVE)).data, status=202)


class EventArchiveFile(TournamentCall):
    """The file itself."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along"}

    @extend_schema(operation_id="event_archive_file", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The archive that was made last."""
        archive_file = made_file(self.tournament, FileKind.ARCHIVE)
        if archive_file is None:
            text = _("This archive has not been made yet. Ask for it, and wait until it is.")
            raise NotNow("archive_not_made", Sentence(text))
        return archive_download(bytes(archive_file.data), slug)


class Arrivals(Call):
    """Archives that are brought here."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}
    parser_classes = (ArchiveParser,)

    @extend_schema(
        operation_id="bring_event", request={ZIP: OpenApiTypes.BINARY}, responses=answers(ArrivalAnswer, 201)
    )
    def post(self, request: Request) -> Response:
        """Look at an archive: every byte of it is checked, and nothing of the event is written yet."""
        sent = request.data if isinstance(request.data, dict) else {}
        arrival = receive_archive(sent.get("archive", b""), owner=request.user, at=timezone.now())
        return Response(ArrivalAnswer(arrival_now(arrival)).data, status=201)


class ArrivalCall(Call):
    """A route about one archive that was brought here, which is its organiser's own."""

    @cached_property
    def arrival(self) -> Arrival:
        """The archive: one query, or 404; somebody else's is refused."""
        sent_arrival = arrival_of(self.kwargs["arrival_id"])
        if sent_arrival is None:
            raise Http404
        if sent_arrival.owner_id != self.request.user.pk:
            raise PermissionDenied
        return sent_arrival


class OneArrival(ArrivalCall):
    """One archive that was brought here."""

    acts: ClassVar[dict[str, str]] = {"GET": "bring_event"}

    @extend_schema(operation_id="arrival", responses=answers(ArrivalAnswer))
    def get(self, request: Request, arrival_id: str) -> Response:
        """What it tells, and how far it is."""
        return Response(ArrivalAnswer(arrival_now(self.arrival)).data)


class TakeIn(ArrivalCall):
    """The event of an archive, taken in."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}

    @extend_schema(operation_id="take_event_in", request=NothingIn, responses=answers(ArrivalAnswer, 202))
    def post(self, request: Request, arrival_id: str) -> Response:
        """Let a job take it in, all of it or nothing; one that is in stays."""
        ask_import(self.arrival)
        return Response(ArrivalAnswer(arrival_now(self.arrival)).data, status=202)
