"""The night's papers in one PDF, made by a job and kept for the desk until they are asked for anew."""

import uuid

from django.db import models

from tournaments.models.tournament import Tournament


class NightPack(models.Model):
    """One a tournament. It opens tables, so only the desk reads it; it lies in the database, where every
    worker writes and every web process reads.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="pack")
    language = models.CharField(max_length=8)
    address = models.CharField(max_length=300)
    asked = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    pdf = models.BinaryField(default=b"")
