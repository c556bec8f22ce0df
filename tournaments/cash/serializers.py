"""Serializers of the API requests and responses about the cash book of a tournament."""

from rest_framework.serializers import BooleanField, CharField, IntegerField, UUIDField

from scoring.api.fields import Instant, Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.cash import rules
from tournaments.cash.selectors import note_of
from tournaments.values.money import LineKind, Method

METHODS = tuple(Method)


class ByMethodAnswer(Answer):
    """The income by payment method."""

    cash = IntegerField()
    transfer = IntegerField()
    card = IntegerField()
    voucher = IntegerField()


class OpenAnswer(Answer):
    """The amount that a team still owes. A negative amount has to be given back to the team."""

    team = UUIDField(source="team_id")
    amount = IntegerField(source="open")


class DrawerAnswer(Answer):
    """The money put into and taken out of the cash drawer, and the expected contents."""

    float = IntegerField(source="fund")
    fees = IntegerField()
    carnets = IntegerField()
    expenses = IntegerField()
    prizes = IntegerField()
    expected = IntegerField()


class CashCloseAnswer(Answer):
    """A count of the drawer: the expected amount, the counted amount and the difference."""

    number = IntegerField()
    expected = IntegerField()
    counted = IntegerField()
    difference = FunctionField(IntegerField(), lambda row: row.counted - row.expected)
    explanation = FunctionField(CharField(), note_of)
    at = Instant()


class CashLineAnswer(Answer):
    """A cash entry. `stands` is false if it was reversed or reverses another entry."""

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
    """The totals and entries of the cash book. The amount due is either paid, waived or still open."""

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
    """A carnet (prepaid pass) and its unused evenings."""

    id = UUIDField(source="carnet.pk")
    number = IntegerField(source="carnet.number")
    person = UUIDField(source="carnet.person_id")
    evenings = IntegerField(source="carnet.evenings")
    remaining = IntegerField()


class CarnetsAnswer(Answer):
    """The carnets (prepaid passes) of players of this tournament that still have unused evenings."""

    carnets = CarnetAnswer(many=True)


class Keyed(StrictSerializer):
    """Base class of requests with an idempotency key. A repeated request returns the original cash entry."""

    key = Text(max_length=rules.LONGEST_KEY, required=False)


class PaymentIn(Keyed):
    """A team's payment in cents. `present` also checks the team in; `carnet` is the id of a prepaid pass."""

    team = UUIDField()
    amount = WholeNumber(min_value=None, max_value=None)
    method = WordField(choices=METHODS)
    carnet = UUIDField(required=False, allow_null=True)
    present = YesNo(required=False)


class WaiverIn(Keyed):
    """The waived amount in cents, and the reason."""

    team = UUIDField()
    amount = WholeNumber(min_value=None, max_value=None)
    reason = Text(max_length=rules.LONGEST_NOTE)


class ExpenseIn(Keyed):
    """An amount paid out of the drawer: an expense or a prize."""

    text = Text(max_length=rules.LONGEST_NOTE)
    amount = WholeNumber(min_value=None, max_value=None)
    receipt = Text(max_length=rules.LONGEST_RECEIPT, required=False, allow_blank=True)
    prize = YesNo(required=False)


class FloatIn(Keyed):
    """The cash float: the amount put into the drawer at the beginning."""

    amount = WholeNumber(min_value=None, max_value=None)


class CountIn(StrictSerializer):
    """The counted amount in the drawer, and an explanation if it differs from the expected amount."""

    counted = WholeNumber(min_value=None, max_value=None)
    explanation = Text(max_length=rules.LONGEST_NOTE, required=False, allow_blank=True)


class CarnetIn(Keyed):
    """The sale of a carnet (prepaid pass) to a player: the number of evenings and the price."""

    person = UUIDField()
    evenings = WholeNumber(min_value=None, max_value=None)
    amount = WholeNumber(min_value=None, max_value=None)
    method = WordField(choices=METHODS)
