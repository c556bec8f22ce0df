"""The whole event as one file: asked for, watched, downloaded."""

from typing import ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import NotNow
from scoring.sentences import Sentence, _
from tournaments.api.archives import ARCHIVE, archive_answer
from tournaments.exports.archive import ZIP, archive_download
from tournaments.models import FileKind
from tournaments.queue.selectors import file_now, made_file
from tournaments.queue.services import ask_archive
from tournaments.web.api.calls import TournamentCall
from tournaments.web.api.requests import NothingIn
from tournaments.web.api.schema import answers


class EventArchive(TournamentCall):
    """The archive of an event, which a job makes."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along", "POST": "take_event_along"}

    @extend_schema(operation_id="event_archive", responses=answers(ARCHIVE))
    def get(self, request: Request, slug: str) -> Response:
        """How far the archive is, and what the facts in it come to."""
        return Response(archive_answer(file_now(self.tournament, FileKind.ARCHIVE)))

    @extend_schema(operation_id="make_event_archive", request=NothingIn, responses=answers(ARCHIVE, 202))
    def post(self, request: Request, slug: str) -> Response:
        """Let it be made as things are now; one that is up to date stays."""
        ask_archive(self.tournament)
        return Response(archive_answer(file_now(self.tournament, FileKind.ARCHIVE)), status=202)


class EventArchiveFile(TournamentCall):
    """The file itself."""

    acts: ClassVar[dict[str, str]] = {"GET": "take_event_along"}

    @extend_schema(operation_id="event_archive_file", responses={(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The archive that was made last."""
        made = made_file(self.tournament, FileKind.ARCHIVE)
        if made is None:
            text = _("This archive has not been made yet. Ask for it, and wait until it is.")
            raise NotNow("archive_not_made", Sentence(text))
        return archive_download(bytes(made.data), slug)
