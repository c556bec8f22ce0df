"""Files that take long to make: made by a job and kept for the desk until they are asked for anew."""

import uuid
from enum import StrEnum

from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament


class FileKind(StrEnum):
    """What is made: the night's papers in one PDF, or the whole event in one zip."""

    PACK = "pack"
    ARCHIVE = "archive"


class MadeFile(models.Model):
    """One of each kind a tournament, `asked` for and `made` so many times. It lies in the database, where
    every worker writes and every web process reads.

    A pack opens tables, so only the desk reads it. `version` is the tournament's that an archive is of, and
    `digest` what its facts come to; `refused` is the sentence of one that could not be made as things were.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(max_length=8)
    language = models.CharField(max_length=8)
    address = models.CharField(max_length=300, blank=True)
    asked = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    version = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    size = models.PositiveIntegerField(default=0)
    refused = models.JSONField(default=dict)
    data = models.BinaryField(default=b"")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="one_file_of_a_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=[each.value for each in FileKind]), name="file_kind_known"
            ),
        ]
