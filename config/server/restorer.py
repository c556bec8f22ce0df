"""Restore of a backup that an organiser uploaded or chose on a page, while the site is running.

The page writes a request into the data folder. A process loads the backup into a second database and verifies
it, while the site runs. Then the child processes are stopped, the database file is replaced, and the child
processes are started again: for some seconds a small server responds that the site is back in a moment.
Phones keep their hands and send them later.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

from config import restoring
from config.databases import BESIDE
from config.preparation import database_file
from config.server.processes import HANGS, Child, end_all, end_with_parent
from scoring.types import Sentence, _
from tournaments.copies.rules import UNOPENED, fault_json
from tournaments.copies.services.state import REQUEST, STATE, read_state, write_json

LOADER = "manage.py restore --ready"
PAUSE = "-m config.server.pause"
STOPPED = _("Trionfo was started again meanwhile. Nothing was changed: put the copy back once more.")


def write_state(**values: Any) -> None:
    """Write the given values to the state file of the restore; the web page reads this file."""
    write_json(settings.TRIONFO_DATA / STATE, {**read_state(), **values})


def say_fault(fault: Sentence) -> None:
    """Record the reason why the restore was refused. No data were changed."""
    write_state(step="refused", fault=fault_json(fault))


def clear_request() -> None:
    """Clean up after a restore that was killed, and record whether it was complete. Called at every start."""
    restoring.clear_up()
    (settings.TRIONFO_DATA / REQUEST).unlink(missing_ok=True)
    state = read_state()
    if state.get("step") in ("waiting", "loading", "ready", "swapping"):
        copy_name = state.get("kept_as", "")
        if copy_name and list(settings.TRIONFO_DATA.glob(f"*.{copy_name}.sqlite3")):
            write_state(step="over")
        else:
            say_fault(Sentence(STOPPED))


class Restorer:
    """The handler of restore requests. The supervisor calls its method `look` at each tick."""

    def __init__(self, children: list[Child]) -> None:
        self.children = children
        self.loader: subprocess.Popen[bytes] | None = None
        self.pause: subprocess.Popen[bytes] | None = None
        self.began = 0.0

    def look(self) -> None:
        """Continue the current restore, or begin a requested one."""
        if self.pause is not None:
            self._end_pause()
        elif self.loader is not None:
            self._follow_loader()
        elif (settings.TRIONFO_DATA / REQUEST).exists():
            self._begin()

    def _begin(self) -> None:
        try:
            file = json.loads((settings.TRIONFO_DATA / REQUEST).read_text())["file"]
        except ValueError:  # the file is being written
            return
        write_state(step="loading", done=0)
        command = [sys.executable, *LOADER.split(), file]
        self.loader = subprocess.Popen(command, preexec_fn=end_with_parent)  # noqa: PLW1509, S603  # as a child

    def _follow_loader(self) -> None:
        if self.loader is None or self.loader.poll() is None:
            return
        code, self.loader = self.loader.returncode, None
        state = read_state()
        if code == 0 and state.get("step") == "ready":
            self._swap(str(state["kept_as"]))
            return
        restoring.forget_file(restoring.beside_of(database_file()))
        (settings.TRIONFO_DATA / REQUEST).unlink(missing_ok=True)
        if state.get("step") != "refused":
            say_fault(Sentence(UNOPENED))

    def _swap(self, name: str) -> None:
        self.began = time.monotonic()
        write_state(step="swapping", done=1000)
        self.pause = _pause()
        end_all(self.children)
        for child in self.children:
            child.clear()
        connections.close_all()
        restoring.swap_marked(restoring.beside_of(database_file()), name)
        (settings.TRIONFO_DATA / REQUEST).unlink(missing_ok=True)

    def _end_pause(self) -> None:
        """Stop the temporary 503 server once the web process has sent a heartbeat."""
        if self.children[0].heartbeats.patience == HANGS and self.pause is not None:
            self.pause.kill()
            self.pause.wait()
            self.pause = None
            write_state(step="over", seconds=f"{time.monotonic() - self.began:.1f}")


def _pause() -> subprocess.Popen[bytes]:
    """Start the temporary 503 server and wait until it accepts connections, so that no request fails."""
    command = [sys.executable, *PAUSE.split()]
    pause = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=end_with_parent)  # noqa: PLW1509, S603
    if pause.stdout is not None:
        with pause.stdout as output:
            output.readline()
    return pause


def load_ready(file: Path) -> None:
    """In a child process, load the backup into a second database and verify the backup.

    If the backup is refused, record the error and raise SystemExit.
    """
    from scoring.types import RuleError
    from tournaments.copies.services.loading import load_copy, load_database, note_restore

    beside = restoring.beside_of(database_file())
    restoring.make_beside(beside)
    request = json.loads((settings.TRIONFO_DATA / REQUEST).read_text())
    kept_as = restoring.new_name()
    try:
        if file.suffix == ".sqlite3":
            checked = load_database(file, BESIDE)
        else:
            checked = load_copy(file, BESIDE, note=lambda progress: write_state(done=progress))
    except RuleError as refusal:
        say_fault(refusal.message)
        raise SystemExit(1) from None
    note_restore(BESIDE, username=request["by"], copy=request["name"], kept_as=kept_as)
    restoring.close_beside()
    write_state(step="ready", kept_as=kept_as, digest=checked.digest, tournaments=checked.tournaments)
