"""Requests and answers of the API about the cash of a tournament."""

from rest_framework.serializers import BooleanField, CharField, IntegerField, UUIDField

from scoring.api.fields import Instant, Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.cash import rules
from tournaments.cash.selectors import note_of
from tournaments.values.money import LineKind, Method

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
