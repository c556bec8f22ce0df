"""Restoring the backup of a club replaces the data of this club and of no other club.

`make restores` runs this on both databases, `make test-all` on SQLite.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import site as servers
from tests.servers.postgres import Postgres

pytestmark = [pytest.mark.site, pytest.mark.timeout(600)]

KINDS = ("embedded", "scaled") if os.environ.get("RESTORES") == "whole" else ("embedded",)
ADD = """
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.clubs.services import add_club
add_club(slug="bosa", name="Mariglia Bosa", host="bosa.lan", author=Author(), at=timezone.now())
"""
HOLD = """
from django.contrib.auth.models import User
from django.utils import timezone
from tournaments.club.services.new_tournament import StageSetup, create_tournament
owner, stages = User.objects.get_or_create(username="efisia")[0], [StageSetup("knockout")]
create_tournament(owner, name="{name}", card_game="mariglia", stages=stages, at=timezone.now())
"""
NAMES = """
from tournaments.models import Tournament
print(*Tournament.objects.order_by("made_at").values_list("name", flat=True))
"""


@contextlib.contextmanager
def a_site(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[servers.Site]:
    """Yield a site that is not yet started."""
    if kind == "embedded":
        with servers.embedded_site(folder, started=False) as site:
            yield site
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with servers.scaled_site(folder, postgres, started=False) as site:
        yield site


@pytest.mark.parametrize("kind", KINDS)
def test_backup_of_a_club_is_restored_and_other_clubs_are_unchanged(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    backup = str(tmp_path / "bosa.jsonl.gz")
    with a_site(kind, tmp_path, request) as site:
        site.environment["ALLOWED_HOSTS"] = "bosa.lan"

        def manage(club: str, *words: str) -> list[str]:
            site.environment["CLUB"] = club
            return site.manage(*words).stdout.split()

        def python(club: str, text: str) -> list[str]:
            return manage(club, "shell", "-v0", "-c", text)

        python("", ADD + HOLD.format(name="Nostro"))
        python("bosa", HOLD.format(name="Prima"))
        manage("bosa", "backup", backup)
        python("bosa", HOLD.format(name="Dopo"))
        manage("bosa", "restore", backup)
        assert python("bosa", NAMES) == ["Prima"]
        assert python("", NAMES) == ["Nostro"]
