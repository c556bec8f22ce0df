"""The cash book and the prizes of tournaments. Cash entries are in cents and are never changed or deleted."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.facts import Fact
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor
from tournaments.models.people import Person
from tournaments.models.tournament import Tournament
from tournaments.values.money import MOST_CENTS, LineKind, Method

ACCOUNT = settings.AUTH_USER_MODEL


class Carnet(models.Model):
    """A carnet (prepaid pass for several evenings) of one person. `number` is printed on it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.PositiveIntegerField(unique=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="carnets")
    evenings = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(condition=Q(evenings__range=(1, 100)), name="carnet_evenings_range")
        ]


class CashLine(Fact):
    """One cash entry. `amount` is in cents; a reversal has the negative amount of the reversed entry.

    `team` is the id of the team that owes or paid; the entry stays if the team is deleted. `key` is unique in
    a tournament.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_lines")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    team = models.UUIDField(null=True)
    method = models.CharField(max_length=8, blank=True, default="")
    amount = models.IntegerField()
    carnet = models.ForeignKey(Carnet, null=True, on_delete=models.PROTECT, related_name="lines")
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversal")
    key = models.CharField(max_length=64, null=True)
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="cash_line_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_cash_line_a_key"),
            models.CheckConstraint(
                condition=Q(kind__in=[each.value for each in LineKind]), name="cash_line_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(method__in=["", *(each.value for each in Method)]), name="cash_method_known"
            ),
            models.CheckConstraint(
                condition=Q(amount__range=(-MOST_CENTS, MOST_CENTS)), name="cash_amount_range"
            ),
        ]


class CashClose(Fact):
    """A cash closing: the expected amount and the counted amount, in cents.

    `up_to` is the number of the last cash entry included. Later entries are corrections, and another closing
    may follow.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cash_closes")
    number = models.PositiveSmallIntegerField()
    up_to = models.PositiveIntegerField()
    expected = models.IntegerField()
    counted = models.IntegerField()
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="cash_close_number")]


class CashNote(models.Model):
    """A note on a cash entry or closing, such as a reason or the goods sold. The note can be deleted."""

    line = models.OneToOneField(CashLine, null=True, on_delete=models.CASCADE, related_name="note")
    close = models.OneToOneField(CashClose, null=True, on_delete=models.CASCADE, related_name="note")
    text = models.CharField(max_length=160)
    receipt = models.CharField(max_length=80, blank=True, default="")


class Prize(models.Model):
    """One prize: goods, or money if the club allows money prizes. `value` is its cost in cents.

    `place` counts from 1, in the final standings or in `group`. `category` is a text of the club.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField()
    given_for = models.CharField(max_length=8, default=PrizeFor.PLACE.value)
    place = models.PositiveSmallIntegerField(null=True)
    group = models.CharField(max_length=8, blank=True, default="")
    category = models.CharField(max_length=60, blank=True, default="")
    text = models.CharField(max_length=120)
    is_money = models.BooleanField(default=False)
    value = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="prize_number"),
            models.CheckConstraint(
                condition=Q(given_for__in=[each.value for each in PrizeFor]), name="prize_for_known"
            ),
            models.CheckConstraint(condition=Q(place=None) | Q(place__gte=1), name="prize_place_range"),
        ]


class PrizeMove(Fact):
    """One recorded action on a prize, such as an assignment or a hand-over, with its time and author.

    `prize_id` is the id of the prize, which may have been deleted since; `team` is the id of the team that
    the action concerns.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    prize_id = models.UUIDField()
    kind = models.CharField(max_length=12)
    team = models.UUIDField(null=True)
    body = models.JSONField(default=dict)
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "-at"]
        indexes = [models.Index(fields=["prize_id", "at"], name="prize_moves")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[each.value for each in PrizeAct]), name="prize_act_known"
            )
        ]
