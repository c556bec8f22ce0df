"""API views of the cash book, in cents: payments, waivers, expenses, carnets (prepaid passes), closing."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.types import BadEntry, Sentence, _
from tournaments.cash import services
from tournaments.cash.selectors import CashNow, carnets, carnets_of_teams, cash_now
from tournaments.cash.serializers import (
    CarnetAnswer,
    CarnetIn,
    CarnetsAnswer,
    CashAnswer,
    CashCloseAnswer,
    CashLineAnswer,
    CountIn,
    ExpenseIn,
    FloatIn,
    PaymentIn,
    WaiverIn,
)
from tournaments.models import CashLine, Person
from tournaments.web.api.requests import TournamentCall, read
from tournaments.web.api.schema import answers


class CashCall(TournamentCall):
    """Base class of the views about the cash book of a tournament."""

    @property
    def acting(self) -> Any:
        """Keyword arguments for services: the author and the current time."""
        return {"author": self.author, "at": timezone.now()}

    def now(self) -> CashNow:
        """Return the current state of the cash book."""
        return cash_now(self.tournament)

    def line(self, pk: UUID, status: int) -> Response:
        """Return a response with one cash entry."""
        cash_line = next(each for each in self.now().lines if each.line.pk == pk)
        return Response(CashLineAnswer(cash_line).data, status=status)

    def receipt(self, receipt: services.Receipt) -> Response:
        """Return a response with a recorded cash entry: status 201 if the entry is new, else 200."""
        return self.line(receipt.line.pk, 201 if receipt.is_new else 200)


class Cash(CashCall):
    """The cash book of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_cash"}

    @extend_schema(operation_id="cash", responses=answers(CashAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the amounts due, paid, waived and open, the content of the drawer, and all cash entries."""
        return Response(CashAnswer(self.now()).data, headers={"Cache-Control": "no-store"})


class Payments(CashCall):
    """Payments of teams."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="take_payment", request=PaymentIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Record a payment of a team.

        The status is 201, or 200 if the cash entry was recorded before with the same key.
        """
        values = read(PaymentIn, request.data)
        team, amount, method = values.pop("team"), values.pop("amount"), values.pop("method")
        return self.receipt(services.pay(self.tournament, team, amount, method, **values, **self.acting))


class Reversal(CashCall):
    """Reversal of a cash entry."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="reverse_payment", request=None, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str, line_id: UUID) -> Response:
        """Record the reversal of a payment, a waiver, an expense, a prize, a carnet or the cash float."""
        line = get_object_or_404(CashLine, pk=line_id, tournament=self.tournament)
        return self.line(services.reverse(line, **self.acting).pk, 201)


class Waivers(CashCall):
    """Waivers of amounts that teams owe."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="waive_due", request=WaiverIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Waive an amount that a team owes, with a reason."""
        values = read(WaiverIn, request.data)
        key = values.pop("key", "")
        values["team_id"] = values.pop("team")
        return self.receipt(services.waive(self.tournament, **values, key=key, **self.acting))


class Expenses(CashCall):
    """Expenses and prizes paid out of the drawer."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="pay_expense", request=ExpenseIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Pay an expense out of the drawer, or a prize if `prize` is given."""
        values = read(ExpenseIn, request.data)
        text, amount, key = values["text"], values["amount"], values.get("key", "")
        if values.get("prize"):
            return self.receipt(services.pay_prize(self.tournament, text, amount, key=key, **self.acting))
        receipt = values.get("receipt", "")
        return self.receipt(services.spend(self.tournament, text, receipt, amount, key=key, **self.acting))


class ChangeFund(CashCall):
    """The cash float: the money in the drawer before the first payment."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="put_float", request=FloatIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Record the cash float that is put into the drawer before the first payment."""
        return self.receipt(services.put_float(self.tournament, **read(FloatIn, request.data), **self.acting))


class CloseOfCash(CashCall):
    """The cash closings of a tournament."""

    acts: ClassVar[dict[str, str]] = {"POST": "close_cash"}

    @extend_schema(operation_id="close_cash", request=CountIn, responses=answers(CashCloseAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Close the cash book with the counted amount. A difference from the expected amount is allowed."""
        row = services.close(self.tournament, **read(CountIn, request.data), **self.acting)
        return Response(CashCloseAnswer(row).data, status=201)


class Carnets(CashCall):
    """The carnets (prepaid passes for several evenings) of the players of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_cash", "POST": "take_money"}

    @extend_schema(operation_id="carnets", responses=answers(CarnetsAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """Return the carnets of players of this tournament that still have unused evenings."""
        mine = {each.carnet.pk: each for rows in carnets_of_teams(self.tournament).values() for each in rows}
        return Response(CarnetsAnswer({"carnets": list(mine.values())}).data)

    @extend_schema(operation_id="sell_carnet", request=CarnetIn, responses=answers(CarnetAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Sell a carnet (prepaid pass for several evenings) to a player of this tournament."""
        values = read(CarnetIn, request.data)
        person = Person.objects.filter(seats__tournament=self.tournament, pk=values.pop("person")).first()
        if person is None:
            raise BadEntry("unknown_person", Sentence(_("A carnet is sold to somebody who plays here.")))
        sold = services.sell_carnet(self.tournament, person, **values, **self.acting)
        (carnet,) = carnets(Q(pk=sold.line.carnet_id))
        return Response(CarnetAnswer(carnet).data, status=201 if sold.is_new else 200)
