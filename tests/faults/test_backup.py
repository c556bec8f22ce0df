"""A backup made while the site runs comes back whole, on either database, or not at all."""

import gzip
from pathlib import Path

import pytest

from tests.faults.evenings import recorded_evening
from tests.faults.tables import Standing
from tests.servers.postgres import Postgres
from tests.servers.site import Site as Running
from tests.servers.site import embedded_site, scaled_site
from tournaments.replay.client import Site
from tournaments.replay.evening import Evening

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def played(embedded: Standing) -> tuple[str, str]:
    """The slug and the digest of a tournament in the middle of its evening."""
    evening = Evening(
        Site(embedded.site.url, embedded.token), recorded_evening(), "Da salvare", most_hands=40
    )
    evening.set_up()
    evening.play(workers=2)
    evening.site.close()
    return evening.slug, embedded.site.manage("verify", evening.slug).stdout.strip()


@pytest.fixture(scope="module")
def copy(embedded: Standing, played: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup, made while the site runs."""
    file = tmp_path_factory.mktemp("copies") / "site.jsonl.gz"
    embedded.site.manage("backup", str(file))
    return file


def restored(site: Running, copy: Path, played: tuple[str, str]) -> None:
    """Restore into an empty site and compare the digest."""
    slug, digest = played
    site.manage("migrate", "--verbosity", "0")
    site.manage("restore", str(copy))
    assert site.manage("verify", slug).stdout.strip() == digest


def test_a_backup_comes_back_on_sqlite(tmp_path: Path, copy: Path, played: tuple[str, str]) -> None:
    with embedded_site(tmp_path, started=False) as site:
        restored(site, copy, played)
        assert list(tmp_path.glob("trionfo.before_*.sqlite3"))


def test_a_site_that_is_running_is_not_restored_under_its_feet(embedded: Standing, copy: Path) -> None:
    refused = embedded.site.manage("restore", str(copy), check=False)
    assert refused.returncode == 1
    assert "running already" in refused.stderr


def test_a_backup_comes_back_on_postgresql(
    tmp_path: Path, postgres: Postgres, copy: Path, played: tuple[str, str]
) -> None:
    with scaled_site(tmp_path, postgres, started=False) as site:
        restored(site, copy, played)


def test_a_backup_with_one_changed_hand_is_refused_and_nothing_is_touched(
    tmp_path: Path, copy: Path, played: tuple[str, str]
) -> None:
    spoilt = tmp_path / "spoilt.jsonl.gz"
    text = gzip.decompress(copy.read_bytes()).decode()
    assert '"card_points": [46,24]' in text
    spoilt.write_bytes(
        gzip.compress(text.replace('"card_points": [46,24]', '"card_points": [47,23]').encode())
    )
    with embedded_site(tmp_path, started=False) as site:
        site.manage("migrate", "--verbosity", "0")
        refused = site.manage("restore", str(spoilt), check=False)
        assert refused.returncode == 1
        assert "Nothing was changed" in refused.stderr
        assert site.manage("verify", played[0], check=False).returncode == 1
    assert not list(tmp_path.glob("trionfo.before_*"))
