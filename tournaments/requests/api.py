"""API views of entry requests: anyone may send a request; the desk lists requests and decides on them."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import EntryRequest
from tournaments.permissions import may, roles_of
from tournaments.requests import selectors
from tournaments.requests.serializers import (
    DeskRequestAnswer,
    MeantIn,
    RequestIn,
    SentenceIn,
    SentRequestAnswer,
)
from tournaments.requests.services import checking, requests as services
from tournaments.requests.services.throttle import count_request
from tournaments.web.api import requests
from tournaments.web.api.http import client_key
from tournaments.web.api.schema import IDEMPOTENCY_KEY, PAGED, answers, page
from tournaments.web.api.serializers import NothingIn


def _row(request: EntryRequest, position: int | None) -> dict[str, Any]:
    """Return an entry request, its details and its position, as input for `DeskRequestAnswer`."""
    return {"request": request, "details": selectors.details_of(request), "position": position}


class Requests(requests.ListCall):
    """API view of the entry requests for a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_requests", "POST": "ask_entry"}
    ordering = ("number",)

    @extend_schema(
        operation_id="entry_requests", parameters=PAGED, responses=answers(page(DeskRequestAnswer))
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the requests with their private data, in order of arrival."""
        rows = self.paginate_queryset(selectors.with_details().filter(tournament=self.tournament)) or []
        places = selectors.positions(self.tournament, rows)
        answer_rows = [_row(each, places[each.pk]) for each in rows]
        return self.get_paginated_response(DeskRequestAnswer(answer_rows, many=True).data)

    @extend_schema(
        operation_id="ask_entry",
        request=RequestIn,
        parameters=[IDEMPOTENCY_KEY],
        responses=answers(SentRequestAnswer, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Send an entry request."""
        values, at, key = requests.read(RequestIn, request.data), timezone.now(), client_key(request)
        players = values["players"]
        names = [each["name"] if each else "" for each in players]
        alone = len(players) == checking.PAIR and players[1] is None
        if key is None or not self.tournament.requests.filter(key=key).exists():
            checking.refuse_closed(self.tournament, at)
            if not may("decide_requests", roles_of(request.user, self.tournament)):
                count_request(self.tournament, request.META.get("REMOTE_ADDR", ""), None, at=at)
        row, token = services.ask(
            self.tournament,
            names=names[:1] if alone else names,
            seeks_partner=alone,
            **values["contact"],
            consent=values["consent"],
            key=key,
            code=values.get("code", ""),
            at=at,
        )
        standing = selectors.standing_of(row)
        link = request.build_absolute_uri(reverse("request_page", args=[token]))
        answer = {"request": row, "position": standing.position, "link": link}
        headers = {"Idempotency-Key": key} if key else {}
        return Response(SentRequestAnswer(answer).data, status=201, headers={**headers, **PRIVATE})


PRIVATE = {"Cache-Control": "no-store"}


class RequestDecision(requests.TournamentCall):
    """Base class of the views that decide on a request."""

    acts: ClassVar[dict[str, str]] = {"POST": "decide_requests"}

    def entry_request(self) -> EntryRequest:
        """Return the request that the URL names; raise Http404 if the request is unknown."""
        rows = EntryRequest.objects.select_related("tournament__notice")
        return get_object_or_404(rows, tournament=self.tournament, pk=self.kwargs["request_id"])

    def answer(self, row: EntryRequest) -> Response:
        """Return a response with the current state of the request. Four queries."""
        now = selectors.with_details().get(pk=row.pk)
        position = selectors.positions(self.tournament, [now])[now.pk]
        return Response(DeskRequestAnswer(_row(now, position)).data)


class AcceptRequest(RequestDecision):
    """API view that accepts an entry request."""

    @extend_schema(operation_id="accept_entry_request", request=MeantIn, responses=answers(DeskRequestAnswer))
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Accept a request: its team is entered, or waits if no place is free.

        Refused with 400 `which_person` if it is not clear which person of the register a name means.
        """
        meant = requests.read(MeantIn, request.data).get("persons")
        row = services.accept(self.entry_request(), meant=meant, author=self.author, at=timezone.now())
        return self.answer(row)


class RefuseRequest(RequestDecision):
    """API view that refuses an entry request."""

    @extend_schema(
        operation_id="refuse_entry_request", request=SentenceIn, responses=answers(DeskRequestAnswer)
    )
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Refuse a request with a message, which the sender can read on the personal page."""
        sentence = requests.read(SentenceIn, request.data).get("sentence", "")
        return self.answer(
            services.refuse(self.entry_request(), sentence, author=self.author, at=timezone.now())
        )


class WithdrawRequest(RequestDecision):
    """API view that withdraws an entry request."""

    @extend_schema(
        operation_id="withdraw_entry_request",
        request=NothingIn,
        responses=answers(DeskRequestAnswer),
    )
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Withdraw a request and, before the draw, its team. The first waiting request is promoted."""
        requests.read(NothingIn, request.data)
        return self.answer(services.withdraw(self.entry_request(), author=self.author, at=timezone.now()))


class JoinRequests(RequestDecision):
    """API view that joins the entry requests of two players without a partner."""

    @extend_schema(operation_id="join_entry_requests", request=None, responses=answers(DeskRequestAnswer))
    def post(self, request: Request, slug: str, request_id: str, other_id: str) -> Response:
        """Join the requests of two players without a partner, at the position of the earlier request."""
        other = get_object_or_404(EntryRequest, tournament=self.tournament, pk=other_id)
        return self.answer(services.join(self.entry_request(), other, author=self.author, at=timezone.now()))
