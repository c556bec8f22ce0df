"""An archive that was brought here from another site, until it is taken in."""

import uuid

from django.conf import settings
from django.db import models

from tournaments.models.tournament import Tournament


class Arrival(models.Model):
    """An archive that was checked byte by byte, with what it tells of itself; its bytes go once it is in.

    `refused` is the sentence of one that could not be taken in.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="arrivals")
    sent_at = models.DateTimeField()
    digest = models.CharField(max_length=64)
    told = models.JSONField()
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="+")
    refused = models.JSONField(default=dict)
    data = models.BinaryField(default=b"")

    class Meta:
        ordering = ["-sent_at"]
