"""Startup checks: a database whose settings could lose data is refused."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from config import checks, databases
from scoring import facts
from tests.servers.postgres import running_postgres
from tests.servers.site import ROOT, scaled_site


@pytest.mark.django_db(transaction=True)
def test_missing_database_trigger_is_reported() -> None:
    name, _act, table = facts.expected()[0]
    on = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
    try:
        assert name in " ".join(checks.database_faults())
        with pytest.raises(SystemExit, match=name):
            checks.refuse_unsafe_database()
    finally:
        facts.install(connection)


@pytest.mark.parametrize(
    ("version", "journal"), [((3, 51, 2), "DELETE"), ((3, 51, 3), "WAL"), ((3, 52, 0), "WAL")]
)
def test_write_ahead_log_is_used_only_with_a_safe_version_of_sqlite(
    version: tuple[int, int, int], journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.databases.sqlite3.sqlite_version_info", version)
    assert databases.sqlite_pragmas()["journal_mode"] == journal
    assert databases.sqlite_pragmas()["synchronous"] == {"DELETE": "EXTRA", "WAL": "FULL"}[journal]


def test_connection_settings_contain_the_options_of_the_database_url(tmp_path: Path) -> None:
    configured = databases.configure("postgres://me@db/trionfo?sslmode=require", tmp_path)
    assert configured["OPTIONS"]["sslmode"] == "require"
    assert configured["OPTIONS"]["pool"]["max_size"] > databases.THREADS


@pytest.mark.site
def test_postgresql_without_fsync_is_refused(tmp_path: Path) -> None:
    with running_postgres(fsync=False) as unsafe, scaled_site(tmp_path, unsafe, started=False) as site:
        site.commands = [command for command in site.commands if "config.web" in command]
        with pytest.raises(RuntimeError, match="PostgreSQL runs with fsync=off"):
            site.start()


@pytest.mark.site
def test_sqlite_runs_with_the_required_pragmas(tmp_path: Path) -> None:
    code = "import django; django.setup(); from config import checks; print(checks._sqlite_faults())"
    env = os.environ | {"TRIONFO_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    env.pop("DATABASE_URL", None)
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert process.stdout == "[]\n"
