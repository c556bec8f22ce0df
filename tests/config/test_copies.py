"""What a restore puts aside: three copies at most, a month at most."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from config.preparation import copies, forget_copies, name_of_copy, put_file_aside

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def make(name: str, folder: Path) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE SCHEMA "{name}"')
    else:
        (folder / f"trionfo.{name}.sqlite3").write_text("names")
        (folder / f"trionfo.{name}.sqlite3-wal").write_text("names")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("config.preparation.database_file", lambda: tmp_path / "trionfo.sqlite3")
    (tmp_path / "trionfo.sqlite3").write_text("the site")
    (tmp_path / "trionfo.before_me.sqlite3").write_text("not ours")
    return tmp_path


def test_those_older_than_a_month_and_beyond_the_third_go(folder: Path) -> None:
    days = (0, 1, 29, 2, 31, 400)
    names = [name_of_copy(NOW - timedelta(days=each)) for each in days]
    for name in names:
        make(name, folder)
    assert forget_copies(at=NOW) == [names[2], names[4], names[5]]
    assert copies() == [names[0], names[1], names[3]]
    assert forget_copies(at=NOW) == []
    assert forget_copies(at=NOW + timedelta(days=40)) == [names[0], names[1], names[3]]
    assert sorted(file.name for file in folder.iterdir()) == ["trionfo.before_me.sqlite3", "trionfo.sqlite3"]


def test_a_copy_is_for_its_owner_alone(folder: Path) -> None:
    put_file_aside(folder / "trionfo.sqlite3", name_of_copy(NOW))
    (copy,) = folder.glob("trionfo.before_2*")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
