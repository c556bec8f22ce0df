"""Tests that a `restore` killed on PostgreSQL leaves all the old data or all the new data.

`make restores` kills the command at five moments, other test runs at one. With PostgreSQL, the machine page
cannot restore a backup; the page shows the command for it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers.postgres import Postgres
from tests.servers.site import Site, changed_site, scaled_site

pytestmark = [pytest.mark.site, pytest.mark.timeout(600)]

KILL = "import os as _os; _os.kill(_os.getpid(), 9)\n"
BESIDE = "config/restoring.py"
COMMAND = "config/management/commands/restore.py"
LOADING = "tournaments/copies/services/loading.py"
RENAMES = "RENAME TO {name}; ALTER SCHEMA"
# The moments of the kill: a file, a text in the file, and the text that replaces it to kill the command.
MOMENTS = {
    "the schema beside is empty": (BESIDE, "    open_beside(OPTIONS=", f"    {KILL}    open_beside(OPTIONS="),
    "its rows are loaded": (LOADING, "    _reset_sequences(", f"    {KILL}    _reset_sequences("),
    "it is verified": (COMMAND, "            swap(name)", f"            {KILL}            swap(name)"),
    "between the two names": (
        BESIDE, RENAMES, "RENAME TO {name}; SELECT pg_terminate_backend(pg_backend_pid()); ALTER SCHEMA",
    ),
    "it is swapped": (BESIDE, "    forget_copies(", f"    {KILL}    forget_copies("),
}  # fmt: skip
MAKE = """
from django.utils import timezone
from tournaments.club.services.new_tournament import StageSetup, create_tournament
create_tournament(User.objects.first(), name={name!r}, card_game="mariglia", tables=2,
                  stages=[StageSetup("knockout", {{}})], at=timezone.now())
"""
IN_SUITE = ("between the two names",)
OLD, NEW = ["Dopo la copia", "Serata"], ["Serata"]


def names(site: Site) -> list[str]:
    """Return the names of all tournaments of the site in alphabetical order."""
    output = site.python(
        "print(*Tournament.objects.order_by('name').values_list('name', flat=True), sep='|')"
    )
    site.close_console()  # a database in use is not restored
    return output.strip().split("|")


def killed_restore(site: Site, copy: Path, root: Path) -> int:
    """Run `restore` with the code in the folder `root`, and return its exit status."""
    command = [sys.executable, "manage.py", "restore", str(copy)]
    process = subprocess.run(command, cwd=root, env=site.environment, capture_output=True, check=False)
    return process.returncode


def test_restore_on_postgresql_killed_at_any_moment_leaves_the_old_or_the_new_data(
    tmp_path: Path, postgres: Postgres
) -> None:
    data, copy = tmp_path / "data", tmp_path / "site.jsonl.gz"
    data.mkdir()
    with scaled_site(data, postgres, started=False) as site:
        site.organise()
        site.python(MAKE.format(name="Serata"))
        site.manage("backup", str(copy))
        for moment in MOMENTS if os.environ.get("RESTORES") == "whole" else IN_SUITE:
            file, text, changed = MOMENTS[moment]
            if names(site) == NEW:
                site.python(MAKE.format(name="Dopo la copia"))
                site.close_console()
            root = changed_site(tmp_path / "changed", file, text, changed)
            assert killed_restore(site, copy, root) != 0, moment
            shutil.rmtree(root.parent if root.parent != tmp_path else root)
            assert names(site) == (NEW if moment == "it is swapped" else OLD), moment
            print(f"\nkilled when {moment}: {'new' if moment == 'it is swapped' else 'old'}")
        site.manage("restore", str(copy))
        assert names(site) == NEW
        assert site.manage("verify", "serata").returncode == 0
