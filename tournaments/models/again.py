"""What a tournament is made from again: a model under a name; and the key of a call that made one."""

import uuid

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament

ACCOUNT = settings.AUTH_USER_MODEL


class TournamentModel(models.Model):
    """Everything of a tournament but its name, its day and who entered; any organiser of the club uses it.

    `stages` is what each plays by, `settings` the columns of the tournament that are taken over, `extras`
    what the extras remember of it.
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
    """The key under which somebody asked for a tournament: asked again with it, it is the same one.

    `digest` is of what was asked for.
    """

    owner = models.ForeignKey(ACCOUNT, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_creation_a_key")]
