"""The page for self check-in on a tablet at the entrance."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament


class DoorPage(models.Model):
    """A link to the page on which teams check themselves in, valid until the page is closed.

    The token is stored hashed. A tournament has at most one open page.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="door_pages")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(closed_at=None), name="one_open_door_page"
            )
        ]
