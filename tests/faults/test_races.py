"""Simultaneous actions on the same data run one after the other.

`make races` runs each race sixty times; `make test-all` runs it five times.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.faults import again, cashing, handing, inviting, signing
from tests.faults.races import PAIRS
from tests.servers.postgres import Postgres
from tests.servers.site import FOREIGN, ROOT, migrated, migrated_on

ROUNDS = int(os.environ.get("RACES", "5"))
# Rounds without locks, enough for the fault to appear.
BLIND_ROUNDS = 2 * ROUNDS
SEED = 20261121

pytestmark = [pytest.mark.site, pytest.mark.timeout(120 + 10 * ROUNDS), pytest.mark.timing]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment variables of a process with an empty migrated database, on SQLite and on PostgreSQL."""
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    where = {**environment, "TRIONFO_DATA": str(tmp_path)}
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        name = f"races_{crc32(request.node.name.encode()):08x}"  # each test has its own database
        where["DATABASE_URL"] = server.url(name, template=migrated_on(server))
    else:
        shutil.copy(migrated(), tmp_path)
    return where


def raced(database: dict[str, str], pair: str, *more: str, module: str = "races") -> dict[str, Any]:
    """Run a race in a separate process on a database that only this process uses; return the report."""
    rounds = BLIND_ROUNDS if "blind" in more else ROUNDS
    command = [sys.executable, "-m", f"tests.faults.{module}", pair, str(rounds), str(SEED), *more]
    process = subprocess.run(command, cwd=ROOT, env=database, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    print(process.stdout)
    return dict(json.loads(process.stdout.splitlines()[-1]))


def test_started_match_keeps_its_entrants_during_a_correction(database: dict[str, str]) -> None:
    report = raced(database, "correct begin")
    assert report["wrong"] == []
    assert sum(count for end, count in report["ends"].items() if end.startswith("done")) > 0
    assert sum(count for end, count in report["ends"].items() if end.endswith("done")) > 0
    assert sum(report["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.startswith("leave")])
def test_withdrawal_during_another_action_causes_no_fault(database: dict[str, str], pair: str) -> None:
    report = raced(database, pair)
    assert report["wrong"] == []
    assert sum(report["ends"].values()) == ROUNDS


def test_correction_during_another_action_causes_faults_without_the_locks(database: dict[str, str]) -> None:
    assert raced(database, "correct begin", "blind")["wrong"]


@pytest.mark.parametrize("pair", signing.PAIRS)
def test_simultaneous_signatures_count_once_per_phone(database: dict[str, str], pair: str) -> None:
    report = raced(database, pair, module="signing")
    assert report["wrong"] == []
    assert sum(report["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", signing.PAIRS)
def test_simultaneous_signatures_cause_faults_without_the_lock(database: dict[str, str], pair: str) -> None:
    assert raced(database, pair, "blind", module="signing")["wrong"]


@pytest.mark.parametrize("pair", again.PAIRS)
def test_simultaneous_requests_to_repeat_a_tournament_cause_no_fault(
    database: dict[str, str], pair: str
) -> None:
    report = raced(database, pair, module="again")
    assert report["wrong"] == []
    assert sum(report["ends"].values()) == ROUNDS


def test_fifty_identical_requests_create_several_tournaments_without_a_key_check(
    database: dict[str, str],
) -> None:
    assert raced(database, "one key", "blind", module="again")["wrong"]


@pytest.mark.parametrize("pair", inviting.PAIRS)
def test_accepting_invitations_or_removing_roles_simultaneously_causes_no_fault(
    database: dict[str, str], pair: str
) -> None:
    report = raced(database, pair, module="inviting")
    assert report["wrong"] == []
    assert sum(report["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", inviting.PAIRS)
def test_accepting_invitations_or_removing_roles_without_the_checks_causes_faults(
    database: dict[str, str], pair: str
) -> None:
    assert raced(database, pair, "blind", module="inviting")["wrong"]


@pytest.mark.parametrize("pair", ["same", "across"])
def test_only_one_of_fifty_simultaneous_merges_of_persons_succeeds(
    database: dict[str, str], pair: str
) -> None:
    report = raced(database, pair, module="merges")
    assert report["wrong"] == []
    assert report["ends"] == {"1 of 50": ROUNDS}


def test_simultaneous_merges_of_persons_cause_faults_without_the_locks(database: dict[str, str]) -> None:
    assert raced(database, "across", "blind", module="merges")["wrong"]


@pytest.mark.parametrize("pair", cashing.PAIRS)
def test_simultaneous_payments_are_recorded_once(database: dict[str, str], pair: str) -> None:
    report = raced(database, pair, module="cashing")
    assert report["wrong"] == []
    assert sum(report["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", cashing.PAIRS)
def test_simultaneous_payments_are_recorded_twice_without_locks(database: dict[str, str], pair: str) -> None:
    report = raced(database, pair, "blind", module="cashing")
    assert report["wrong"]
    if pair != "one key":  # the database itself refuses a second line with the same key
        assert any(int(end.split()[0]) > 1 for end in report["ends"]), report["ends"]


@pytest.mark.parametrize("pair", handing.PAIRS)
def test_prize_handed_over_by_two_helpers_is_recorded_once(database: dict[str, str], pair: str) -> None:
    report = raced(database, pair, module="handing")
    assert report["wrong"] == []
    assert report["ends"] == {"1 handed over": ROUNDS}


@pytest.mark.parametrize("pair", handing.PAIRS)
def test_prize_handed_over_by_two_helpers_is_recorded_twice_without_the_lock(
    database: dict[str, str], pair: str
) -> None:
    assert raced(database, pair, "blind", module="handing")["wrong"]
