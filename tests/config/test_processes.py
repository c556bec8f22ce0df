"""Child processes are restarted when they end, and end with their parent."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.server import processes
from config.server.processes import Child
from tests.servers.site import still_running
from tests.waiting import wait_for

pytestmark = pytest.mark.timing

ROOT = Path(__file__).parents[2]
PARENT = """
import sys
from config.server.processes import Child, supervise
supervise([Child(sys.executable, "-c", {child!r})], lambda: None)
"""
# A child that starts another process, as the worker starts its timetable.
FAMILY = """
import subprocess, sys, time, pathlib
grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
pathlib.Path({pids!r}).write_text(str(grandchild.pid))
time.sleep(60)
"""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("config.server.processes.time.monotonic", lambda: now[0])
    return now


def test_pauses_between_restarts_of_a_failing_child_grow_longer(clock: list[float]) -> None:
    child = Child(sys.executable, "-c", "")
    pauses = []
    for _ in range(9):
        child.check()
        assert child.process
        child.process.wait()
        child.check()
        pauses.append(child.due - clock[0])
        clock[0] = child.due
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_child_process_that_ran_for_a_while_is_restarted_without_a_long_pause(clock: list[float]) -> None:
    child = Child(sys.executable, "-c", "")
    child.pause = 16
    child.check()
    assert child.process
    child.process.wait()
    clock[0] += processes.SETTLED + 1
    child.check()
    assert child.due - clock[0] == processes.SHORTEST


def test_child_process_that_is_to_run_only_once_is_not_restarted(clock: list[float]) -> None:
    child = Child(sys.executable, "-c", "", again=False)
    child.check()
    assert child.process
    child.process.wait()
    child.check()
    child.clear()  # as after a restore
    clock[0] += 1_000_000
    child.check()
    assert child.process is None


BEATS_ONCE = "import os, time; os.write(int(os.environ['TRIONFO_HEARTBEAT']), b'.'); time.sleep(60)"


def test_child_process_without_heartbeats_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "HANGS", 0.3)
    child = Child(sys.executable, "-c", BEATS_ONCE, sends_heartbeats=True)
    child.check()
    first = child.process
    assert first

    def is_replaced() -> bool:
        child.check()
        return child.process is not None and child.process is not first

    try:
        wait_for(is_replaced)
        assert first.returncode == -signal.SIGKILL
    finally:
        child.end(0.0)


def test_heartbeats_missed_while_the_parent_did_not_poll_do_not_count() -> None:
    heartbeats = processes.Heartbeats()
    child_end = heartbeats.open(0.0)
    # the child is starting, and the machine was suspended meanwhile
    assert not heartbeats.is_silent(processes.STARTS - 1)
    os.write(child_end, b".")
    now = 1_000.0
    assert not heartbeats.is_silent(now)
    for _look in range(int(processes.HANGS / processes.TICK) - 1):
        now += processes.TICK
        assert not heartbeats.is_silent(now)
    assert not heartbeats.is_silent(now + 0.05)
    assert heartbeats.is_silent(now + 100)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_children_end_with_their_parent(number: signal.Signals, tmp_path: Path) -> None:
    pids = tmp_path / "grandchild"
    ends = "import signal, os; signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))\n"
    code = PARENT.format(child=ends + FAMILY.format(pids=str(pids)))
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, start_new_session=True)
    wait_for(lambda: pids.exists() and pids.read_text() != "")
    family = psutil.Process(parent.pid).children(recursive=True)
    assert len(family) == 2
    parent.send_signal(number)
    parent.wait(10)
    assert still_running(family) == []


def test_descendants_of_a_dead_child_process_are_ended_before_its_restart(tmp_path: Path) -> None:
    pids = tmp_path / "grandchild"
    child = Child(sys.executable, "-c", FAMILY.format(pids=str(pids)))
    child.check()
    assert child.process
    wait_for(lambda: pids.exists() and pids.read_text() != "")
    grandchild = psutil.Process(int(pids.read_text()))
    child.process.kill()
    child.process.wait()
    child.check()
    assert still_running([grandchild]) == []
