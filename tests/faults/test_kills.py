"""The whole site is killed repeatedly during a tournament: no acknowledged hand is lost or duplicated.

`make kills` runs the campaign (KILLS=100); `make test-all` runs a short one.
"""

import os
import sqlite3
from pathlib import Path

import pytest

from tests.faults.evenings import play
from tests.faults.test_evening import DIGEST, HANDS
from tests.servers.site import DATABASE, embedded_site

KILLS = int(os.environ.get("KILLS", "2"))
SEED = int(os.environ.get("KILLS_SEED", "20261121"))
# Tables, and the seconds between their hands: a campaign must last longer than its kills.
TABLES, PAUSE = (4, 0.02) if KILLS < 20 else (2, 0.9)

pytestmark = [pytest.mark.site, pytest.mark.timeout(120 + 20 * KILLS), pytest.mark.timing]


def test_acknowledged_hands_are_neither_lost_nor_duplicated_when_the_site_is_killed(tmp_path: Path) -> None:
    print(f"kills: {KILLS}, seed: {SEED}")
    with embedded_site(tmp_path) as site:
        played = play(site, site.organise(), workers=TABLES, seed=SEED, kills=KILLS, pause=PAUSE)
    print(
        f"killed {played.kills} times, {len(played.acknowledged)} hands acknowledged, digest {played.digest}"
    )
    assert played.kills == KILLS
    assert played.differences == []
    assert len(played.acknowledged) == HANDS
    assert played.verified, played.complaint
    assert played.digest == DIGEST


def test_hands_are_duplicated_without_the_unique_constraint(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        token = site.organise()
        with sqlite3.connect(tmp_path / DATABASE) as database:
            database.execute("DROP INDEX sheet_event_hand_version")
            database.execute("DROP INDEX sheet_event_user_key")
        database.close()
        with pytest.raises(AssertionError, match="201"):
            play(site, token, seed=SEED)
        slug = "serata"
        report = site.manage("verify", slug, check=False)
    assert report.returncode == 1
    assert "is there twice" in report.stderr
