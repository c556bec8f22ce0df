"""Who plays. A person's name lives here alone, so that it can be erased without touching a hash."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.people.names import Showing


class Person(models.Model):
    """Someone who has entered a tournament.

    `name` is what everybody may see, made of the others by `people/services.py`; `written_name` is for the
    desk alone. So whatever forgets to ask shows nothing that it should not. Since `stays_since` the owner
    wants the name kept, however long ago they played.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    written_name = models.CharField(max_length=80, blank=True)
    name_key = models.CharField(max_length=80, unique=True)
    showing = models.CharField(max_length=8, default=Showing.FULL.value)
    alias = models.CharField(max_length=80, blank=True)
    is_minor = models.BooleanField(default=False)
    written_at = models.DateTimeField(default=timezone.now)
    stays_since = models.DateTimeField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(showing__in=[each.value for each in Showing]), name="person_showing_known"
            ),
            models.CheckConstraint(condition=~Q(showing="alias", alias=""), name="person_has_its_alias"),
        ]

    def __str__(self) -> str:
        return self.name
