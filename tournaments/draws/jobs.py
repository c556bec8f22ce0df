"""The jobs that make matches: of a whole draw, or of one round."""

from typing import Any

from tournaments.draws.services import matches
from tournaments.models import Job


def build_draw(job: Job) -> dict[str, Any]:
    """Make the matches of a draw (`subject`)."""
    return matches.build_draw(job.subject)


def build_round(job: Job) -> dict[str, Any]:
    """Pair the round that is wanted of a stage (`subject`) and make its matches."""
    return matches.build_round(job.subject, job.wanted)
