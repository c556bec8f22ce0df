"""Tests of the Celery tasks: each job kind has its own task, which runs the due jobs of that kind."""

from importlib import import_module
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from celery import current_app
from celery.beat import Scheduler
from celery.contrib.django.task import DjangoTask
from django.conf import settings
from django.db import OperationalError

from tests.builders import a_tournament
from tournaments import extras
from tournaments.models import Job
from tournaments.queue import kinds, runner
from tournaments.queue.kinds import JobKind

KINDS = sorted(kinds.kinds())


def declare_kind(monkeypatch: pytest.MonkeyPatch, key: str) -> JobKind:
    """Declare a job kind that does nothing."""
    kind = JobKind(key, task=mock.Mock(), work=lambda job: {})
    monkeypatch.setitem(kinds.KINDS, key, kind)
    return kind


def queue(key: str) -> None:
    """Queue a due job of the kind `key`."""
    runner.enqueue(key, uuid4(), tournament_id=None)


@pytest.mark.parametrize("key", KINDS)
def test_each_job_kind_has_its_own_task_in_a_tasks_module(key: str) -> None:
    task = kinds.KINDS[key].task
    other_names = [kind.task.name for kind in kinds.KINDS.values() if kind.key != key]
    assert task.name in current_app.tasks
    assert task.name not in other_names
    package, module, _function = task.name.rsplit(".", 2)
    assert package in extras.subjects()
    assert module == "tasks"


@pytest.mark.parametrize("key", KINDS)
def test_task_runs_only_due_jobs_of_its_kind(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drain = mock.Mock(return_value=1)
    monkeypatch.setattr(runner, "drain", drain)
    assert kinds.KINDS[key].task.run() == 1
    drain.assert_called_once_with(runner.BUDGET, kinds.KINDS[key])


@pytest.mark.django_db
@pytest.mark.databases
def test_task_leaves_jobs_of_other_kinds_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, _other = declare_kind(monkeypatch, "mine"), declare_kind(monkeypatch, "other")
    for key in ("other", "mine", "other", "mine", "mine"):
        queue(key)
    assert runner.run_due(mine) == 3
    assert set(Job.objects.values_list("kind", "state")) == {("mine", "done"), ("other", "queued")}
    assert runner.drain() == 2


@pytest.mark.django_db
def test_task_that_uses_up_its_time_budget_sends_a_new_message(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = declare_kind(monkeypatch, "mine")
    for _each in range(3):
        queue("mine")
    kind.task.reset_mock()
    times = iter([0.0, 0.0, 1.0, 3.0])
    monkeypatch.setattr("tournaments.queue.runner.time.monotonic", lambda: next(times))
    assert runner.run_due(kind) == 2
    kind.task.delay_on_commit.assert_called_once_with()


@pytest.mark.django_db
def test_job_of_an_unknown_kind_stays_queued_with_an_error_and_can_be_retried_after_failure() -> None:
    queue("left_out")
    job = runner.claim()
    assert job is not None
    runner.run(job)
    job.refresh_from_db()
    assert job.state == "queued"
    assert "KeyError" in job.error
    Job.objects.update(state="failed")
    runner.retry(job)
    assert Job.objects.get().state == "queued"


@pytest.mark.django_db
def test_queued_job_sends_the_message_of_its_kind_after_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tournament, sent = a_tournament(), []
    monkeypatch.setattr(
        DjangoTask, "apply_async", lambda task, *_arguments, **_options: sent.append(task.name)
    )
    with django_capture_on_commit_callbacks(execute=True):
        runner.enqueue("draw", uuid4(), tournament_id=tournament.pk)
        assert sent == []
    assert sent == ["tournaments.draws.tasks.build_draw"]


@pytest.mark.django_db(transaction=True)
def test_job_is_queued_even_if_the_broker_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DjangoTask, "apply_async", mock.Mock(side_effect=OSError("the broker is away")))
    queue("draw")
    assert Job.objects.get().state == "queued"


@pytest.mark.django_db
def test_task_ignores_operational_database_errors_but_raises_other_errors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = kinds.KINDS["draw"].task
    monkeypatch.setattr(runner, "drain", mock.Mock(side_effect=OperationalError("database is locked")))
    assert task() == 0
    monkeypatch.setattr(runner, "drain", mock.Mock(side_effect=ValueError("a mistake")))
    with pytest.raises(ValueError, match="a mistake"):
        task()


def test_disabled_optional_extra_has_no_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    subjects = extras.subjects.__wrapped__
    assert {"tournaments.draws", "tournaments.season"} <= set(subjects())
    monkeypatch.setattr(extras, "_listed", [key for key in settings.EXTRAS if key != "season"])
    assert "tournaments.draws" in subjects()
    assert "tournaments.season" not in subjects()


@pytest.mark.parametrize("name", settings.CELERY_BEAT_SCHEDULE)
def test_celery_beat_can_send_every_entry_of_the_schedule(name: str) -> None:
    scheduler = Scheduler(current_app, lazy=True)
    scheduler.setup_schedule()
    entry = scheduler.schedule[name]
    import_module(entry.task.rpartition(".")[0])
    assert entry.task in current_app.tasks
    assert scheduler.apply_async(entry, advance=False).id
