"""The evening's cash: what is due and paid, in cents; money is taken, given back, spent and counted."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, IntegerField, UUIDField

from scoring.sheet.serializers import (
    Answer,
    FunctionField,
    Instant,
    StrictSerializer,
    Text,
    WholeNumber,
    WordField,
    YesNo,
)
from scoring.types import BadEntry, Sentence, _
from tournaments.cash import rules, services
from tournaments.cash.selectors import CashNow, carnets, carnets_of_teams, cash_now, note_of
from tournaments.models import CashLine, Person
from tournaments.values.money import LineKind, Method
from tournaments.web.api.requests import TournamentCall, read
from tournaments.web.api.schema import answers

METHODS = tuple(Method)


class ByMethodAnswer(Answer):
    """What came in, by the way it was paid."""

    cash = IntegerField()
    transfer = IntegerField()
    card = IntegerField()
    voucher = IntegerField()


class OpenAnswer(Answer):
    """What one team still owes; where it is negative, it is to be given back."""

    team = UUIDField(source="team_id")
    amount = IntegerField(source="open")


class DrawerAnswer(Answer):
    """What was put into the drawer and taken out of it, and what should lie there."""

    float = IntegerField(source="fund")
    fees = IntegerField()
    carnets = IntegerField()
    expenses = IntegerField()
    prizes = IntegerField()
    expected = IntegerField()


class CashCloseAnswer(Answer):
    """The drawer was counted: what should have been there, what was, and the difference."""

    number = IntegerField()
    expected = IntegerField()
    counted = IntegerField()
    difference = FunctionField(IntegerField(), lambda row: row.counted - row.expected)
    explanation = FunctionField(CharField(), note_of)
    at = Instant()


class CashLineAnswer(Answer):
    """One line; `stands` is whether it was not taken back and takes none back."""

    id = UUIDField(source="line.pk")
    number = IntegerField(source="line.number")
    kind = WordField(source="line.kind", choices=tuple(LineKind))
    team = UUIDField(source="line.team", allow_null=True)
    method = CharField(source="line.method")
    amount = IntegerField(source="line.amount")
    carnet = UUIDField(source="line.carnet_id", allow_null=True)
    reverses = UUIDField(source="line.reverses_id", allow_null=True)
    text = CharField()
    receipt = CharField()
    stands = BooleanField()
    at = Instant(source="line.at")


class CashAnswer(Answer):
    """The cash as it is now: due = paid + waived + all that is open, to the cent."""

    fee = IntegerField()
    due = IntegerField(source="total.due")
    paid = IntegerField(source="total.paid")
    waived = IntegerField(source="total.waived")
    by_method = ByMethodAnswer()
    open = FunctionField(OpenAnswer(many=True), lambda now: [each for each in now.teams if each.open])
    carnets_sold = ByMethodAnswer()
    drawer = DrawerAnswer()
    lines = CashLineAnswer(many=True)
    closes = CashCloseAnswer(many=True)


class CarnetAnswer(Answer):
    """A carnet and what is left of it."""

    id = UUIDField(source="carnet.pk")
    number = IntegerField(source="carnet.number")
    person = UUIDField(source="carnet.person_id")
    evenings = IntegerField(source="carnet.evenings")
    remaining = IntegerField()


class CarnetsAnswer(Answer):
    """The carnets of those who play here, with evenings left."""

    carnets = CarnetAnswer(many=True)


class Keyed(StrictSerializer):
    """The same key again is the same line."""

    key = Text(max_length=rules.LONGEST_KEY, required=False)


class PaymentIn(Keyed):
    """A team pays so many cents; `present` checks it in as well, `carnet` is the voucher it pays with."""

    team = UUIDField()
    amount = WholeNumber(min_value=None, max_value=None)
    method = WordField(choices=METHODS)
    carnet = UUIDField(required=False, allow_null=True)
    present = YesNo(required=False)


class WaiverIn(Keyed):
    """A team is let off so many cents, and why."""

    team = UUIDField()
    amount = WholeNumber(min_value=None, max_value=None)
    reason = Text(max_length=rules.LONGEST_NOTE)


class ExpenseIn(Keyed):
    """Something was paid out of the drawer: an expense, or a prize."""

    text = Text(max_length=rules.LONGEST_NOTE)
    amount = WholeNumber(min_value=None, max_value=None)
    receipt = Text(max_length=rules.LONGEST_RECEIPT, required=False, allow_blank=True)
    prize = YesNo(required=False)


class FloatIn(Keyed):
    """What is put into the drawer at the beginning."""

    amount = WholeNumber(min_value=None, max_value=None)


class CountIn(StrictSerializer):
    """What was counted in the drawer, and what is to be said of a difference."""

    counted = WholeNumber(min_value=None, max_value=None)
    explanation = Text(max_length=rules.LONGEST_NOTE, required=False, allow_blank=True)


class CarnetIn(Keyed):
    """So many evenings are sold to a person who plays here."""

    person = UUIDField()
    evenings = WholeNumber(min_value=None, max_value=None)
    amount = WholeNumber(min_value=None, max_value=None)
    method = WordField(choices=METHODS)


class CashCall(TournamentCall):
    """A call about the cash of a tournament."""

    @property
    def acting(self) -> Any:
        """Who acts, and when."""
        return {"author": self.author, "at": timezone.now()}

    def now(self) -> CashNow:
        """The cash as it is now."""
        return cash_now(self.tournament)

    def line(self, pk: UUID, status: int) -> Response:
        """Answer with a line."""
        found = next(each for each in self.now().lines if each.line.pk == pk)
        return Response(CashLineAnswer.of(found), status=status)

    def receipt(self, receipt: services.Receipt) -> Response:
        """Answer with what was written, or had been."""
        return self.line(receipt.line.pk, 201 if receipt.is_new else 200)


class Cash(CashCall):
    """The whole cash."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_cash"}

    @extend_schema(operation_id="cash", responses=answers(CashAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """What is due, paid, waived and open, the drawer, every line."""
        return Response(CashAnswer.of(self.now()), headers={"Cache-Control": "no-store"})


class Payments(CashCall):
    """Money is taken."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="take_payment", request=PaymentIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Take money of a team: 201, or 200 where this key has written the same before."""
        values = read(PaymentIn, request.data)
        team, amount, method = values.pop("team"), values.pop("amount"), values.pop("method")
        return self.receipt(services.pay(self.tournament, team, amount, method, **values, **self.acting))


class Reversal(CashCall):
    """A line is taken back."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="reverse_payment", request=None, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str, line_id: UUID) -> Response:
        """Take back a payment, a waiver, an expense, a carnet or the float by a counter-entry."""
        line = get_object_or_404(CashLine, pk=line_id, tournament=self.tournament)
        return self.line(services.reverse(line, **self.acting).pk, 201)


class Waivers(CashCall):
    """Dues are waived."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="waive_due", request=WaiverIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Let a team off, with a reason."""
        values = read(WaiverIn, request.data)
        key = values.pop("key", "")
        values["team_id"] = values.pop("team")
        return self.receipt(services.waive(self.tournament, **values, key=key, **self.acting))


class Expenses(CashCall):
    """Money is paid out of the drawer."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="pay_expense", request=ExpenseIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Pay for something, or with `prize` for a prize."""
        values = read(ExpenseIn, request.data)
        text, amount, key = values["text"], values["amount"], values.get("key", "")
        if values.get("prize"):
            return self.receipt(services.pay_prize(self.tournament, text, amount, key=key, **self.acting))
        receipt = values.get("receipt", "")
        return self.receipt(services.spend(self.tournament, text, receipt, amount, key=key, **self.acting))


class ChangeFund(CashCall):
    """The float."""

    acts: ClassVar[dict[str, str]] = {"POST": "take_money"}

    @extend_schema(operation_id="put_float", request=FloatIn, responses=answers(CashLineAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Put money into the drawer before the first due comes in."""
        return self.receipt(services.put_float(self.tournament, **read(FloatIn, request.data), **self.acting))


class CloseOfCash(CashCall):
    """The close of the evening."""

    acts: ClassVar[dict[str, str]] = {"POST": "close_cash"}

    @extend_schema(operation_id="close_cash", request=CountIn, responses=answers(CashCloseAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Say what was counted; a difference stops nothing."""
        row = services.close(self.tournament, **read(CountIn, request.data), **self.acting)
        return Response(CashCloseAnswer.of(row), status=201)


class Carnets(CashCall):
    """Carnets of those who play here."""

    acts: ClassVar[dict[str, str]] = {"GET": "read_cash", "POST": "take_money"}

    @extend_schema(operation_id="carnets", responses=answers(CarnetsAnswer))
    def get(self, request: Request, slug: str) -> Response:
        """The carnets with evenings left."""
        mine = {each.carnet.pk: each for rows in carnets_of_teams(self.tournament).values() for each in rows}
        return Response(CarnetsAnswer.of({"carnets": list(mine.values())}))

    @extend_schema(operation_id="sell_carnet", request=CarnetIn, responses=answers(CarnetAnswer, 201))
    def post(self, request: Request, slug: str) -> Response:
        """Sell a carnet."""
        values = read(CarnetIn, request.data)
        person = Person.objects.filter(seats__tournament=self.tournament, pk=values.pop("person")).first()
        if person is None:
            raise BadEntry("unknown_person", Sentence(_("A carnet is sold to somebody who plays here.")))
        sold = services.sell_carnet(self.tournament, person, **values, **self.acting)
        (carnet,) = carnets(Q(pk=sold.line.carnet_id))
        return Response(CarnetAnswer.of(carnet), status=201 if sold.is_new else 200)
