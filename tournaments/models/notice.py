"""The public notice of a tournament, and the online entry requests."""

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
    """The public notice of a tournament, shown before the draw.

    `fee` is in cents, per team; `places` is the maximum number of teams (None: the maximum of the
    tournament). The first line of `contact` and `prizes` is shown first. Without `opens_at`, online
    entries are open at once; without `closes_at`, until the draw.
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
    """A PDF with the regulations of tournaments, named by its digest: `3f9a….pdf`."""

    name = models.CharField(max_length=40, primary_key=True)
    pages = models.PositiveSmallIntegerField()
    data = models.BinaryField()


class PrivacyText(models.Model):
    """A version of the privacy text about names and contacts. Version 1 is the default text.

    Rows are never changed: the text that a person agreed to can be read as long as the request exists.
    """

    version = models.PositiveIntegerField(primary_key=True)
    text = models.TextField()
    made_by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()


class EntryRequest(models.Model):
    """An online entry request of two players, or of a single player who is looking for a partner.

    `number` is the order of arrival. The link is the only way to open the request, and its token is stored
    hashed. If the desk joins two single players, the field `joined_to` of the later request refers to the
    earlier request, and both have the same state. `key` is an idempotency key sent by a form or a program.
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
    """The personal data of an entry request. Only the desk can read it, until some time after the tournament.

    `answer` is the desk's message to a refused player.
    """

    request = models.OneToOneField(
        EntryRequest, primary_key=True, on_delete=models.CASCADE, related_name="details"
    )
    names = models.JSONField()
    phone = models.CharField(max_length=40, blank=True, default="")
    mail = models.CharField(max_length=160, blank=True, default="")
    answer = models.CharField(max_length=240, blank=True, default="")


class RequestMove(Fact):
    """One action on an entry request, without names. `user` is None if the applicant or a job acted."""

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
