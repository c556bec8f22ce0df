"""The job that says when all will be over. Kept small: a result that waits behind it waits for it.

The seed stands with what came of it, so that the same facts tell the same end once more.
"""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from tournaments.forecast.rules import forecast
from tournaments.forecast.selectors import pace_of, work_of
from tournaments.forecast.services import ask_forecast
from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.models import Job, Tournament
from tournaments.queue.notify import note_change

MATCHES_AT_ALL = 8_000
FEWEST, MOST = 10, 300
RENEWED = timedelta(minutes=4)
"""So often a forecast is made anew while tables play, though no result has come in."""
STILL_IN_PLAY = timedelta(hours=1)


def foretell(job: Job) -> dict[str, Any]:
    """Simulate what is to come; an empty result where nobody can tell."""
    tournament = Tournament.objects.get(pk=job.subject)
    Job.objects.filter(kind="forecast", subject=job.subject, state="done").delete()
    result = {} if tournament.state == "over" else foretold(tournament, timezone.now())
    note_change(tournament.pk, "clock")
    if result and _in_play(tournament, timezone.now()):
        ask_forecast(tournament.pk, within=RENEWED)
    return result


def _in_play(tournament: Tournament, now: datetime) -> bool:
    """Whether anybody was called to a table, or wrote there, within the last hour: one query."""
    since = now - STILL_IN_PLAY
    lately = Q(called_at__gte=since) | Q(sheet__written_at__gte=since)
    return tournament.matches.filter(lately, state__in=AT_A_TABLE, table__isnull=False).exists()


def foretold(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """Return the forecast as of an instant; before it begins it is counted from its start."""
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
