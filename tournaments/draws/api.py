"""API views of draws, commitments to draws, lots and background jobs."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.calls import Call
from tournaments.draws.serializers import (
    DrawAnswer,
    DrawIn,
    DrawStartAnswer,
    JobAnswer,
    LotBetweenIn,
    LotIn,
    LotsAnswer,
    PromiseIn,
    TakeBackIn,
)
from tournaments.draws.services.draws import commit_draw, draw_stage, take_back_draw
from tournaments.draws.services.lots import draw_lot, promise_lot, write_lot
from tournaments.models import DrawCommitment, Job, Tournament
from tournaments.standings.selectors import held_now, levels_of
from tournaments.values.visibility import PageSwitch
from tournaments.web.api import requests
from tournaments.web.api.schema import PAGED, answers, page


class DrawNow(requests.TournamentCall):
    """The draw of a stage."""

    acts: ClassVar[dict[str, str]] = {"POST": "draw"}

    @extend_schema(operation_id="draw", request=DrawIn, responses=answers(DrawStartAnswer, 202))
    def post(self, request: Request, slug: str) -> Response:
        """Draw a stage, or return its current draw. A job creates the matches."""
        options = requests.read(DrawIn, request.data)
        stage = requests.stage_of(self.tournament, options.pop("stage"))
        draw, job = draw_stage(stage, author=self.author, at=timezone.now(), **options)
        draw.commitment.stage = stage
        return Response(DrawStartAnswer({"job": job, "draw": draw.commitment}).data, status=202)


class TakeBack(requests.TournamentCall):
    """The withdrawal of a draw."""

    acts: ClassVar[dict[str, str]] = {"POST": "draw"}

    @extend_schema(operation_id="take_back_draw", request=TakeBackIn, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw a draw before the first hand is recorded. The stage can then be drawn again."""
        sent = requests.read(TakeBackIn, request.data)
        stage = requests.stage_of(self.tournament, sent["stage"])
        take_back_draw(stage, sent["reason"], author=self.author, at=timezone.now())
        return Response(status=204)


class Draws(requests.ListCall):
    """The draws of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "draw"}
    of_page = PageSwitch.DRAW
    ordering = ("made_at", "id")

    @extend_schema(operation_id="draws", parameters=PAGED, responses=answers(page(DrawAnswer)))
    def get(self, request: Request, slug: str) -> Response:
        """Return the commitment to each draw and, after the draw, all data needed to repeat it."""
        promises = DrawCommitment.objects.filter(stage__tournament=self.tournament)
        rows = self.paginate_queryset(promises.select_related("stage", "draw"))
        return self.get_paginated_response(DrawAnswer(rows or (), many=True).data)

    @extend_schema(operation_id="promise_draw", request=PromiseIn, responses=answers(DrawAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Commit to a draw: publish a hash of the entrants and a secret salt before the lot is drawn."""
        stage = requests.stage_of(self.tournament, requests.read(PromiseIn, request.data)["stage"])
        promise = commit_draw(stage, author=self.author, at=timezone.now())
        promise.stage = stage
        return Response(DrawAnswer(promise).data, status=201)


class OneJob(Call):
    """A background job."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_jobs"}

    @cached_property
    def job(self) -> Job:
        """The job and its tournament, read in one query; raises Http404 if there is no such job."""
        jobs = Job.objects.select_related("tournament").exclude(tournament=None)
        return get_object_or_404(jobs, pk=self.kwargs["job_id"])

    @property
    def tournament(self) -> Tournament | None:
        """The tournament of the job."""
        return self.job.tournament

    @extend_schema(operation_id="job", responses=answers(JobAnswer))
    def get(self, request: Request, job_id: str) -> Response:
        """Return the progress and the result of a job."""
        return Response(JobAnswer(self.job).data)


class Lots(requests.TournamentCall):
    """The lots in all stages of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "draw"}
    of_page = PageSwitch.DRAW

    @extend_schema(operation_id="lots_asked", responses=answers(LotsAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the ties to be broken by lot. Ties that decide who qualifies come first.

        If the standings of a stage are withheld, its ties are returned only to users at the desk.
        """
        levels = [
            {"stage": stage, "level": level}
            for stage in self.tournament.stages.select_related("tournament")
            if self.sees_all or held_now(stage) is None
            for level in levels_of(stage)
        ]
        return Response(LotsAnswer({"asked": levels}).data)

    @extend_schema(operation_id="draw_lot", request=LotIn, responses=answers(DrawAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Draw a committed lot, or record the order of the teams in a lot drawn by hand.

        With a `reason`, the lot replaces an earlier lot between the same teams until the next stage is drawn.
        """
        sent = requests.read(LotIn, request.data)
        stage = requests.stage_of(self.tournament, sent["stage"])
        provenance: dict[str, Any] = {
            "author": self.author,
            "at": timezone.now(),
            "reason": sent.get("reason", ""),
        }
        if sent["by"] == "hand":
            draw = write_lot(stage, sent["teams"], **provenance)
        else:
            draw = draw_lot(stage, sent["teams"], sent.get("lot", ""), **provenance)
        draw.commitment.stage = stage
        return Response(DrawAnswer(draw.commitment).data, status=201)


class LotPromise(requests.TournamentCall):
    """The commitment to a lot."""

    acts: ClassVar[dict[str, str]] = {"POST": "draw"}

    @extend_schema(operation_id="promise_lot", request=LotBetweenIn, responses=answers(DrawAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Commit to a lot: publish a hash of the teams and a secret salt before the lot is drawn."""
        sent = requests.read(LotBetweenIn, request.data)
        stage = requests.stage_of(self.tournament, sent["stage"])
        promise = promise_lot(stage, sent["teams"], author=self.author, at=timezone.now())
        promise.stage = stage
        return Response(DrawAnswer(promise).data, status=201)
