"""Corrections of results that count: looked at first, then done."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.answers import correction_answer
from tournaments.api.calls import MatchCall
from tournaments.api.requests import CorrectIn, CorrectionIn, correction_of, read
from tournaments.api.schema import answers
from tournaments.services.corrections import correct_match, preview_correction


class Preview(MatchCall):
    """What a correction would move."""

    acts: ClassVar[dict[str, str]] = {"POST": "correct"}

    @extend_schema(
        operation_id="preview_correction", request=CorrectionIn, responses=answers(shapes.CORRECTION)
    )
    def post(self, request: Request, match_id: str) -> Response:
        """Say what would move, and move nothing."""
        seen = preview_correction(
            self.match.pk, correction_of(read(CorrectionIn, request.data)), at=timezone.now()
        )
        return Response(correction_answer(seen))


class Corrections(MatchCall):
    """The correction itself."""

    acts: ClassVar[dict[str, str]] = {"POST": "correct"}

    @extend_schema(operation_id="correct_match", request=CorrectIn, responses=answers(shapes.CORRECTION, 201))
    def post(self, request: Request, match_id: str) -> Response:
        """Put a result right with its reason; both versions stay, and what follows moves with it."""
        sent = read(CorrectIn, request.data)
        seen = correct_match(
            self.match.pk, correction_of(sent), sent["reason"], author=self.author, at=timezone.now()
        )
        return Response(correction_answer(seen), status=201)
