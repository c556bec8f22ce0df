"""Many simultaneous entry requests for few places, then withdrawals: no request is lost or overtaken.

`make requests` runs the whole test: a thousand requests for 64 places and a hundred withdrawals.
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.faults.test_races import database
from tests.servers.site import ROOT

__all__ = ["database"]

FULL_SIZE = os.environ.get("ASKING") == "whole"
REQUESTS, LEAVING, PLACES = (1_000, 100, 64) if FULL_SIZE else (100, 20, 16)

pytestmark = [pytest.mark.site, pytest.mark.timeout(1_200 if FULL_SIZE else 180), pytest.mark.timing]


def race_requests(database: dict[str, str], *more: str) -> dict[str, Any]:
    """Run the requests in a separate process on a database that only this process uses; return its report."""
    command = [sys.executable, "-m", "tests.faults.asking", str(REQUESTS), str(LEAVING), str(PLACES), *more]
    process = subprocess.run(command, cwd=ROOT, env=database, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    print(process.stdout)
    return dict(json.loads(process.stdout.splitlines()[-1]))


def test_simultaneous_entry_requests_fill_the_places_and_the_waiting_list_in_order(
    database: dict[str, str],
) -> None:
    report = race_requests(database)
    assert report["wrong"] == []
    assert report["asked"] == {"in": PLACES, "waiting": REQUESTS - PLACES}
    waiting = REQUESTS - PLACES - LEAVING
    assert report["withdrawn"] == {"in": PLACES, "waiting": waiting, "moved_up": LEAVING}
    assert report["told"] == {"moved_up": LEAVING, "waiting": 0}


def test_simultaneous_entry_requests_cause_faults_if_the_lock_is_removed(database: dict[str, str]) -> None:
    if not FULL_SIZE:
        assert race_requests(database, "blind")["wrong"]
