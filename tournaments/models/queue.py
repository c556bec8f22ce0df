"""Background jobs and the files they make. Jobs are stored here; Celery messages only wake the worker.

A job is stored in the same transaction as the data that requires it.
"""

import uuid
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament


class Job(models.Model):
    """A background job that updates the object `subject` to the requested version `wanted`.

    `attempts` is the fencing token of the worker that claimed the job. `progress` is 0 to 1000. A failed job
    is shown at the desk and is not claimed again unless a user retries the job. `tournament` is None for
    imports and deletions of tournaments, for trial runs of backups, for most backups, and for shared jobs
    whose tournament was deleted.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=16)
    subject = models.UUIDField()
    wanted = models.PositiveIntegerField(default=0)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="jobs")
    state = models.CharField(max_length=8, default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    progress = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    result = models.JSONField(default=dict)
    made_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=Q(state="queued"), name="one_queued_job"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed"]), name="job_state_known"
            ),
            models.CheckConstraint(condition=Q(progress__lte=1000), name="job_progress_range"),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="job_due")]

    @property
    def event_id(self) -> uuid.UUID:
        """The id of the job's tournament; raise LookupError if the job has no tournament."""
        if self.tournament_id is None:
            raise LookupError(f"a job of kind {self.kind} without a tournament")
        return self.tournament_id


class FileKind(StrEnum):
    """The kind of a generated file: a PDF with all printed papers, or a zip archive of the tournament."""

    PACK = "pack"
    ARCHIVE = "archive"


class MadeFile(models.Model):
    """A generated file of a tournament, stored in the database so that every process can read it.

    `asked` is the number of the latest request, and `made` is the number of the request for which `data` was
    made. A print pack contains the codes of tables, so only the desk can read it. `version` is the tournament
    version of an archive, `digest` the digest of its data; `refused` is the message if the file could not be
    made.
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


class Arrival(models.Model):
    """An uploaded archive that was checked. Its content is deleted after the import.

    `told` is the description of the archive. `refused` is the message if the archive could not be imported.
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
