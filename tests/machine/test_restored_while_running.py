"""Tests of restores while phones send hands: no hand is lost, and the site's data are always complete.

`make restores` runs the full test: eight phones, and a killed restore at each moment in `MOMENTS`.
"""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.machine.restores import Browser, all_write, join, phones_of, state_of
from tests.servers.site import DATABASE, Site, changed_site, embedded_site
from tests.waiting import wait_for

FULL_RUN = os.environ.get("RESTORES") == "whole"
PHONES = 8 if FULL_RUN else 2
# The time limit in seconds; without other load five seconds are enough.
PATIENCE = 300.0

pytestmark = [pytest.mark.site, pytest.mark.timeout(1200), pytest.mark.timing]


def sheets(site: Site) -> list[list[str]]:
    """Return the kinds of the log entries of each score sheet that is not empty."""
    text = (
        "import json\nfound = {}\n"
        "for sheet, kind in SheetEvent.objects.order_by('sheet', 'seq').values_list('sheet', 'kind'):\n"
        "    found.setdefault(str(sheet), []).append(kind)\nprint(json.dumps(list(found.values())))"
    )
    return list(eval(site.python(text)))  # the printed text is our own


def test_hands_recorded_during_a_restore_are_sent_again(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        token = site.organise()
        phones = phones_of(site, token, PHONES)
        browser = Browser(site)
        browser.log_in()
        join(all_write(phones, range(1, 3)))
        name = browser.make_copy()
        join(all_write(phones, range(3, 4)))
        site.close_console()
        began = time.monotonic()
        writing = all_write(phones, range(4, 6), pause=1.5)
        browser.put_back(name)
        wait_for(lambda: state_of(site).get("step") in ("over", "refused"), PATIENCE)
        seconds = time.monotonic() - began
        state = state_of(site)
        assert state["step"] == "over", state
        join(writing)
        for phone in phones:
            phone.deliver()
            phone.client.close()
        assert sheets(site) == [["hand"] * 5] * PHONES
        assert site.manage("verify", "serata").returncode == 0
        assert list(tmp_path.glob("trionfo.before_*.sqlite3"))
        acknowledged = sum(len(set(phone.acknowledged)) for phone in phones)
        print(
            f"\n{PHONES} phones, {acknowledged} hands acknowledged and there; {seconds:.1f} s in all, "
            f"{state['seconds']} s away, {state['tournaments']} tournaments, digest {state['digest']}"
        )


KILL = "import os as _os, signal as _signal; _os.kill(_os.getppid() if {loader} else _os.getpid(), 9)"
# The moments of the kill: the supervisor is killed before this line runs.
MOMENTS = {
    "the request is written": (
        "config/server/restorer.py",
        '        write_state(step="loading", done=0)\n',
        0,
    ),
    "it is being loaded": ("config/server/restorer.py", "    note_restore(BESIDE", 1),
    "it is verified": ("config/server/restorer.py", '        write_state(step="swapping", done=1000)\n', 0),
    "between the two names": ("config/restoring.py", "    beside.replace(present)\n", 0),
    "before the site starts again": (
        "config/restoring.py",
        "    mark.unlink(missing_ok=True)\n    forget",
        0,
    ),
}
IN_SUITE = ("between the two names",)


def killed_at(moment: str, root: Path) -> Path:
    """Copy the site's code, with a line that kills the site during a restore; return the new folder.

    The line runs at the given moment of the restore.
    """
    file, line, loader = MOMENTS[moment]
    indent = line[: len(line) - len(line.lstrip())]
    return changed_site(root, file, line, f"{indent}{KILL.format(loader=loader)}\n{line}")


def names(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / DATABASE)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [name for (name,) in database.execute("SELECT name FROM tournaments_tournament ORDER BY name")]


OLD, NEW = ["After", "Serata"], ["Serata"]


def restore_and_be_killed(tmp_path: Path, root: Path) -> list[str]:
    """Kill the site during a restore, start the site again, and return the names of its tournaments."""
    data = tmp_path / "data"
    data.mkdir()
    with embedded_site(data, root=root) as site:
        token = site.organise()
        phones_of(site, token, 1)
        browser = Browser(site)
        browser.log_in()
        name = browser.make_copy()
        site.python("Tournament.objects.filter(slug='serata').first()")
        site.python(
            "from tournaments.club.services.new_tournament import create_tournament as create\n"
            "from tournaments.club.services.new_tournament import StageSetup\n"
            "from django.utils import timezone\n"
            "create(User.objects.first(), name='After', card_game='mariglia', tables=2, "
            "stages=[StageSetup('knockout', {})], at=timezone.now())"
        )
        site.close_console()
        browser.put_back(name)
        wait_for(lambda: site.processes[0].poll() is not None, PATIENCE)
        site.kill()
    with embedded_site(data) as site:
        wait_for(lambda: state_of(site).get("step") in ("over", "refused"), PATIENCE)
        tournament_names = names(data)
        state = state_of(site)
        assert state["step"] == ("over" if tournament_names == NEW else "refused"), state
        assert not list(data.glob("*.restored*"))
        for copy in data.glob("trionfo.before_*"):
            assert not copy.samefile(data / DATABASE)
    return tournament_names


@pytest.mark.parametrize("moment", [each for each in MOMENTS if FULL_RUN or each in IN_SUITE])
def test_restore_killed_at_any_moment_leaves_the_old_or_the_new_data(tmp_path: Path, moment: str) -> None:
    tournament_names = restore_and_be_killed(tmp_path, killed_at(moment, tmp_path / "site"))
    assert tournament_names == (NEW if moment == "before the site starts again" else OLD)
    print(f"\nkilled when {moment}: {'new' if tournament_names == NEW else 'old'}")


if FULL_RUN:

    def test_killed_restore_leaves_an_empty_site_if_it_deletes_the_old_database_first(
        tmp_path: Path,
    ) -> None:
        """Check that the test helper detects a restore that deletes the old database file first."""
        root = killed_at("between the two names", tmp_path / "site")
        file = root / "config/restoring.py"
        text = file.read_text()
        assert "            os.link(present, aside)\n" in text
        deletion = "            present.unlink()\n            return\n"
        text = text.replace("            os.link(present, aside)\n", deletion)
        file.write_text(text.replace("    mark.touch(0o600)\n", ""))
        with pytest.raises((AssertionError, sqlite3.OperationalError)):
            assert restore_and_be_killed(tmp_path, root) in (OLD, NEW)
