"""The background jobs that create the matches of draws and rounds."""

from celery import shared_task

from tournaments.draws.services import rounds
from tournaments.queue.kinds import MINUTE, JobKind, register
from tournaments.queue.runner import run_due


@shared_task
def build_draw() -> int:
    """Run the due jobs that create the matches of a draw; return the number of jobs."""
    return run_due(DRAW)


DRAW = register(
    JobKind("draw", task=build_draw, work=rounds.build_draw, ahead=rounds.draw_ahead, lease=MINUTE)
)


@shared_task
def build_round() -> int:
    """Run the due jobs that pair the next round of a stage; return the number of jobs."""
    return run_due(ROUND)


ROUND = register(
    JobKind("round", task=build_round, work=rounds.build_round, ahead=rounds.round_ahead, lease=MINUTE)
)
