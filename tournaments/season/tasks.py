"""The background jobs that compute circuits and ratings."""

from celery import shared_task

from tournaments.queue.kinds import MINUTE, JobKind, register
from tournaments.queue.runner import run_due
from tournaments.season import services


@shared_task
def update_circuits() -> int:
    """Run the due jobs that compute the standings of circuits. Return the number of jobs."""
    return run_due(CIRCUIT)


CIRCUIT = register(
    JobKind(
        "circuit",
        task=update_circuits,
        work=services.bring_circuit_up,
        ahead=services.fold_circuit,
        lease=MINUTE,
        at_an_hour=True,
        shared=True,
    )
)


@shared_task
def update_ratings() -> int:
    """Run the due jobs that compute ratings. Return the number of jobs."""
    return run_due(RATINGS)


RATINGS = register(
    JobKind(
        "ratings",
        task=update_ratings,
        work=services.bring_ratings_up,
        ahead=services.fold_ratings,
        lease=MINUTE,
        shared=True,
    )
)
