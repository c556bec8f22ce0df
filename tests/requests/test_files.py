"""A month after a tournament, its contacts are in no database file, write-ahead log or backup."""

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.site import FOREIGN, ROOT, migrated

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

PHONE, MAIL = "347 000 7777", "peppino.ledda@example.org"
PLANT = f"""
from datetime import timedelta
from django.utils import timezone
from tests.requests.builders import a_request, an_open_tournament
from tournaments.models import RequestDetails, Tournament
from tournaments.requests.services import requests
tournament = an_open_tournament(accepts="one_by_one")
for number in range(40):
    row = a_request(tournament, phone="{PHONE}", mail="{MAIL}")
    requests.rename(row, [f"Carla Tre{{number}}", f"Dino Quattro{{number}} {PHONE}"], author=requests.NOBODY,
                    at=timezone.now())
Tournament.objects.update(starts_at=timezone.now() - timedelta(days=31))
"""
CHORES = "from tournaments.queue.tasks import forget; print(forget())"
SOON = "079 555 1234"
RECENT = f"""
from tests.requests.builders import a_request, an_open_tournament
a_request(an_open_tournament(), "Chi Viene", "Stasera Gioca", phone="{SOON}")
"""
ASIDE = "from config.preparation import forget; print(forget())"
COUNT_SCRIPT = """
from tournaments.models import EntryRequest, RequestDetails
print(EntryRequest.objects.count(), RequestDetails.objects.count())
"""

Manage = Callable[..., str]


@pytest.fixture
def manage(tmp_path: Path) -> Manage:
    """Return a function that runs a management command for an SQLite site in a separate process."""
    shutil.copy(migrated(), tmp_path)
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}

    def run(*command: str, check: bool = True) -> str:
        process = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**environment, "TRIONFO_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0 or not check, process.stderr
        return process.stdout

    return run


def holding(folder: Path, *texts: str) -> Iterator[str]:
    """Yield the names of the files that contain any of `texts`; compressed files are searched too."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
            if any(text.encode() in data for text in texts):
                yield file.name


def test_contacts_are_deleted_from_the_old_database_file_kept_after_a_restore(
    manage: Manage, tmp_path: Path
) -> None:
    empty = tmp_path.parent / "empty.jsonl.gz"
    manage("backup", str(empty))
    manage("shell", "-v0", "-c", PLANT)
    manage("shell", "-v0", "-c", RECENT)
    manage("restore", str(empty))
    (aside,) = [file.name for file in tmp_path.glob("trionfo.before_*.sqlite3")]
    assert list(holding(tmp_path, PHONE, MAIL, SOON)) == [aside]
    assert f"aside      {aside.split('.')[1]}: " in manage("doctor", check=False)
    manage("shell", "-v0", "-c", ASIDE)
    assert list(holding(tmp_path, PHONE, MAIL)) == []
    assert list(holding(tmp_path, SOON)) == [aside]  # of a future tournament
    empty.unlink()


def test_no_file_contains_a_contact_after_the_deletion_even_if_a_backup_is_restored(
    manage: Manage, tmp_path: Path
) -> None:
    old = tmp_path.parent / "old.jsonl.gz"
    manage("shell", "-v0", "-c", PLANT)
    assert list(holding(tmp_path, PHONE, MAIL)) == ["trionfo.sqlite3"]
    manage(
        "shell",
        "-v0",
        "-c",
        "from tournaments.copies.services import writing as w; from pathlib import Path; "
        f"w.parts_of = lambda _what: (); w.write_copy(Path('{old}'))",
    )
    assert PHONE.encode() in gzip.decompress(old.read_bytes())
    since = tmp_path / "since.jsonl.gz"
    manage("backup", str(since))
    assert PHONE.encode() not in gzip.decompress(since.read_bytes())
    assert list(holding(tmp_path, PHONE, MAIL)) == []
    assert manage("shell", "-v0", "-c", COUNT_SCRIPT).split() == ["40", "0"]
    for file in tmp_path.glob("trionfo.sqlite3*"):
        file.unlink()
    manage("restore", str(old))
    assert manage("shell", "-v0", "-c", COUNT_SCRIPT).split() == ["40", "40"]
    manage("shell", "-v0", "-c", CHORES)
    assert manage("shell", "-v0", "-c", COUNT_SCRIPT).split() == ["40", "0"]
    assert list(holding(tmp_path, PHONE, MAIL)) == []
    old.unlink()
