"""The forecast of the end time, queued when its input data changes and computed outside the transaction.

Several changes queue only one forecast. The number of simulated runs is limited, because the next jobs wait
for the forecast. The seed is stored, so that a forecast can be repeated.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.forecast.rules import forecast
from tournaments.forecast.selectors import work_of
from tournaments.lifecycle.services.changes import note_change
from tournaments.models import Job, Tournament
from tournaments.queue.runner import enqueue
from tournaments.tables.selectors.calendar import pace_of

# The delay collects several changes into one forecast.
SOON = timedelta(seconds=3)


def ask_forecast(tournament: Tournament, *, within: timedelta = SOON) -> None:
    """Queue a forecast of a tournament's end, unless a forecast is already queued for an earlier time."""
    due_at = timezone.now() + within
    enqueue("forecast", tournament.pk, tournament_id=tournament.pk, due_at=due_at, unless_sooner=True)


MATCHES_AT_ALL = 8_000
FEWEST, MOST = 10, 300
# The interval of new forecasts while matches are played without new results.
RENEWED = timedelta(minutes=4)
STILL_IN_PLAY = timedelta(hours=1)


def foretell(job: Job, _note: Callable[[int], None]) -> dict[str, Any]:
    """Compute the forecast for a job, without a database lock; return an empty dict if none is possible."""
    tournament = Tournament.objects.get(pk=job.subject)
    return {} if tournament.state == "over" else foretold(tournament, timezone.now())


def keep_forecast(job: Job, result: dict[str, Any]) -> dict[str, Any]:
    """Delete the tournament's earlier forecasts, and queue the next one if a match is in play.

    The version of the tournament increases. Return `result`, which is stored with the job.
    """
    tournament = Tournament.objects.get(pk=job.subject)
    Job.objects.filter(kind="forecast", subject=job.subject, state="done").delete()
    note_change(tournament.pk, "clock")
    if result and _in_play(tournament, timezone.now()):
        ask_forecast(tournament, within=RENEWED)
    return result


def _in_play(tournament: Tournament, now: datetime) -> bool:
    """Return whether a match at a table was called, or its sheet changed, in the last hour. One query."""
    since = now - STILL_IN_PLAY
    lately = Q(called_at__gte=since) | Q(sheet__written_at__gte=since)
    return tournament.matches.filter(lately, state__in=AT_A_TABLE, table__isnull=False).exists()


def foretold(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """Compute the forecast of a tournament's end time and return its data; empty if no forecast is possible.

    Before the draw, the simulation starts at the planned start of the tournament if this time is after `now`,
    otherwise at `now`.
    """
    start = tournament.starts_at if tournament.state == "entries" and tournament.starts_at else now
    start = max(start, now)
    work = work_of(tournament, start)
    if work is None:
        return {}
    pace, measured = pace_of(tournament)
    matches = len(work.steps) + len(work.running)
    runs = min(MOST, max(FEWEST, MATCHES_AT_ALL // max(1, matches)))
    seed = f"{tournament.pk}:{tournament.version}"
    chance = Random(seed).random  # noqa: S311  # to be repeated, not to be kept secret
    ending = forecast(work, pace, runs, chance)
    if ending is None:
        return {}
    at = {key: (start + timedelta(seconds=value)).isoformat() for key, value in ending._asdict().items()}
    return {
        **at,
        "as_of": now.isoformat(),
        "seed": seed,
        "runs": runs,
        "matches": matches,
        "measured": measured,
        "hand_seconds": pace.hand_seconds[len(pace.hand_seconds) // 2],
        "stage": tournament.stages.count(),
    }
