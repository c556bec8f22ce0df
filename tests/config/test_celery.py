"""A real Celery worker lists its tasks and drops unknown messages."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from config.management.commands.serve import ALONE, WORKER
from config.settings import CELERY_BEAT_SCHEDULE
from tests.servers.ports import free_port
from tests.servers.site import ROOT, Site, migrated
from tests.servers.valkey import running_valkey
from tests.waiting import wait_for
from tournaments.queue import kinds

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

TASKS = {kind.task.name for kind in kinds.kinds().values()} | {
    entry["task"] for entry in CELERY_BEAT_SCHEDULE.values()
}
QUEUE_JOB = """
from uuid import uuid4
from tournaments.queue.runner import enqueue
enqueue("delete", uuid4(), tournament_id=None)
"""
SEND_OLD_MESSAGE = """
from celery import current_app
current_app.send_task("config.tasks.drain", expires=30)
"""


@contextmanager
def worker(folder: Path, **environment: str) -> Iterator[Site]:
    """Yield a site that has only one worker, which is not yet started."""
    shutil.copy(migrated(), folder)
    command = [sys.executable, *WORKER.split(), *ALONE.split()]
    site = Site(folder, [command], free_port(), environment)
    try:
        yield site
    finally:
        site.close_console()
        site.kill()


def registered(site: Site) -> set[str]:
    """Return the task names that `celery inspect registered` lists, once the worker responds."""
    command = [sys.executable, "-m", "celery", "-A", "config", "inspect", "registered", "--json"]
    listed: list[dict[str, list[str]]] = []

    def answers() -> bool:
        inspect = subprocess.run(
            command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False
        )
        if inspect.returncode == 0:
            listed.append(json.loads(inspect.stdout))
        return bool(listed)

    wait_for(answers)
    [names] = listed[0].values()
    return {*names}


@pytest.mark.parametrize("broker", ["folder", "redis"])
def test_worker_lists_one_task_for_each_kind_of_job(broker: str, tmp_path: Path) -> None:
    with running_valkey() if broker == "redis" else nullcontext() as valkey:
        where = {"REDIS_URL": valkey.url, "ALLOWED_HOSTS": "127.0.0.1"} if valkey else {}
        with worker(tmp_path, **where) as site:
            site.launch()
            assert registered(site) == TASKS
            assert site.output() == ""
            assert site.stop() == []


def test_worker_drops_a_message_of_an_older_version(tmp_path: Path) -> None:
    with worker(tmp_path) as site:
        site.python(SEND_OLD_MESSAGE)
        [message] = (tmp_path / "queue").glob("*.msg")
        site.launch()
        wait_for(lambda: not message.exists())
        site.python(QUEUE_JOB)
        wait_for(lambda: site.python("print(Job.objects.get().state)").strip() == "done")
        assert registered(site) == TASKS
        assert "unregistered task of type 'config.tasks.drain'" in site.output()
