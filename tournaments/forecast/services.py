"""A forecast is asked for whenever what it is made of has changed; several changes ask for one."""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from tournaments.models import Job
from tournaments.queue.runner import enqueue

SOON = timedelta(seconds=3)
"""Long enough that what comes together is told together, and that no result waits behind it."""


def ask_forecast(tournament_id: UUID, *, within: timedelta = SOON) -> None:
    """Queue the forecast of a tournament, unless one is queued that comes as early."""
    due_at = timezone.now() + within
    if not Job.objects.filter(
        kind="forecast", subject=tournament_id, state="queued", due_at__lte=due_at
    ).exists():
        enqueue("forecast", tournament_id, tournament_id=tournament_id, due_at=due_at)
