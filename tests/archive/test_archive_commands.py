"""Management commands that export and import a tournament, also from SQLite to PostgreSQL and back."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.archive.archives import archive_of
from tests.archive.zips import digest_of
from tests.builders import an_organiser, drawn_tournament, match_of, play_match
from tests.servers.postgres import Postgres
from tests.servers.site import FOREIGN, ROOT
from tests.test_hidden_names import an_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def output_words(command: str, *words: Any, **options: Any) -> list[str]:
    """Run a management command in this process; return its output as a list of words."""
    out = StringIO()
    call_command(command, *words, stdout=out, **options)
    return out.getvalue().split()


def test_archive_command_prints_the_digest_and_import_refuses_a_duplicate(tmp_path: Path) -> None:
    tournament, file = drawn_tournament(4), tmp_path / "autunno.trionfo.zip"
    play_match(match_of(tournament))
    assert output_words("archive", tournament.slug, file) == output_words("verify", tournament.slug)
    with pytest.raises(CommandError, match="here already, as “Torneo d’autunno” at /torneo-dautunno/"):
        output_words("import_archive", file)
    assert [each.name for each in tmp_path.iterdir()] == ["autunno.trionfo.zip"]


def test_import_needs_an_owner_if_there_are_several_organisers(tmp_path: Path) -> None:
    data, file = archive_of(lambda: drawn_tournament(4)), tmp_path / "event.zip"
    file.write_bytes(data)
    with pytest.raises(CommandError, match="--owner"):
        output_words("import_archive", file)
    with pytest.raises(CommandError, match="no account tore"):
        output_words("import_archive", file, owner="tore")
    an_organiser("antonella")
    an_organiser("tore")
    with pytest.raises(CommandError, match="--owner"):
        output_words("import_archive", file)
    assert output_words("import_archive", file, owner="tore") == ["/torneo-dautunno/", digest_of(data)]
    assert Tournament.objects.get().owner.get_username() == "tore"


def test_unreadable_archive_is_reported_by_the_commands(tmp_path: Path) -> None:
    an_organiser()
    file = tmp_path / "event.zip"
    with pytest.raises(CommandError, match="cannot be read"):
        output_words("import_archive", file)
    file.write_bytes(b"PK")
    with pytest.raises(CommandError, match="Take another copy"):
        output_words("import_archive", file)
    with pytest.raises(CommandError, match="no tournament nessuno"):
        output_words("archive", "nessuno", file)
    tournament = drawn_tournament(4)
    with pytest.raises(CommandError, match="cannot be written"):
        output_words("archive", tournament.slug, tmp_path / "nowhere" / "event.zip")
    assert file.read_bytes() == b"PK"


def another_site(folder: Path, **where: str) -> dict[str, str]:
    """Create an empty second site with one organiser; return its environment variables."""
    folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    settings = (
        environment
        | {"TRIONFO_DATA": str(folder), "DJANGO_SUPERUSER_PASSWORD": "a long enough sentence"}
        | where
    )
    manage(settings, "migrate", "-v0")
    manage(settings, "createsuperuser", "--noinput", "--username", "tore", "--email", "")
    return settings


def manage(settings: dict[str, str], *words: str | Path) -> list[str]:
    """Run a management command on another site; return its output as a list of words."""
    command = [sys.executable, "manage.py", *map(str, words)]
    process = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout.split()


@pytest.mark.site
@pytest.mark.alike  # covers both databases already
@pytest.mark.timeout(400)  # creates a whole database
def test_tournament_is_unchanged_after_a_round_trip_through_the_other_database_system(
    tmp_path: Path, request: Any
) -> None:
    data, file, back = archive_of(an_evening), tmp_path / "event.zip", tmp_path / "back.zip"
    file.write_bytes(data)
    site = another_site(tmp_path / "site", **other_database(request))
    address, digest = manage(site, "import_archive", file)
    assert (address, digest) == ("/torneo-dautunno/", digest_of(data))
    assert manage(site, "verify", "torneo-dautunno") == [digest]
    assert manage(site, "archive", "torneo-dautunno", back) == [digest]
    assert back.read_bytes() == data
    an_organiser()
    assert output_words("import_archive", back) == [address, digest]
    assert output_words("verify", "torneo-dautunno") == [digest]


def other_database(request: Any) -> dict[str, str]:
    """Return environment variables that select the database system not used by this test run."""
    if connection.vendor == "postgresql":
        return {}
    server: Postgres = request.getfixturevalue("postgres")
    return {"DATABASE_URL": server.url("taken_along")}
