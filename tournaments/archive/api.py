"""API views of archives: export of a tournament of this site, and import of an uploaded archive."""

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
    """A DRF parser that reads the body of a request as an archive.

    The parser reads at most one byte more than the size limit, so that larger files are refused.
    """

    media_type = "application/zip"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return a dictionary with the bytes of the request body under the key "archive"."""
        return {"archive": stream.read(LARGEST_FILE + 1)}


class EventArchive(TournamentCall):
    """The archive of a tournament, which a background job writes."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along", "POST": "take_event_along"}

    @extend_schema(operation_id="event_archive", responses=answers(ArchiveAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the state of the archive: the progress of its job, its size and its digest."""
        return Response(ArchiveAnswer(file_now(self.tournament, FileKind.ARCHIVE)).data)

    @extend_schema(
        operation_id="make_event_archive", request=NothingIn, responses=answers(ArchiveAnswer, 202)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start a job that writes the archive, unless the archive is up to date."""
        ask_archive(self.tournament)
        return Response(ArchiveAnswer(file_now(self.tournament, FileKind.ARCHIVE)).data, status=202)


class EventArchiveFile(TournamentCall):
    """Download of the archive file."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along"}

    @extend_schema(operation_id="event_archive_file", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Download the latest archive. Refused if no archive has been written yet."""
        archive_file = made_file(self.tournament, FileKind.ARCHIVE)
        if archive_file is None:
            text = _("This archive has not been made yet. Ask for it, and wait until it is.")
            raise NotNow("archive_not_made", Sentence(text))
        return archive_download(bytes(archive_file.data), slug)


class Arrivals(Call):
    """Uploads of archives from other sites."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}
    parser_classes = (ArchiveParser,)

    @extend_schema(
        operation_id="bring_event", request={ZIP: OpenApiTypes.BINARY}, responses=answers(ArrivalAnswer, 201)
    )
    def post(self, request: Request) -> Response:
        """Upload an archive and check every byte of the file. The tournament is not imported yet."""
        sent = request.data if isinstance(request.data, dict) else {}
        arrival = receive_archive(sent.get("archive", b""), owner=request.user, at=timezone.now())
        return Response(ArrivalAnswer(arrival_now(arrival)).data, status=201)


class ArrivalCall(Call):
    """Base class of views about one uploaded archive, which only the user who uploaded it may use."""

    @cached_property
    def arrival(self) -> Arrival:
        """The uploaded archive. One query.

        Raises Http404 if the archive is unknown, PermissionDenied if another user uploaded it.
        """
        sent_arrival = arrival_of(self.kwargs["arrival_id"])
        if sent_arrival is None:
            raise Http404
        if sent_arrival.owner_id != self.request.user.pk:
            raise PermissionDenied
        return sent_arrival


class OneArrival(ArrivalCall):
    """One uploaded archive."""

    acts: ClassVar[dict[str, str]] = {"GET": "bring_event"}

    @extend_schema(operation_id="arrival", responses=answers(ArrivalAnswer))
    def get(self, request: Request, arrival_id: str) -> Response:
        """Return the content of an uploaded archive, and the progress of its import."""
        return Response(ArrivalAnswer(arrival_now(self.arrival)).data)


class TakeIn(ArrivalCall):
    """Import of an uploaded archive."""

    acts: ClassVar[dict[str, str]] = {"POST": "bring_event"}

    @extend_schema(operation_id="take_event_in", request=NothingIn, responses=answers(ArrivalAnswer, 202))
    def post(self, request: Request, arrival_id: str) -> Response:
        """Start a job that imports the whole tournament. If there is an error, the job imports nothing."""
        ask_import(self.arrival)
        return Response(ArrivalAnswer(arrival_now(self.arrival)).data, status=202)
