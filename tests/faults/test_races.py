"""Two acts on the same matches at the same instant: one after the other, never half of each.

`make races` runs each race sixty times; `make test-all` five.
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
BLIND_ROUNDS = 2 * ROUNDS
"""Where the locks are taken away, until the fault is surely seen."""
SEED = 20261121

pytestmark = [pytest.mark.site, pytest.mark.timeout(120 + 10 * ROUNDS), pytest.mark.timing]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Each database in turn, migrated and without a row, as the environment of a process names it."""
    own = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    where = {**own, "TRIONFO_DATA": str(tmp_path)}
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        name = f"races_{crc32(request.node.name.encode()):08x}"  # no test finds the rows of another
        where["DATABASE_URL"] = server.url(name, template=migrated_on(server))
    else:
        shutil.copy(migrated(), tmp_path)
    return where


def raced(database: dict[str, str], pair: str, *more: str, module: str = "races") -> dict[str, Any]:
    """Race in a process of its own, which alone opens this database; return what it found."""
    rounds = BLIND_ROUNDS if "blind" in more else ROUNDS
    command = [sys.executable, "-m", f"tests.faults.{module}", pair, str(rounds), str(SEED), *more]
    done = subprocess.run(command, cwd=ROOT, env=database, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_a_played_match_keeps_its_entrants_whoever_is_first(database: dict[str, str]) -> None:
    found = raced(database, "correct begin")
    assert found["wrong"] == []
    assert sum(count for end, count in found["ends"].items() if end.startswith("done")) > 0
    assert sum(count for end, count in found["ends"].items() if end.endswith("done")) > 0
    assert sum(found["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.startswith("leave")])
def test_who_leaves_meets_whatever_else_is_done_now(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair)
    assert found["wrong"] == []
    assert sum(found["ends"].values()) == ROUNDS


def test_without_the_locks_the_race_is_seen_to_be_lost(database: dict[str, str]) -> None:
    assert raced(database, "correct begin", "blind")["wrong"]


@pytest.mark.parametrize("pair", signing.PAIRS)
def test_signatures_of_the_same_instant_are_two_phones_or_one_signature(
    database: dict[str, str], pair: str
) -> None:
    found = raced(database, pair, module="signing")
    assert found["wrong"] == []
    assert sum(found["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", signing.PAIRS)
def test_without_the_lock_signatures_of_the_same_instant_go_wrong(
    database: dict[str, str], pair: str
) -> None:
    assert raced(database, pair, "blind", module="signing")["wrong"]


@pytest.mark.parametrize("pair", again.PAIRS)
def test_one_button_pressed_fifty_times_is_one_tournament_and_a_deleted_one_is_whole_or_gone(
    database: dict[str, str], pair: str
) -> None:
    found = raced(database, pair, module="again")
    assert found["wrong"] == []
    assert sum(found["ends"].values()) == ROUNDS


def test_without_the_key_fifty_presses_are_seen_to_make_more(database: dict[str, str]) -> None:
    assert raced(database, "one key", "blind", module="again")["wrong"]


@pytest.mark.parametrize("pair", inviting.PAIRS)
def test_an_invitation_makes_one_account_and_one_organiser_stays(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair, module="inviting")
    assert found["wrong"] == []
    assert sum(found["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", inviting.PAIRS)
def test_without_the_conditions_an_invitation_and_the_last_organiser_go_wrong(
    database: dict[str, str], pair: str
) -> None:
    assert raced(database, pair, "blind", module="inviting")["wrong"]


@pytest.mark.parametrize("pair", ["same", "across"])
def test_of_fifty_merges_at_once_one_is_done(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair, module="merges")
    assert found["wrong"] == []
    assert found["ends"] == {"1 of 50": ROUNDS}


def test_without_the_locks_merges_of_the_same_instant_go_wrong(database: dict[str, str]) -> None:
    assert raced(database, "across", "blind", module="merges")["wrong"]


@pytest.mark.parametrize("pair", cashing.PAIRS)
def test_two_at_the_door_take_the_money_of_a_pair_once(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair, module="cashing")
    assert found["wrong"] == []
    assert sum(found["ends"].values()) == ROUNDS


@pytest.mark.parametrize("pair", cashing.PAIRS)
def test_without_the_locks_money_is_taken_twice(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair, "blind", module="cashing")
    assert found["wrong"]
    if pair != "one key":  # a second line of one key is refused by the database itself
        assert any(int(end.split()[0]) > 1 for end in found["ends"]), found["ends"]


@pytest.mark.parametrize("pair", handing.PAIRS)
def test_two_at_the_door_hand_a_prize_over_once(database: dict[str, str], pair: str) -> None:
    found = raced(database, pair, module="handing")
    assert found["wrong"] == []
    assert found["ends"] == {"1 handed over": ROUNDS}


@pytest.mark.parametrize("pair", handing.PAIRS)
def test_without_the_lock_a_prize_is_handed_over_twice(database: dict[str, str], pair: str) -> None:
    assert raced(database, pair, "blind", module="handing")["wrong"]
