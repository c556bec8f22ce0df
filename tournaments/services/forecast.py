"""A forecast is asked for whenever what it is made of has changed; several changes ask for one."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from tournaments.jobs.runner import enqueue
from tournaments.models import Job

SOON = timedelta(seconds=3)
"""Long enough that what comes together is told together, and that no result waits behind it."""


def ask_forecast(tournament_id: UUID) -> None:
    """Queue the forecast of a tournament, unless it is queued already."""
    if not Job.objects.filter(kind="forecast", subject=tournament_id, state="queued").exists():
        due_at = timezone.now() + SOON
        enqueue("forecast", tournament_id, tournament_id=tournament_id, due_at=due_at)
