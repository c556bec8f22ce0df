"""The Celery task that runs the bracket jobs."""

from celery import shared_task

from tournaments.matches.services.bracket import bring_bracket_up
from tournaments.queue.kinds import JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def fill_brackets() -> int:
    """Run the due bracket jobs; return the number of jobs."""
    return run_due(BRACKET)


BRACKET = register(JobKind("bracket", task=fill_brackets, work=bring_bracket_up))
