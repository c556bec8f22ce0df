"""Fixtures that allow tests of backups to open databases other than the test database."""

from pathlib import Path
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper


def open_any(database: BaseDatabaseWrapper) -> None:
    """Open a connection to a database, even if the test has not declared the database."""
    if database.connection is None:
        with database.wrap_database_errors:
            database.connect()


@pytest.fixture
def beside(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    """Return a separate data folder, and allow connections to databases other than the test database."""
    settings.TRIONFO_DATA = tmp_path
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", open_any)
    monkeypatch.setattr("config.restoring.database_file", lambda: tmp_path / "trionfo.sqlite3")
    return tmp_path
