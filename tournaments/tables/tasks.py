"""The Celery tasks of round clocks and postponed matches."""

from celery import shared_task

from tournaments.queue.kinds import JobKind, register
from tournaments.queue.runner import run_due
from tournaments.tables.services.calendar import call_postponed
from tournaments.tables.services.round_clock import announce_clock


@shared_task
def announce_round_end() -> int:
    """Send the round-clock warnings that are due to live pages. Return the number of jobs run."""
    return run_due(CLOCK)


CLOCK = register(JobKind("clock", task=announce_round_end, work=announce_clock, at_an_hour=True))


@shared_task
def call_postponed_matches() -> int:
    """Assign free tables to postponed matches whose date has come. Return the number of jobs run."""
    return run_due(CALENDAR)


CALENDAR = register(JobKind("calendar", task=call_postponed_matches, work=call_postponed, at_an_hour=True))
