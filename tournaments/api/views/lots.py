"""Lots between those whom nothing else separates: who waits for one, its promise, and what was drawn."""

from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import shapes
from tournaments.api.answers import draw_answer
from tournaments.api.calls import TournamentCall
from tournaments.api.requests import LotBetweenIn, LotIn, read
from tournaments.api.schema import answers
from tournaments.api.views.draws import stage_of
from tournaments.services.lots import draw_lot, promise_lot, write_lot
from tournaments.standings.selectors import held_now, levels_of
from tournaments.visibility.rules import Page


class Lots(TournamentCall):
    """The lots of a tournament's stages."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "draw"}
    of_page = Page.DRAW

    @extend_schema(operation_id="lots_asked", responses=answers(shapes.LOTS_ASKED))
    def get(self, request: Request, slug: str) -> Response:
        """Who waits for a lot: those level at the cut, then those who share a place.

        Of standings that are held back the desk alone is told.
        """
        asked = [
            {"stage": stage.number, "group": level.group, "teams": level.entrants, "places": level.places}
            for stage in self.tournament.stages.select_related("tournament")
            if self.sees_all or held_now(stage) is None
            for level in levels_of(stage)
        ]
        return Response({"asked": asked})

    @extend_schema(operation_id="draw_lot", request=LotIn, responses=answers(shapes.DRAW, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Draw a lot as promised; or write one down that was drawn by hand, the teams in its order."""
        sent = read(LotIn, request.data)
        stage = stage_of(self.tournament, sent["stage"])
        who: dict[str, Any] = {"author": self.author, "at": timezone.now()}
        if sent["by"] == "hand":
            draw = write_lot(stage, sent["teams"], **who)
        else:
            draw = draw_lot(stage, sent["teams"], sent.get("lot", ""), **who)
        draw.commitment.stage = stage
        return Response(draw_answer(draw.commitment), status=201)


class LotPromise(TournamentCall):
    """The promise of a lot."""

    acts: ClassVar[dict[str, str]] = {"POST": "draw"}

    @extend_schema(operation_id="promise_lot", request=LotBetweenIn, responses=answers(shapes.DRAW, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Promise a lot before it is drawn: fix the teams and publish the hash of a salt."""
        sent = read(LotBetweenIn, request.data)
        stage = stage_of(self.tournament, sent["stage"])
        promise = promise_lot(stage, sent["teams"], author=self.author, at=timezone.now())
        promise.stage = stage
        return Response(draw_answer(promise), status=201)
