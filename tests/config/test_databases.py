"""The access rights of the SQLite file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper

from config import databases

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]


@pytest.mark.parametrize("mode", [0o644, 0o666, 0o600], ids=oct)
def test_database_file_is_readable_only_by_its_owner(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "trionfo.sqlite3"
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("CREATE TABLE card (suit)")
    file.chmod(mode)
    settings = databases.configure(f"sqlite:///{file}", tmp_path)
    with closing(DatabaseWrapper({**settings, "TIME_ZONE": None, "AUTOCOMMIT": True}, "default")) as opened:
        opened.cursor().execute("INSERT INTO card VALUES ('coins')")
        modes = {each.name: each.stat().st_mode & 0o777 for each in tmp_path.glob(f"{file.name}*")}
    assert set(modes.values()) == {0o600}
    assert file.name in modes
