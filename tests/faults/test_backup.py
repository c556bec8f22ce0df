"""A backup of a running site can be restored on SQLite and PostgreSQL; a file that is not a backup is
refused.
"""

import gzip
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.evenings import recorded_evening
from tests.faults.tables import Standing
from tests.servers.postgres import Postgres
from tests.servers.site import Site as Running, embedded_site, scaled_site
from tournaments.replay.client import Site
from tournaments.replay.evening import EveningReplay

pytestmark = [pytest.mark.site, pytest.mark.timeout(600)]

NAMES = ["x.tar.xz", "copia di sabato", "copy.gz", "trionfo.json", "x.jsonl"]
# Names of backup files: all in `make restores`, the first in the suite.
if os.environ.get("RESTORES") != "whole":
    NAMES = NAMES[:1]


@pytest.fixture(scope="module")
def played(embedded: Standing) -> tuple[str, str]:
    """The slug and the digest of a tournament in play."""
    evening = EveningReplay(
        Site(embedded.site.url, embedded.token), recorded_evening(), "Da salvare", most_hands=40
    )
    evening.set_up()
    evening.play(workers=2)
    evening.site.close()
    return evening.slug, embedded.site.manage("verify", evening.slug).stdout.strip()


@pytest.fixture(scope="module")
def copy(embedded: Standing, played: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup file made while the site runs."""
    file = tmp_path_factory.mktemp("copies") / "site.jsonl.gz"
    embedded.site.manage("backup", str(file))
    return file


TABLES = "from django.db import connection\nprint(sorted(connection.introspection.table_names()))"


def restored(site: Running, copy: Path, played: tuple[str, str]) -> None:
    """Restore the backup into an empty site; check the digest and the list of database tables."""
    slug, digest = played
    tables = site.python(TABLES)
    assert "cache" in tables
    site.close_console()  # a database in use cannot be restored
    site.manage("restore", str(copy))
    assert site.manage("verify", slug).stdout.strip() == digest
    assert site.python(TABLES) == tables


def test_backup_is_restored_on_sqlite(tmp_path: Path, copy: Path, played: tuple[str, str]) -> None:
    with embedded_site(tmp_path, started=False) as site:
        restored(site, copy, played)
        assert list(tmp_path.glob("trionfo.before_*.sqlite3"))


def test_restore_into_a_running_site_is_refused(embedded: Standing, copy: Path) -> None:
    refused = embedded.site.manage("restore", str(copy), check=False)
    assert refused.returncode == 1
    assert "running already" in refused.stderr


def test_restore_is_refused_while_one_process_of_a_scaled_site_runs(
    tmp_path: Path, postgres: Postgres, copy: Path, played: tuple[str, str]
) -> None:
    with scaled_site(tmp_path, postgres) as site:
        site.answers("/api/v1/tournaments/")
        refused = site.manage("restore", str(copy), check=False)
        assert refused.returncode == 1
        assert "running already" in refused.stderr
        assert refused.stderr.count("\n") == 1
        web = site.processes[0]
        web.kill()
        web.wait()
        refused = site.manage("restore", str(copy), check=False)  # the worker looks for jobs all the time
        assert (refused.returncode, "running already" in refused.stderr) == (1, True)
        site.stop()
        assert site.manage("restore", str(copy)).returncode == 0
        assert site.manage("verify", played[0]).stdout.strip() == played[1]


def test_restore_reads_exactly_the_named_file(
    tmp_path: Path, embedded: Standing, played: tuple[str, str]
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    with embedded_site(tmp_path, started=False) as site:
        for name in NAMES:
            file = copies / name
            digest = embedded.site.manage("verify", played[0]).stdout.strip()  # jobs may add facts later
            assert embedded.site.manage("backup", str(file)).stdout.startswith(f"{file}: ")
            for neighbour in (f"{file}.jsonl.gz", f"{file.with_suffix('')}.jsonl.gz"):
                Path(neighbour).write_bytes(gzip.compress(b"nothing of ours"))
            restored(site, file, (played[0], digest))


def test_file_that_is_not_a_backup_is_refused_with_one_error_message(tmp_path: Path) -> None:
    nothing, text, no_rows, broken = b"", b"nothing of ours", gzip.compress(b"[1, 2]"), b"\x1f\x8b broken"
    file = tmp_path / "file.jsonl.gz"
    with embedded_site(tmp_path, started=False) as site:
        for content in (nothing, text, no_rows, broken):
            file.write_bytes(content)
            refused = site.manage("restore", str(file), check=False)
            assert (refused.returncode, refused.stderr) == (
                1,
                f"CommandError: {file.name} is no whole backup of Trionfo. Nothing was changed.\n",
            )


def test_backup_is_readable_by_its_owner_only_and_contains_no_secret(
    tmp_path: Path, embedded: Standing, played: tuple[str, str]
) -> None:
    token, site = embedded.token, embedded.site
    slug = played[0]
    site.manage(
        "shell", "-c",
        "from allauth.mfa.models import Authenticator as A; from django.contrib.auth.models import User;"
        "u = User.objects.first();"
        "A.objects.create(user=u, type='totp', data={'secret': 'TOTPSECRET'});"
        "A.objects.create(user=u, type='recovery_codes', data={'seed': 'SEEDOFCODES', 'used_mask': 0});",
    )  # fmt: skip
    codes = site.manage(
        "shell", "-c",
        "from scoring.sheet.devices import table_code, table_token; from scoring.models import TableKey;"
        "print(*(f'{table_code(key)} {table_token(key)}' for key in TableKey.objects.all()))",
    ).stdout.split()[-8:]  # fmt: skip
    file = tmp_path / "site.jsonl.gz"
    site.manage("backup", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = gzip.decompress(file.read_bytes()).decode()
    assert slug in text
    for secret in (token, "TOTPSECRET", "SEEDOFCODES", *codes):
        assert secret not in text
    site.manage("shell", "-c", "from allauth.mfa.models import Authenticator as A; A.objects.all().delete()")


def test_killed_backup_leaves_no_partial_file(tmp_path: Path, embedded: Standing) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    command = [sys.executable, "manage.py", "backup", str(folder / "site.jsonl.gz")]
    killed = 0
    for tenth in range(4, 24):
        process = subprocess.Popen(command, cwd=embedded.site.root, env=embedded.site.environment)
        try:
            process.wait(tenth / 10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
            assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in folder.iterdir())
            assert [file.name for file in folder.iterdir()] in ([], ["site.jsonl.gz"])
            continue
        break
    assert killed


def test_backup_is_restored_on_postgresql(
    tmp_path: Path, postgres: Postgres, copy: Path, played: tuple[str, str]
) -> None:
    with scaled_site(tmp_path, postgres, started=False) as site:
        restored(site, copy, played)


def test_backup_with_a_manipulated_hand_is_refused_and_no_data_are_changed(
    tmp_path: Path, copy: Path, played: tuple[str, str]
) -> None:
    spoilt = tmp_path / "spoilt.jsonl.gz"
    text = gzip.decompress(copy.read_bytes()).decode()
    assert '"card_points": [46,24]' in text
    spoilt.write_bytes(
        gzip.compress(text.replace('"card_points": [46,24]', '"card_points": [47,23]').encode())
    )
    with embedded_site(tmp_path, started=False) as site:
        refused = site.manage("restore", str(spoilt), check=False)
        assert refused.returncode == 1
        assert "Nothing was changed" in refused.stderr
        assert site.manage("verify", played[0], check=False).returncode == 1
    assert not list(tmp_path.glob("trionfo.before_*"))
