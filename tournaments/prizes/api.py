"""API views of the prizes of a tournament."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.sheet.services.log import Acting
from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.models import Prize
from tournaments.prizes import services
from tournaments.prizes.rules import PrizeTerms
from tournaments.prizes.selectors import prizes_now
from tournaments.prizes.serializers import HandedIn, PrizeAnswer, PrizeChangeIn, PrizeIn, PrizesAnswer
from tournaments.web.api.requests import TournamentCall, read
from tournaments.web.api.schema import answers


class PrizeCall(TournamentCall):
    """Base class of the API views about prizes."""

    @property
    def acting(self) -> Acting:
        """The keyword arguments `author` and `at` (the current time) for a service call."""
        return {"author": self.author, "at": timezone.now()}

    def prize(self, prize_id: str) -> Prize:
        """Return a prize of a tournament; raise Http404 if the prize is unknown."""
        return get_object_or_404(Prize, pk=prize_id, tournament=self.tournament)

    def answer(self, prize: Prize, status: int = 200) -> Response:
        """Return the response with the current state of a prize."""
        now = next(each for each in prizes_now(self.tournament).prizes if each.prize.pk == prize.pk)
        return Response(PrizeAnswer(now).data, status=status)


def _terms(sent: dict[str, Any]) -> dict[str, Any]:
    terms = {name: value for name, value in sent.items() if name not in ("number", "team")}
    for name in ("text", "group", "category"):
        if name in terms:
            terms[name] = " ".join(terms[name].split())
    return terms | ({"given_for": PrizeFor(terms["given_for"])} if "given_for" in terms else {})


class Prizes(PrizeCall):
    """API view of the prizes of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_prizes", "POST": "change_prizes"}

    @extend_schema(operation_id="prizes", responses=answers(PrizesAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return all prizes in order, each with its winners."""
        return Response(PrizesAnswer(prizes_now(self.tournament)).data)

    @extend_schema(operation_id="add_prize", request=PrizeIn, responses=answers(PrizeAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Add a prize at the end of the list."""
        sent = read(PrizeIn, request.data)
        return self.answer(
            services.add_prize(self.tournament, PrizeTerms(**_terms(sent)), **self.acting), 201
        )


class OnePrize(PrizeCall):
    """API view of one prize."""

    acts: ClassVar[dict[str, str]] = {"PATCH": "change_prizes", "DELETE": "change_prizes"}

    @extend_schema(operation_id="change_prize", request=PrizeChangeIn, responses=answers(PrizeAnswer))
    def patch(self, request: Request, slug: str, prize_id: str) -> Response:
        """Change a prize, move it in the list, or assign the prize of a category to a team."""
        prize = self.prize(prize_id)
        sent = read(PrizeChangeIn, request.data, partial=True)
        placing = {key: value for key, value in sent.items() if key in {"number", "team"}}
        services.change_and_place_prize(prize, _terms(sent), placing, **self.acting)
        return self.answer(prize)

    @extend_schema(operation_id="remove_prize", responses={204: None})
    def delete(self, request: Request, slug: str, prize_id: str) -> Response:
        """Remove a prize, unless it was handed over."""
        services.remove_prize(self.prize(prize_id), **self.acting)
        return Response(status=204)


class PrizeHandOver(PrizeCall):
    """API view that records the hand-over of a prize."""

    acts: ClassVar[dict[str, str]] = {"POST": "hand_over_prize"}

    @extend_schema(operation_id="hand_over_prize", request=HandedIn, responses=answers(PrizeAnswer))
    def post(self, request: Request, slug: str, prize_id: str) -> Response:
        """Record that a prize was handed over to its winner. A repeated request changes nothing."""
        prize, sent = self.prize(prize_id), read(HandedIn, request.data)
        services.hand_over(prize, sent.get("team"), **self.acting)
        return self.answer(prize)


class PrizeTakeBack(PrizeCall):
    """API view that cancels the hand-over of a prize."""

    acts: ClassVar[dict[str, str]] = {"POST": "hand_over_prize"}

    @extend_schema(operation_id="take_back_prize", request=HandedIn, responses=answers(PrizeAnswer))
    def post(self, request: Request, slug: str, prize_id: str) -> Response:
        """Cancel the hand-over of a prize."""
        prize, sent = self.prize(prize_id), read(HandedIn, request.data)
        services.take_back(prize, sent.get("team"), **self.acting)
        return self.answer(prize)
