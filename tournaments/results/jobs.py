"""The job of the bracket."""

from typing import Any

from tournaments.models import Job
from tournaments.results.services.bracket import bring_stage_up


def bring_bracket_up(job: Job) -> dict[str, Any]:
    """Bring the slots of a stage (`subject`) of a tournament (`event_id`) up to its outcomes."""
    return bring_stage_up(job.subject, job.event_id)
