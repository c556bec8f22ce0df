"""The job of a round's clock: at each warning tell everybody who watches, then wait for the next one.

The instants come from the facts each time, so a warning that was moved meanwhile is told when it is due.
"""

from typing import Any

from django.utils import timezone

from tournaments.lifecycle.services import lock_tournament
from tournaments.models import Job, Match, Stage
from tournaments.queue.notify import note_change
from tournaments.queue.runner import enqueue
from tournaments.tables.selectors.calendar import clock_of
from tournaments.tables.services.tables import seat_matches


def call_postponed(job: Job) -> dict[str, Any]:
    """Hand out the free tables now that a match may be called; one that was put off again waits on."""
    lock_tournament(job.event_id)
    match = Match.objects.select_related("tournament").get(pk=job.subject)
    seated = seat_matches(match.tournament, at=timezone.now())
    note_change(match.tournament_id, "match", match.pk)
    return {"seated": len(seated)}


def tell_the_hall(job: Job) -> dict[str, Any]:
    """Tell the watchers how the clock stands, and queue the next warning."""
    stage = Stage.objects.get(pk=job.subject)
    now, running = timezone.now(), clock_of(stage)
    note_change(stage.tournament_id, "clock")
    upcoming = running.clock.next_warning(now) if running else None
    if upcoming:
        enqueue("clock", stage.pk, tournament_id=stage.tournament_id, due_at=upcoming)
    left = int(running.clock.remaining(now).total_seconds()) if running else 0
    return {"stage": stage.number, "round": running.round if running else 0, "left": left}
