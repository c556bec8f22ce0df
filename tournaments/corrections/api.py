"""API views of corrections: the preview of a correction, and the correction itself."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.corrections.serializers import CorrectIn, CorrectionAnswer, CorrectionIn, correction_of
from tournaments.corrections.services import correct_match, preview_correction
from tournaments.web.api import requests, schema


class PreviewCall(requests.MatchCall):
    """The preview of a correction."""

    acts: ClassVar[dict[str, str]] = {"POST": "correct"}

    @extend_schema(
        operation_id="preview_correction",
        request=CorrectionIn,
        responses=schema.answers(CorrectionAnswer),
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Preview a correction without saving it."""
        preview = preview_correction(
            self.match.pk,
            correction_of(requests.read(CorrectionIn, request.data)),
            at=timezone.now(),
        )
        return Response(CorrectionAnswer(preview).data)


class Corrections(requests.MatchCall):
    """The corrections of the result of a match."""

    acts: ClassVar[dict[str, str]] = {"POST": "correct"}

    @extend_schema(
        operation_id="correct_match",
        request=CorrectIn,
        responses=schema.answers(CorrectionAnswer, 201),
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Correct a result and store the reason. The old result is kept; later matches are updated.

        With the `seal` of a preview, the response is 409 `preview_changed` if another correction was made
        since that preview. Sending the same outcome and reason again changes nothing.
        """
        sent = requests.read(CorrectIn, request.data)
        preview = correct_match(
            self.match.pk,
            correction_of(sent),
            sent["reason"],
            author=self.author,
            at=timezone.now(),
            seal=sent.get("seal"),
        )
        return Response(CorrectionAnswer(preview).data, status=201)
