"""The site is killed while it imports an archive: no partial data remain, and the import later completes."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.archive.archives import archive_of
from tests.archive.zips import digest_of
from tests.builders import drawn_tournament, play_out
from tests.servers.site import DATABASE, Site, embedded_site
from tournaments.models import Tournament

pytestmark = [pytest.mark.site, pytest.mark.django_db, pytest.mark.timeout(400), pytest.mark.timing]

PAIRS = 128  # large, so that writing takes longer than killing
TABLES = ("tournament", "stage", "team", "person", "match", "outcome", "journalentry")


def played() -> Tournament:
    tournament = drawn_tournament(PAIRS)
    play_out(tournament)
    return tournament


def rows_of(data: Path) -> dict[str, int]:
    """Return the row counts of the tournament tables, read directly from the database file."""
    with closing(sqlite3.connect(data / DATABASE, timeout=30)) as database:
        counted = {
            name: database.execute(f"SELECT count(*) FROM tournaments_{name}").fetchone()[0]
            for name in TABLES
        }
        counted["entries"] = database.execute("SELECT count(*) FROM scoring_sheetevent").fetchone()[0]
    return counted


def let_go(data: Path) -> None:
    """End the lease of the killed worker, so that another worker can run its jobs."""
    with closing(sqlite3.connect(data / DATABASE)) as database, database:
        jobs = database.execute("UPDATE tournaments_job SET lease_until = due_at WHERE state = 'running'")
        assert jobs.rowcount  # the import, and the test of a backup if one was running


def watched(
    site: Site, one: str, headers: dict[str, str], is_reached: Callable[[Any], bool]
) -> dict[str, Any]:
    """Poll the import at path `one` until `is_reached` accepts its JSON data; return the data."""
    until = time.monotonic() + 150
    while time.monotonic() < until:
        now: dict[str, Any] = requests.get(site.url + one, headers=headers, timeout=30).json()
        if is_reached(now):
            return now
        time.sleep(0.01)
    raise AssertionError(f"the import did not get this far: {now}\n{site.output()[-2000:]}")


def test_killed_import_leaves_no_partial_data_and_completes_after_a_restart(tmp_path: Path) -> None:
    data = archive_of(played)
    with embedded_site(tmp_path) as site:
        headers = {"Authorization": f"Token {site.organise()}"}
        sent = requests.post(
            f"{site.url}/api/v1/archives/",
            data=data,
            headers=headers | {"Content-Type": "application/zip"},
            timeout=60,
        )
        assert sent.status_code == 201, sent.text
        one = f"/api/v1/archives/{sent.json()['id']}/"
        requests.post(f"{site.url}{one}take-in/", headers=headers, json={}, timeout=30)
        watched(site, one, headers, lambda now: now["progress"] == 0.6)
        site.kill()
        assert set(rows_of(tmp_path).values()) == {0}
        let_go(tmp_path)
        site.start()
        now = watched(site, one, headers, lambda now: now["state"] != "coming")
        assert (now["state"], now["tournament"]) == ("in", "torneo-dautunno")
        assert rows_of(tmp_path)["tournament"] == 1
        assert rows_of(tmp_path)["match"] == PAIRS - 1
        assert site.manage("verify", "torneo-dautunno").stdout.split() == [now["digest"]]
    assert now["digest"] == digest_of(data)
