"""Saved tournament setups, and the idempotency keys of requests that create a tournament."""

import uuid

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament

ACCOUNT = settings.AUTH_USER_MODEL


class TournamentModel(models.Model):
    """A tournament setup saved under a name, without the tournament's own name, date and teams.

    All organisers of the club can use the setup. `stages` contains the rules of each stage, `settings` the
    columns copied from the tournament, `extras` the data that the optional extras store about the tournament.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    card_game = models.CharField(max_length=40)
    profile = models.JSONField(default=dict)
    stages = models.JSONField(default=list)
    settings = models.JSONField(default=dict)
    extras = models.JSONField(default=dict)
    made_by = models.ForeignKey(ACCOUNT, null=True, on_delete=models.SET_NULL)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "made_at"]
        constraints = [models.UniqueConstraint(fields=["name"], name="model_name")]

    def __str__(self) -> str:
        return self.name


class CreationKey(models.Model):
    """The idempotency key of a request that creates a tournament.

    A repeated request returns the same tournament. `digest` is the hash of the request.
    """

    owner = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_creation_a_key")]
