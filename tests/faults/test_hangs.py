"""A process of `serve` that is killed or hangs is replaced, and its clock is set back: the work goes on.

`make outages` takes each process and signal by itself, and plants the faults that these tests are for.
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

WHOLE = "OUTAGES" in os.environ
REPLACED = 15.0  # seconds in which a job without a doorbell is done, whatever became of the processes
SET_BACK = 5.0  # seconds in which it is done after the clock was set back
EACH = [(each,) for each in ("config.web", "celery")] if WHOLE else [("config.web", "celery")]
SIGNALS = [signal.SIGKILL, signal.SIGSTOP] if WHOLE else [signal.SIGSTOP]
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
    """Write a job as another process would whose doorbell nobody hears; return its id."""
    job, now = uuid4(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database, database:
        database.execute(ROW, [job.hex, now, now])
    return job


def seconds_until_done(site: Site, job: UUID, patience: float) -> float:
    """Return after how long it is done; the patience where it is not."""
    started = time.monotonic()
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database:
        while (waited := time.monotonic() - started) < patience:
            row = database.execute("SELECT state FROM tournaments_job WHERE id = ?", [job.hex]).fetchone()
            if row[0] == "done":
                return waited
            time.sleep(0.05)
    return patience


def draw(site: Site, *, swept: bool = True) -> None:
    """Draw a tournament, so that there is a match, and wait until all that follows from it is done.

    Where nothing is swept up, what becomes due later stays: only the doorbells are waited for.
    """
    with closing(Client(site.url, site.organise())) as client:
        assert draw_two_pairs(client)["state"] == "done"
    if not swept:
        time.sleep(5)
        return
    with closing(sqlite3.connect(site.data / DATABASE, timeout=20)) as database:
        wait_for(lambda: database.execute(OPEN).fetchone() == (0,))


def children(site: Site, programs: tuple[str, ...]) -> list[psutil.Process]:
    """Return these children of `serve`."""
    found = [site.process_of(program) for program in programs]
    return [each for each in found if each]


def seconds_after(site: Site, programs: tuple[str, ...], number: signal.Signals, patience: float) -> float:
    """Send these children a signal at once; return after how long a job without a doorbell is done."""
    hit = children(site, programs)
    assert len(hit) == len(programs)
    for process in hit:
        process.send_signal(number)
    waited = seconds_until_done(site, queue_job(site), patience)
    print(f"| {' and '.join(programs)} | {number.name} | job done after {waited:.1f} s |", flush=True)
    return waited


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("programs", EACH, ids=" ".join)
def test_what_is_killed_or_hangs_is_replaced(
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
    """The environment of a site whose time of day goes by the file `clock`, its monotonic clock not."""
    compiler = needs.compiler() or needs.lack("a C compiler")
    library = tmp_path / "clock.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    (tmp_path / "clock").write_bytes(struct.pack("q", 0))
    return {"LD_PRELOAD": str(library), "TEST_CLOCK": str(tmp_path / "clock")}


def set_clock(folder: Path, hours: int) -> None:
    """Set the clock of the site back, from the right time."""
    with (folder / "clock").open("r+b") as file:
        file.write(struct.pack("q", -3600 * hours))


def site_time(site: Site) -> datetime:
    """Return what time the site says it is."""
    answer = Browser(site.url).ask("GET", "/api/v1/tournaments/prova/clock/")
    return datetime.fromisoformat(json.loads(answer.text)["now"])


def test_a_clock_that_is_set_back_stops_nothing(tmp_path: Path, clock: dict[str, Any]) -> None:
    with embedded_site(tmp_path, **clock) as site:
        draw(site)
        for hours in HOURS:
            set_clock(tmp_path, hours)
            waited = seconds_until_done(site, queue_job(site), 2 * SET_BACK)
            print(f"| clock back {hours} h | job done after {waited:.1f} s |", flush=True)
            assert waited < SET_BACK
        assert site_time(site) < datetime.now(UTC) - timedelta(hours=1, minutes=50)


if WHOLE:
    # The controls: without what is tested the tests fail.

    def test_without_signs_of_life_a_worker_that_hangs_is_not_replaced(tmp_path: Path) -> None:
        serve = "config/management/commands/serve.py"
        root = changed_site(tmp_path / "copy", serve, ", beats=True", "")
        with embedded_site(tmp_path, root=root) as site:
            draw(site)
            assert seconds_after(site, ("celery",), signal.SIGSTOP, 2 * REPLACED) == 2 * REPLACED

    def test_without_a_timetable_of_its_own_nothing_is_done(tmp_path: Path) -> None:
        table = "((drain, SWEEP), (drain, SWEEP), (forget, FORGET))"
        root = changed_site(tmp_path / "copy", "tournaments/queue/timetable.py", table, "()")
        with embedded_site(tmp_path, root=root) as site:
            draw(site, swept=False)
            assert seconds_until_done(site, queue_job(site), REPLACED) == REPLACED

    def test_where_jobs_are_due_by_the_clock_alone_they_wait(tmp_path: Path, clock: dict[str, Any]) -> None:
        waiting = ' | Q(due_at__lte=F("made_at")) | (set_back & ~Q(kind__in=AT_AN_HOUR))'
        root = changed_site(tmp_path / "copy", "tournaments/queue/runner.py", waiting, "")
        with embedded_site(tmp_path, root=root, **clock) as site:
            draw(site)
            set_clock(tmp_path, 1)
            assert seconds_until_done(site, queue_job(site), 2 * SET_BACK) == 2 * SET_BACK
