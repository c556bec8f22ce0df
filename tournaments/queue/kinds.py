"""Kinds of jobs. Each `tasks` module declares its kinds next to the Celery task that runs them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from celery.loaders.base import find_related_module

from tournaments.extras import subjects

SHORT_LEASE = timedelta(seconds=5)
MINUTE = timedelta(minutes=1)
Work = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class JobKind:
    """A kind of job, with the Celery task that runs the jobs and the function that does one job.

    `key` is the value of `Job.kind`. `task` takes no arguments: it runs the due jobs of this kind until none
    is left. `work` does one job, in a transaction. It takes the job and, if there is a function `ahead`, the
    result of `ahead`. `ahead` takes the job and a function that stores the progress. It runs before the
    transaction of `work`, so that long computations do not block the recording of hands. If the result of
    `ahead` is out of date when `work` runs, `work` raises OutOfDate, and both run again; after three tries,
    `work` gets None instead of the result. `at_an_hour` is True if jobs of this kind can be scheduled for a
    fixed time; jobs of other kinds are due within seconds. `shared` is True if jobs of different tournaments
    can have the same subject, so that they are merged.
    """

    key: str
    task: Any
    work: Work
    ahead: Callable[..., Any] | None = None
    lease: timedelta = SHORT_LEASE
    at_an_hour: bool = False
    shared: bool = False


KINDS: dict[str, JobKind] = {}


def register(kind: JobKind) -> JobKind:
    """Register a kind of job."""
    KINDS[kind.key] = kind
    return kind


def kinds() -> Mapping[str, JobKind]:
    """Return the kinds of jobs by key. The first call imports the `tasks` modules of the project."""
    _import_tasks()
    return KINDS


@cache
def _import_tasks() -> None:
    for subject in subjects():
        find_related_module(subject, "tasks")
