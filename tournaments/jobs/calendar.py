"""The job of a postponed match: on its day it goes into the queue of tables like any other."""

from typing import Any

from django.utils import timezone

from tournaments.lifecycle.services import lock_tournament
from tournaments.live import note_change
from tournaments.models import Job, Match
from tournaments.services.tables import seat_matches


def call_postponed(job: Job) -> dict[str, Any]:
    """Hand out the free tables now that a match may be called; one that was put off again waits on."""
    lock_tournament(job.event_id)
    match = Match.objects.select_related("tournament").get(pk=job.subject)
    seated = seat_matches(match.tournament, at=timezone.now())
    note_change(match.tournament_id, "match", match.pk)
    return {"seated": len(seated)}
