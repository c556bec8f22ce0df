"""Killed and hanging child processes of `serve` are replaced, and jobs run after the clock is set back.

`make outages` also tests each process and signal separately, and runs controls with deliberate faults.
"""

import json
import os
import signal
import sqlite3
import struct
import subprocess
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psutil
import pytest

from tests.faults.visits import Browser
from tests.servers import needs
from tests.servers.evening import draw_two_pairs
from tests.servers.site import DATABASE, Site, changed_site, embedded_site
from tests.waiting import wait_for
from tournaments.replay.client import Site as Client

FULL_SIZE = "OUTAGES" in os.environ
REPLACED = 15.0  # seconds until a job without a wake-up message is done, with killed or hanging processes
SET_BACK = 5.0  # seconds until such a job is done after the clock was set back
EACH = [(each,) for each in ("config.web", "celery")] if FULL_SIZE else [("config.web", "celery")]
SIGNALS = [signal.SIGKILL, signal.SIGSTOP] if FULL_SIZE else [signal.SIGSTOP]
HOURS = [1, 2]
ROW = """
INSERT INTO tournaments_job (id, kind, subject, wanted, tournament_id, state, attempts, due_at, progress,
                             error, result, made_at)
SELECT ?, 'calendar', game.sheet_id, 0, game.tournament_id, 'queued', 0, ?, 0, '', '{}', ?
FROM tournaments_match game LIMIT 1
"""
OPEN = """
SELECT count(*) FROM tournaments_job
WHERE state IN ('queued', 'running') AND due_at < strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 minute')
"""

pytestmark = [pytest.mark.site, pytest.mark.timeout(300), pytest.mark.timing]


def queue_job(site: Site) -> UUID:
    """Insert a job without sending a wake-up message; return its id."""
    job, now = uuid4(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database, database:
        database.execute(ROW, [job.hex, now, now])
    return job


def seconds_until_done(site: Site, job: UUID, patience: float) -> float:
    """Return the number of seconds until the job is done, or `patience` if it takes longer."""
    started = time.monotonic()
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database:
        while (waited := time.monotonic() - started) < patience:
            row = database.execute("SELECT state FROM tournaments_job WHERE id = ?", [job.hex]).fetchone()
            if row[0] == "done":
                return waited
            time.sleep(0.05)
    return patience


def draw(site: Site, *, swept: bool = True) -> None:
    """Draw a tournament and wait until all jobs are done.

    If `swept` is false, wait for five seconds instead.
    """
    with closing(Client(site.url, site.organise())) as client:
        assert draw_two_pairs(client)["state"] == "done"
    if not swept:
        time.sleep(5)
        return
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database:
        wait_for(lambda: database.execute(OPEN).fetchone() == (0,))


def children(site: Site, programs: tuple[str, ...]) -> list[psutil.Process]:
    """Return the child processes of `serve` that run the given programs."""
    processes = [site.process_of(program) for program in programs]
    return [each for each in processes if each]


def seconds_after(site: Site, programs: tuple[str, ...], number: signal.Signals, patience: float) -> float:
    """Send a signal to some child processes; return the seconds until a new job is done.

    The job is inserted after the signal, without a wake-up message. The result is at most `patience`.
    """
    hit = children(site, programs)
    assert len(hit) == len(programs)
    for process in hit:
        process.send_signal(number)
    waited = seconds_until_done(site, queue_job(site), patience)
    print(f"| {' and '.join(programs)} | {number.name} | job done after {waited:.1f} s |", flush=True)
    return waited


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("programs", EACH, ids=" ".join)
def test_killed_or_hanging_processes_are_replaced(
    programs: tuple[str, ...], number: signal.Signals, tmp_path: Path
) -> None:
    with embedded_site(tmp_path) as site:
        draw(site)
        before = {process.pid for process in children(site, programs)}
        assert seconds_after(site, programs, number, 2 * REPLACED) < REPLACED
        wait_for(lambda: not before & {process.pid for process in children(site, programs)})
        wait_for(site.answers)
        assert seconds_until_done(site, queue_job(site), REPLACED) < REPLACED
        assert site.stop() == []


@pytest.fixture
def clock(tmp_path: Path) -> dict[str, Any]:
    """Environment variables that let a test set the wall clock of the site but not its monotonic clock."""
    compiler = needs.compiler() or needs.lack("a C compiler")
    library = tmp_path / "clock.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    (tmp_path / "clock").write_bytes(struct.pack("q", 0))
    return {"LD_PRELOAD": str(library), "TEST_CLOCK": str(tmp_path / "clock")}


def set_clock(folder: Path, hours: int) -> None:
    """Set the wall clock of the site back by the given number of hours."""
    with (folder / "clock").open("r+b") as file:
        file.write(struct.pack("q", -3600 * hours))


def site_time(site: Site) -> datetime:
    """Return the current time according to the site."""
    answer = Browser(site.url).ask("GET", "/api/v1/tournaments/prova/clock/")
    return datetime.fromisoformat(json.loads(answer.text)["now"])


def test_jobs_are_done_after_the_clock_is_set_back(tmp_path: Path, clock: dict[str, Any]) -> None:
    with embedded_site(tmp_path, **clock) as site:
        draw(site)
        for hours in HOURS:
            set_clock(tmp_path, hours)
            waited = seconds_until_done(site, queue_job(site), 2 * SET_BACK)
            print(f"| clock back {hours} h | job done after {waited:.1f} s |", flush=True)
            assert waited < SET_BACK
        assert site_time(site) < datetime.now(UTC) - timedelta(hours=1, minutes=50)


if FULL_SIZE:
    # The controls: without the tested part the tests fail.

    def test_hanging_worker_is_not_replaced_without_the_heartbeat_check(tmp_path: Path) -> None:
        serve = "config/management/commands/serve.py"
        root = changed_site(tmp_path / "copy", serve, ", sends_heartbeats=True", "")
        with embedded_site(tmp_path, root=root) as site:
            draw(site)
            assert seconds_after(site, ("celery",), signal.SIGSTOP, 2 * REPLACED) == 2 * REPLACED

    def test_job_without_a_wake_up_message_is_not_run_if_the_worker_has_no_schedule(tmp_path: Path) -> None:
        entries = "in app.conf.beat_schedule.items()"
        root = changed_site(tmp_path / "copy", "config/server/schedule.py", entries, "in ()")
        with embedded_site(tmp_path, root=root) as site:
            draw(site, swept=False)
            assert seconds_until_done(site, queue_job(site), REPLACED) == REPLACED

    def test_jobs_scheduled_by_wall_clock_time_wait_after_the_clock_is_set_back(
        tmp_path: Path, clock: dict[str, Any]
    ) -> None:
        waiting = ' | Q(due_at__lte=F("made_at")) | (set_back & ~Q(kind__in=at_an_hour))'
        root = changed_site(tmp_path / "copy", "tournaments/queue/runner.py", waiting, "")
        with embedded_site(tmp_path, root=root, **clock) as site:
            draw(site)
            set_clock(tmp_path, 1)
            assert seconds_until_done(site, queue_job(site), 2 * SET_BACK) == 2 * SET_BACK
