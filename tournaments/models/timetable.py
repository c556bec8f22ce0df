"""When rounds are to be played: what was planned of each, and the acts upon its clock."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.facts import Fact
from tournaments.models.stage import Stage
from tournaments.tables.rules import ClockAct


class RoundPlan(models.Model):
    """What is planned of a round: when it begins, how long it lasts, until when it must be played."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="round_plans")
    round = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    deadline = models.DateTimeField(null=True)

    class Meta:
        ordering = ["stage", "round"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round"], name="one_plan_a_round"),
            models.CheckConstraint(
                condition=Q(minutes__isnull=True) | Q(minutes__gte=1, minutes__lte=720),
                name="round_plan_minutes",
            ),
        ]


class ClockMove(Fact):
    """One act upon the clock of a round; `seconds` is its length at the start, or how far a shift goes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="clock_moves")
    round = models.PositiveSmallIntegerField()
    seq = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=8)
    seconds = models.IntegerField(default=0)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ["stage", "at", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "round", "seq"], name="clock_move_seq"),
            models.CheckConstraint(
                condition=Q(act__in=[act.value for act in ClockAct]), name="clock_act_known"
            ),
        ]
