"""The notice of a tournament, and who asked from home to play in it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.facts import Fact
from tournaments.models.stage import Team
from tournaments.models.tournament import Tournament
from tournaments.values.requests import MOST_FEE, MOST_PLACES, Accepts, RequestAct, RequestState

ACCOUNT = settings.AUTH_USER_MODEL


class Notice(models.Model):
    """What everybody reads before the draw; without a row a tournament has no notice.

    `fee` is in cents, for a team; `places` are teams, none named: as many as the tournament takes.
    `contact` and `prizes` have a first line that is read first, and more. Without `opens_at` entries from
    home are open at once, without `closes_at` until the draw.
    """

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.CASCADE, related_name="notice"
    )
    place = models.CharField(max_length=80, blank=True, default="")
    address = models.CharField(max_length=160, blank=True, default="")
    directions = models.CharField(max_length=160, blank=True, default="")
    doors_at = models.DateTimeField(null=True)
    contact = models.CharField(max_length=240, blank=True, default="")
    fee = models.PositiveIntegerField(default=0)
    fee_includes = models.CharField(max_length=160, blank=True, default="")
    prizes = models.CharField(max_length=400, blank=True, default="")
    text = models.TextField(blank=True, default="")
    places = models.PositiveSmallIntegerField(null=True)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)
    accepts = models.CharField(max_length=12, default=Accepts.ONE_BY_ONE.value)
    code = models.CharField(max_length=40, blank=True, default="")
    regulations = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(fee__lte=MOST_FEE), name="notice_fee_range"),
            models.CheckConstraint(
                condition=Q(places=None) | Q(places__range=(1, MOST_PLACES)), name="notice_places_range"
            ),
            models.CheckConstraint(
                condition=Q(accepts__in=[each.value for each in Accepts]), name="notice_accepts_known"
            ),
            models.CheckConstraint(condition=~Q(accepts="code", code=""), name="notice_has_its_code"),
        ]


class RegulationsFile(models.Model):
    """The regulations of tournaments, a PDF under a name made of its own digest: `3f9a….pdf`."""

    name = models.CharField(max_length=40, primary_key=True)
    pages = models.PositiveSmallIntegerField()
    data = models.BinaryField()


class PrivacyText(models.Model):
    """A version of what is said about the use of names and contacts; version 1 is the usual text.

    A row is never changed: what somebody agreed to can be read as long as their request stands.
    """

    version = models.PositiveIntegerField(primary_key=True)
    text = models.TextField()
    made_by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()


class EntryRequest(models.Model):
    """Two names (or one that looks for a partner) that want to play; `number` is the order they came in.

    The link is the only key, stored hashed. Where two singles were joined, the later one's request is
    `joined_to` the earlier one's and stands where that does. `key` is sent along by a form or a program:
    the same once more is the same request.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="requests")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=12, default=RequestState.NEW.value)
    seeks_partner = models.BooleanField(default=False)
    joined_to = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="joined")
    team = models.ForeignKey(Team, null=True, on_delete=models.SET_NULL, related_name="requests")
    token_hash = models.CharField(max_length=64, unique=True)
    key = models.CharField(max_length=64, null=True)
    privacy_version = models.PositiveIntegerField()
    moved_up_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="request_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="one_request_a_key"),
            models.CheckConstraint(
                condition=Q(state__in=[each.value for each in RequestState]), name="request_state_known"
            ),
        ]


class RequestDetails(models.Model):
    """What is personal in a request, for the desk alone: the row goes some time after the event.

    `answer` is the desk's sentence to who was refused.
    """

    request = models.OneToOneField(
        EntryRequest, primary_key=True, on_delete=models.CASCADE, related_name="details"
    )
    names = models.JSONField()
    phone = models.CharField(max_length=40, blank=True, default="")
    mail = models.CharField(max_length=160, blank=True, default="")
    answer = models.CharField(max_length=240, blank=True, default="")


class RequestMove(Fact):
    """One act on a request: who did it and when, no names; without a `user` by its link, or by the rule."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    request_id = models.UUIDField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=12)
    body = models.JSONField(default=dict)
    user = models.ForeignKey(ACCOUNT, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["tournament", "-at"]
        indexes = [models.Index(fields=["request_id", "at"], name="request_moves")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[each.value for each in RequestAct]), name="request_act_known"
            )
        ]
