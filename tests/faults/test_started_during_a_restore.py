"""Processes that start during a restore into PostgreSQL exit with one error message."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.databases import IN_USE
from tests.servers import compose
from tests.servers.ports import free_port
from tests.servers.postgres import Postgres
from tests.servers.site import ROOT, Site, scaled_site

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

COMMANDS = {
    "web": compose.command("web", free_port()),
    "migrate": compose.command("migrate"),
    "serve": [sys.executable, "manage.py", "serve"],
    "verify": [sys.executable, "manage.py", "verify", "serata"],
}


@pytest.fixture
def locked(tmp_path: Path, postgres: Postgres) -> Iterator[Site]:
    """A stopped site whose PostgreSQL database is locked with the lock that `restore` takes."""
    with (
        scaled_site(tmp_path, postgres, started=False) as site,
        psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as connection,
    ):
        connection.execute("SELECT pg_advisory_lock(%s)", [IN_USE])
        yield site


@pytest.mark.parametrize("name", COMMANDS)
def test_process_started_during_a_restore_ends_with_one_error_message(locked: Site, name: str) -> None:
    ended = subprocess.run(COMMANDS[name], cwd=ROOT, env=locked.environment, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.strip().splitlines()[-1] == (
        "A backup is being restored into this database. Start again when that is done."
    )
