"""Garbage collection and thread switching in the processes of the site."""

import subprocess
import sys

import pytest

from config.server.processes import TURN
from tests.servers.ports import free_port
from tests.servers.site import ROOT, Site, migrated

WEB = """
import gc, sys
from config import asgi
print(gc.get_freeze_count(), sys.getswitchinterval())
"""
WORKER = """
import gc, sys
import django
django.setup()
from config import celery
from config.server import processes, schedule
schedule.start = lambda app: []
processes.send_heartbeats_while = lambda well: None
celery.start_schedule()
print(gc.get_freeze_count(), sys.getswitchinterval())
"""


@pytest.mark.site
@pytest.mark.parametrize("process", [WEB, WORKER])
def test_loaded_objects_are_not_garbage_collected_and_the_thread_switch_interval_is_short(
    process: str,
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    environment = Site(migrated().parent, [], free_port(), settings).environment
    result = subprocess.run(
        [sys.executable, "-c", process], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    objects, turn = result.stdout.split()
    assert int(objects) > 50_000
    assert float(turn) == pytest.approx(TURN)
