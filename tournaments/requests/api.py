"""Requests from home: everybody may send one, the desk reads and decides them."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, DateTimeField, IntegerField, UUIDField

from scoring.sheet.serializers import Answer, StrictSerializer, Text
from tournaments.competition.names import LONGEST
from tournaments.models import EntryRequest
from tournaments.permissions import may, roles_of
from tournaments.requests import selectors
from tournaments.requests.services import checking, requests as services
from tournaments.requests.services.throttle import count_request
from tournaments.web.api import requests
from tournaments.web.api.answers import page
from tournaments.web.api.http import client_key
from tournaments.web.api.schema import IDEMPOTENCY_KEY, PAGED, answers

DIGITS = 6


@extend_schema_field({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]})
class VersionField(serializers.Field[Any, Any, Any, Any]):
    """The version of the privacy text that was agreed to, a number or its digits."""

    default_error_messages = {"invalid": _("Write the number of the privacy text that was agreed to.")}

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        text = str(data) if isinstance(data, int | str) and not isinstance(data, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
            self.fail("invalid")
        return int(text)


class RequestPlayerIn(StrictSerializer):
    """Who wants to play."""

    name = Text(max_length=LONGEST)


class ContactIn(StrictSerializer):
    """Where the club may reach them: a telephone or an address for mail."""

    phone = Text(max_length=40, required=False, allow_blank=True)
    mail = Text(max_length=160, required=False, allow_blank=True)


class RequestIn(StrictSerializer):
    """Who wants to play; null for the second: a partner is looked for."""

    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=RequestPlayerIn(allow_null=True), allow_empty=False, max_length=20
    )
    contact = ContactIn()
    consent = VersionField()
    code = Text(max_length=40, required=False, allow_blank=True)


class SentenceIn(StrictSerializer):
    """What is said to who is refused."""

    sentence = Text(max_length=services.LONGEST_ANSWER, required=False, allow_blank=True)


class MeantIn(StrictSerializer):
    """Who is meant by a player, counted from 1: a person of the register, or null for nobody of it.

    Needed where several have a name (400 `which_person`), or where a shortened one may be somebody's: “Piras
    G.” is refused while the register has a Gavino Piras, until it is said that it is he, or another.
    """

    persons = serializers.DictField(child=UUIDField(allow_null=True), required=False)

    def validate_persons(self, value: Mapping[str, UUID | None]) -> dict[int, UUID | None]:
        """Return it by the places as the services count them."""
        if not all(each.isascii() and each.isdigit() and 1 <= len(each) <= 2 and int(each) for each in value):
            raise serializers.ValidationError(_("Count the players from 1."))
        return {int(place) - 1: person for place, person in value.items()}


class RequestAnswer(Answer):
    """Where a request stands: its place among those who are in, or among those who wait."""

    id = UUIDField()
    state = CharField()
    position = IntegerField(allow_null=True)


class SentRequestAnswer(RequestAnswer):
    """The same, with the personal link: it is the only key, and told this once."""

    link = CharField()


class RequestPlayerAnswer(Answer):
    """A name as it was sent."""

    name = CharField(source="*")


class DeskContactAnswer(Answer):
    """Where the club reaches them; nothing once its time is over."""

    phone = CharField()
    mail = CharField()


class DeskRequestAnswer(RequestAnswer):
    """A request as the desk reads it."""

    number = IntegerField()
    players = RequestPlayerAnswer(many=True)
    contact = DeskContactAnswer()
    seeks_partner = serializers.BooleanField()
    joined_to = UUIDField(allow_null=True)
    team = UUIDField(allow_null=True)
    answer = CharField()
    consent = IntegerField()
    made_at = DateTimeField()
    moved_up_at = DateTimeField(allow_null=True)


def _for_desk(request: EntryRequest, position: int | None) -> dict[str, Any]:
    details = selectors.details_of(request)
    row = {
        "id": request.pk,
        "state": request.state,
        "position": position,
        "number": request.number,
        "players": selectors.names_of(request),
        "contact": {"phone": details.phone if details else "", "mail": details.mail if details else ""},
        "seeks_partner": request.seeks_partner,
        "joined_to": request.joined_to_id,
        "team": request.team_id,
        "answer": details.answer if details else "",
        "consent": request.privacy_version,
        "made_at": request.made_at,
        "moved_up_at": request.moved_up_at,
    }
    return DeskRequestAnswer.of(row)


class Requests(requests.ListCall):
    """The requests from home for a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_requests", "POST": "ask_entry"}
    ordering = ("number",)

    @extend_schema(
        operation_id="entry_requests", parameters=PAGED, responses=answers(page(DeskRequestAnswer))
    )
    def get(self, request: Request, slug: str) -> Response:
        """The requests in the order they came, with what the desk alone reads."""
        rows = self.paginate_queryset(selectors.with_details().filter(tournament=self.tournament)) or []
        places = selectors.positions(self.tournament, rows)
        return self.get_paginated_response([_for_desk(each, places[each.pk]) for each in rows])

    @extend_schema(
        operation_id="ask_entry",
        request=RequestIn,
        parameters=[IDEMPOTENCY_KEY],
        responses=answers(SentRequestAnswer, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ask to play; sent again with the same `Idempotency-Key`, it is the same request."""
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
        answer = {"id": row.pk, "state": row.state, "position": standing.position, "link": link}
        headers = {"Idempotency-Key": key} if key else {}
        return Response(SentRequestAnswer.of(answer), status=201, headers={**headers, **PRIVATE})


PRIVATE = {"Cache-Control": "no-store"}


class RequestDecision(requests.TournamentCall):
    """An act upon one request."""

    acts: ClassVar[dict[str, str]] = {"POST": "decide_requests"}

    def entry_request(self) -> EntryRequest:
        """Return the request of this tournament, or 404."""
        rows = EntryRequest.objects.select_related("tournament__notice")
        return get_object_or_404(rows, tournament=self.tournament, pk=self.kwargs["request_id"])

    def answer(self, row: EntryRequest) -> Response:
        """Return the request as it stands now: four queries."""
        now = selectors.with_details().get(pk=row.pk)
        return Response(_for_desk(now, selectors.positions(self.tournament, [now])[now.pk]))


class AcceptRequest(RequestDecision):
    """A request that is taken in."""

    @extend_schema(operation_id="accept_entry_request", request=MeantIn, responses=answers(DeskRequestAnswer))
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Let it enter, or wait while no place is free; 400 `which_person` while it is open who is meant."""
        meant = requests.read(MeantIn, request.data).get("persons")
        row = services.accept(self.entry_request(), meant=meant, author=self.author, at=timezone.now())
        return self.answer(row)


class RefuseRequest(RequestDecision):
    """A request that is refused."""

    @extend_schema(
        operation_id="refuse_entry_request", request=SentenceIn, responses=answers(DeskRequestAnswer)
    )
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Refuse it with a sentence, which is read by its link."""
        sentence = requests.read(SentenceIn, request.data).get("sentence", "")
        return self.answer(
            services.refuse(self.entry_request(), sentence, author=self.author, at=timezone.now())
        )


class WithdrawRequest(RequestDecision):
    """A request that is taken back."""

    @extend_schema(
        operation_id="withdraw_entry_request",
        request=requests.NothingIn,
        responses=answers(DeskRequestAnswer),
    )
    def post(self, request: Request, slug: str, request_id: str) -> Response:
        """Take it back, and its team off the list before the draw: who waits first moves up."""
        requests.read(requests.NothingIn, request.data)
        return self.answer(services.withdraw(self.entry_request(), author=self.author, at=timezone.now()))


class JoinRequests(RequestDecision):
    """Two who look for a partner."""

    @extend_schema(operation_id="join_entry_requests", request=None, responses=answers(DeskRequestAnswer))
    def post(self, request: Request, slug: str, request_id: str, other_id: str) -> Response:
        """Make them a pair, at the place of who came earlier."""
        other = get_object_or_404(EntryRequest, tournament=self.tournament, pk=other_id)
        return self.answer(services.join(self.entry_request(), other, author=self.author, at=timezone.now()))
