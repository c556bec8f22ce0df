"""A job is a row, written in the transaction of the fact that needs it; the message is only a doorbell."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.tournament import Tournament


class Job(models.Model):
    """Bring `subject` up to `wanted`. `attempts` is the fencing token of whoever claimed it; an event that is
    only being brought here has no tournament yet.

    `progress` counts thousandths. A failed job is quarantined: it is shown and never claimed again.
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
        """The tournament of a kind of job that always works for one."""
        if self.tournament_id is None:
            raise LookupError(f"a job of kind {self.kind} without a tournament")
        return self.tournament_id
