"""Who did what to a tournament, when, and why; and to the club."""

import uuid

from django.conf import settings
from django.db import models

from scoring.facts import Fact
from scoring.models import Device
from tournaments.models.tournament import Tournament


class JournalEntry(Fact):
    """One move: `kind` is a stable word, `body` its particulars (ids and numbers, no names)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    match_id = models.UUIDField(null=True)
    body = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["tournament", "-at"]
        indexes = [models.Index(fields=["tournament", "-at"], name="journal_latest")]


class ClubMove(Fact):
    """One act about the club as a whole, such as a name that is forgotten: ids and numbers, no names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    body = models.JSONField(default=dict)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT)

    class Meta:
        ordering = ["-at"]
