"""Deletion of database copies saved before a restore: at most three are kept, for at most a month."""

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from config.preparation import copies, forget_copies, forget_rows, name_of_copy
from config.restoring import swap_files

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


def test_database_copies_over_a_month_old_or_not_among_the_newest_three_are_deleted(folder: Path) -> None:
    days = (0, 1, 29, 2, 31, 400)
    names = [name_of_copy(NOW - timedelta(days=each)) for each in days]
    for name in names:
        make(name, folder)
    assert forget_copies(at=NOW) == [names[2], names[4], names[5]]
    assert copies() == [names[0], names[1], names[3]]
    assert forget_copies(at=NOW) == []
    assert forget_copies(at=NOW + timedelta(days=40)) == [names[0], names[1], names[3]]
    assert sorted(file.name for file in folder.iterdir()) == ["trionfo.before_me.sqlite3", "trionfo.sqlite3"]


def test_saved_database_copy_is_readable_only_by_its_owner(folder: Path) -> None:
    (folder / "beside").write_text("the copy")
    swap_files(folder / "trionfo.sqlite3", folder / "beside", name_of_copy(NOW))
    (copy,) = folder.glob("trionfo.before_2*")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_rows_due_for_deletion_are_deleted_from_every_readable_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = ("rows_of_one", "day < %s", ("2026-11-20",))
    monkeypatch.setattr(
        "config.preparation.parts_of", lambda what: (lambda at: [due],) * (what == "put_aside")
    )
    one, other, broken = (name_of_copy(NOW - timedelta(days=each)) for each in range(3))
    for name in (one, other):
        fill(name, folder, "2026-11-19", "2026-11-21")
    make(broken, folder)
    assert forget_rows(at=NOW) == 2
    assert [days_in(name, folder) for name in (one, other)] == [["2026-11-21"]] * 2
    assert forget_rows(at=NOW) == 0


def fill(name: str, folder: Path, *days: str) -> None:
    """Create a saved database copy whose table `rows_of_one` has one row for each of the given dates."""
    values = ", ".join(f"('{day}')" for day in days)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE SCHEMA "{name}"; CREATE TABLE "{name}".rows_of_one (day text)')
            cursor.execute(f'INSERT INTO "{name}".rows_of_one VALUES {values}')
        return
    with closing(sqlite3.connect(folder / f"trionfo.{name}.sqlite3")) as database:
        database.execute("CREATE TABLE rows_of_one (day text)")
        database.execute(f"INSERT INTO rows_of_one VALUES {values}")
        database.commit()


def days_in(name: str, folder: Path) -> list[str]:
    """Return the dates of the rows that remain in the table `rows_of_one` of a saved database copy."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT day FROM "{name}".rows_of_one')
            return [day for (day,) in cursor.fetchall()]
    with closing(sqlite3.connect(folder / f"trionfo.{name}.sqlite3")) as database:
        return [day for (day,) in database.execute("SELECT day FROM rows_of_one")]
