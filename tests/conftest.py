"""Settings and fixtures for all tests. The functions that start real servers are in tests/servers/."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import hypothesis
import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import OperationalError, close_old_connections
from django.db.backends.postgresql.creation import DatabaseCreation as PostgresCreation
from django.db.backends.sqlite3 import base as sqlite
from django.utils import translation
from pytest_django.live_server_helper import LiveServer

from config.management.commands import migrate
from config.server import processes
from scoring import facts
from tests import tiers
from tests.servers import needs
from tests.servers.ports import free_port
from tests.servers.postgres import Postgres, running_postgres
from tests.servers.site import Site, embedded_site, made_once, migrated, scaled_site

pytest_plugins = ["tests.checked_client", "tests.known_problems", "tests.shared_site"]

# Playwright's event loop runs in the thread of the test, so Django takes the test for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# The order of the tests; `make test-all` passes another seed each time.
SEED = 20261127

# Slow examples never fail a test, because the machine may be busy. `make test` runs the same forty examples
# each time; `make test-all` runs a hundred random examples.
TOO_SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("random", deadline=None, suppress_health_check=TOO_SLOW)
hypothesis.settings.register_profile(
    "repeatable",
    deadline=None,
    suppress_health_check=TOO_SLOW,
    derandomize=True,
    max_examples=40,
)
hypothesis.settings.load_profile("repeatable")


def pytest_collection_finish() -> None:
    """Reduce garbage collection as the site's processes do, because each collection delays a test."""
    processes.collect_garbage_rarely()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Speed up the site: weak password hashes, no collected static files, a broker in memory."""
    from config.celery import app

    if getattr(config.option, "randomly_seed", None) == "default":
        config.option.randomly_seed = SEED

    app.conf.broker_url = "memory://"
    app.conf.broker_transport_options = {}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if not each.startswith("whitenoise")]
    _flush_past_the_triggers()
    if "TESTS_SHARED" in os.environ:
        _begin_with_what_is_migrated()


def _begin_with_what_is_migrated() -> None:
    """Create the test database as a copy of a database that is migrated once for all processes."""
    on_sqlite, on_postgres = sqlite.DatabaseWrapper.creation_class, PostgresCreation
    copy_file, copy_database = on_sqlite.create_test_db, on_postgres.create_test_db
    handle = migrate.Command.handle

    def from_file(creation: Any, *words: Any, **options: Any) -> str:
        def migrate_a_copy(command: migrate.Command, *words: Any, **options: Any) -> None:
            creation.connection.ensure_connection()
            with closing(sqlite3.connect(migrated())) as database:
                database.backup(creation.connection.connection)
            handle(command, *words, **options)

        with mock.patch.object(migrate.Command, "handle", migrate_a_copy):
            return copy_file(creation, *words, **options)

    def from_database(creation: Any, *words: Any, **options: Any) -> str:
        where = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS")}
        with made_once("migrated-on-postgresql") as (folder, empty):
            if empty:
                Site(folder, [], free_port(), where).manage("migrate", "-v0")
            database = creation.connection.settings_dict
            database["TEST"]["TEMPLATE"] = database["NAME"]
            return copy_database(creation, *words, **options)

    on_sqlite.create_test_db = from_file  # type: ignore[assignment, method-assign]
    on_postgres.create_test_db = from_database  # type: ignore[assignment, method-assign]


def _flush_past_the_triggers() -> None:
    """Drop the triggers on SQLite while the database is flushed after a transactional test.

    A request may still run when its test ends, and SQLite cannot empty a table that is being read.
    """
    operations_class = sqlite.DatabaseWrapper.ops_class
    flush = operations_class.execute_sql_flush

    def flush_without_triggers(operations: Any, statements: list[str]) -> None:
        facts.drop(operations.connection)
        flush(operations, statements)
        facts.install(operations.connection)

    def flush_once_nobody_reads(operations: Any, statements: list[str]) -> None:
        until = time.monotonic() + 10
        while True:
            try:
                return flush_without_triggers(operations, statements)
            except OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
            time.sleep(0.05)

    operations_class.execute_sql_flush = flush_once_nobody_reads  # type: ignore[assignment, method-assign]


# Seconds. A test that is marked with at least this timeout takes long.
LONG = 300


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests after the first tenth of the quick tests; on PostgreSQL, select only database tests.

    The first quick tests run while the type checker is running. The long tests are not last, so that none of
    them runs alone at the end.
    """
    tiers.describe(items)
    long, quick = [item for item in items if _is_long(item)], [item for item in items if not _is_long(item)]
    first = len(quick) // 10
    items[:] = quick[:first] + long + quick[first:]
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return
    again = [item for item in items if _runs_on_postgres(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in again])
    items[:] = again


def _is_long(item: pytest.Item) -> bool:
    """Return True if a test starts a site or has a longer timeout than usual."""
    more_time = item.get_closest_marker("timeout")
    return bool(item.get_closest_marker("site") or (more_time and more_time.args[0] >= LONG))


def _runs_on_postgres(item: pytest.Item) -> bool:
    """Return True if a test uses the test database and its result may differ on PostgreSQL."""
    if any(item.get_closest_marker(name) for name in ("browser", "site", "embedded", "alike")):
        return False
    return tiers.touches_database(item)


@pytest.fixture(autouse=True)
def english() -> None:
    """Activate English, because an earlier request may have activated another language."""
    translation.activate("en")


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """Keep the database connection open when the WSGI application runs in the thread of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> LiveServer:
    """A live server. Its thread may close a database connection that the test thread has opened."""
    for connection in (live_server.thread.connections_override or {}).values():
        connection.inc_thread_sharing()
    return live_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server with fsync switched on; without fsync the site refuses to start."""
    with running_postgres(fsync=True) as server:
        yield server


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A running site, started as `make run` starts it."""
    with embedded_site(tmp_path) as running:
        yield running


@pytest.fixture
def scaled(tmp_path: Path, postgres: Postgres) -> Iterator[Site]:
    """A running site, started as compose.yaml starts it."""
    with scaled_site(tmp_path, postgres) as running:
        yield running


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Return launch options for the installed Chromium that prevent requests to other hosts."""
    chromium = needs.chromium() or needs.lack("Chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": needs.QUIET}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a browser context for a phone whose language is Italian."""
    return {**browser_context_args, "locale": "it-IT", "viewport": {"width": 390, "height": 844}}
