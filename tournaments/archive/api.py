"""An event from another site: its archive is sent, looked at, and taken in by a job."""

from functools import cached_property
from typing import Any, ClassVar, get_args

from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet.calls import Call
from scoring.sheet.serializers import FLAG, NUMBER, TEXT, record
from scoring.translation import say
from scoring.types import NotNow, Sentence, _
from tournaments.archive.export import ZIP, archive_download
from tournaments.archive.selectors.archive_list import ArrivalNow, State, arrival_now, arrival_of
from tournaments.archive.services.archives import ask_import, free_address, receive_archive
from tournaments.models import Arrival, FileKind
from tournaments.queue.selectors import FileNow, file_now, made_file
from tournaments.queue.services import ask_archive
from tournaments.visibility.rules import Visibility
from tournaments.web.api.http import ArchiveParser
from tournaments.web.api.requests import NothingIn, TournamentCall
from tournaments.web.api.schema import answers
from tournaments.web.api.shapes import ID, MAYBE_INSTANT, MAYBE_TEXT, words

PROGRESS = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
ARCHIVE = record(
    made_at=MAYBE_INSTANT,
    up_to_date=FLAG,
    bytes=NUMBER,
    digest=TEXT,
    progress=PROGRESS,
    failed=FLAG,
    refused=MAYBE_TEXT,
)


ARRIVAL = record(
    id=ID,
    state=words(*get_args(State)),
    progress=PROGRESS,
    name=TEXT,
    card_game=TEXT,
    starts_at=MAYBE_INSTANT,
    visibility=words(*Visibility),
    teams=NUMBER,
    matches=NUMBER,
    persons=NUMBER,
    known=NUMBER,
    digest=TEXT,
    slug=TEXT,
    address=TEXT,
    tournament=MAYBE_TEXT,
    refused=MAYBE_TEXT,
)
TOLD = ("name", "card_game", "starts_at", "visibility", "teams", "matches", "persons", "known", "slug")


def arrival_answer(now: ArrivalNow, address: str) -> dict[str, Any]:
    """An archive that was brought here: what it tells, how far it is; `tournament` is its address once in.

    `slug` is the address it had there, `address` the one it gets or has here.
    """
    here = now.arrival.tournament
    return {
        "id": str(now.arrival.pk),
        "state": now.state,
        "progress": now.percent / 100 if now.state == "coming" else None,
        **{key: now.summary[key] for key in TOLD},
        "digest": now.arrival.digest,
        "address": here.slug if here else address,
        "tournament": here and here.slug,
        "refused": now.refused and say(now.refused),
    }


def archive_answer(now: FileNow) -> dict[str, Any]:
    """How far the archive of an event is; `progress` is null while nothing is being made."""
    return {
        "made_at": now.made_at and now.made_at.isoformat(),
        "up_to_date": now.made_at is not None and not now.stale,
        "bytes": now.size,
        "digest": now.digest,
        "progress": None if now.percent is None else now.percent / 100,
        "failed": now.failed,
        "refused": now.refused and say(now.refused),
    }


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
