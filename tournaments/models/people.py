"""Who plays. A person's name lives here alone, so that it can be erased without touching a hash."""

import uuid

from django.db import models


class Person(models.Model):
    """Someone who has entered a tournament."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=80, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
