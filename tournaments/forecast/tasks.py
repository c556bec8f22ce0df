"""The background job that computes forecasts."""

from celery import shared_task

from tournaments.forecast import services
from tournaments.queue.kinds import MINUTE, JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def make_forecast() -> int:
    """Run the due forecast jobs; return the number of jobs."""
    return run_due(FORECAST)


FORECAST = register(
    JobKind(
        "forecast", task=make_forecast, work=services.keep_forecast, ahead=services.foretell, lease=MINUTE
    )
)
