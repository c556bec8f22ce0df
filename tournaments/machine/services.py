"""Services that queue and run backup jobs, test and delete backups, and request restores."""

import fcntl
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO
from uuid import NAMESPACE_OID, UUID, uuid5

from django.conf import settings
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.clubs.databases import current_club
from tournaments.clubs.rules import FIRST
from tournaments.copies import rules, selectors as copy_files
from tournaments.copies.rules import CopyFacts, Reason
from tournaments.copies.services.state import REQUEST, STATE, write_json
from tournaments.copies.services.writing import Note, write_copy
from tournaments.lifecycle.services.journal import note_club
from tournaments.machine.selectors import SENT, cards_are_played, is_embedded, source_of
from tournaments.models import Job, Tournament
from tournaments.queue.runner import enqueue

log = logging.getLogger(__name__)

SUBJECTS = {reason: uuid5(NAMESPACE_OID, f"backup:{reason}") for reason in Reason}
# The delay after a tournament, until the consequences of its last results are written.
AFTER = timedelta(minutes=2)
EVERY = timedelta(minutes=10)
FULL = 1000
TRIAL = 900  # the time limit of a trial run, in seconds
GRACE = 10  # seconds to clean up after the time limit


def ask_copies(*, at: datetime) -> int:
    """Queue a backup if one is due, and return the number of queued jobs.

    A backup is due every night and, more often, while matches are in play. A site without tournaments needs
    no backup.
    """
    last = copy_files.newest_copy()
    if last is None and not Tournament.objects.exists():
        return 0
    if rules.night_is_due(timezone.localtime(at), last.as_of if last else None):
        enqueue("backup", SUBJECTS[Reason.NIGHT], tournament_id=None)
        return 1
    if (last is None or at - last.as_of >= EVERY) and cards_are_played():
        enqueue("backup", SUBJECTS[Reason.EVENING], tournament_id=None)
        return 1
    return 0


def ask_after_event(tournament: Tournament) -> None:
    """Queue a backup if the tournament is over."""
    if tournament.state == "over":
        enqueue("backup", tournament.pk, tournament_id=tournament.pk, due_at=timezone.now() + AFTER)


def ask_copy() -> None:
    """Queue a backup requested at the desk."""
    enqueue("backup", SUBJECTS[Reason.DESK], tournament_id=None)


def ask_trial(copy: copy_files.Copy) -> None:
    """Queue a trial run of a backup."""
    enqueue("trial", trial_id(copy.name), tournament_id=None)


def trial_id(name: str) -> UUID:
    """Return the UUID that identifies a backup in its trial job; `name` is the file name of the backup."""
    return uuid5(NAMESPACE_OID, f"trial:{name}")


@dataclass(frozen=True)
class NewCopy:
    """The result of a backup job: a new backup, or the previous backup if no data have changed since."""

    copy: copy_files.Copy
    is_new: bool


def make_copy(job: Job, note: Note) -> NewCopy:
    """Write a backup to both backup folders; raise OSError if the first folder cannot be written."""
    reason = next((each for each, subject in SUBJECTS.items() if subject == job.subject), Reason.EVENT)
    about = str(job.subject) if reason == Reason.EVENT else ""
    folder = copy_files.copy_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder):
        before, now = copy_files.newest_copy(), timezone.now()
        file = _new_file(folder, now, reason)
        copy_end = write_copy(file, note=note)
        if before is not None and before.facts.digest == copy_end.digest:
            file.unlink()
            write_facts(before.file, replace(before.facts, same_at=now.isoformat()))
            return NewCopy(copy_files.copy_of(before.file), is_new=False)
        write_facts(file, CopyFacts(copy_end.rows, copy_end.digest, copy_files.version_now(), about))
        copy_again(file)
        for name in rules.superfluous([copy.name for copy in copy_files.copies()]):
            forget_copy(folder / name)
        return NewCopy(copy_files.copy_of(file), is_new=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the backup folder, so that simultaneous jobs do not delete each other's backups."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _new_file(folder: Path, at: datetime, reason: Reason) -> Path:
    while any(folder.glob(f"trionfo_{at.strftime(rules.MOMENT)}_*")):
        at += timedelta(seconds=1)
    return folder / rules.copy_name(at, reason)


def keep_copy(job: Job, result: NewCopy) -> dict[str, Any]:
    """Queue a trial run of a new backup, and return the result to store with the backup job.

    Backups made during play are not tested.
    """
    forget_jobs(job.kind)
    if result.is_new and result.copy.reason != Reason.EVENING:
        ask_trial(result.copy)
    return {"name": result.copy.name, "new": result.is_new}


def forget_jobs(kind: str) -> None:
    """Delete the finished and the failed jobs of the given kind."""
    Job.objects.filter(kind=kind, state__in=["done", "failed"]).delete()


def write_facts(file: Path, facts: CopyFacts) -> None:
    """Write the metadata file of a backup, with read permission for the owner only."""
    write_json(copy_files.facts_file(file), asdict(facts))


def copy_again(file: Path) -> None:
    """Copy a backup to the second folder; errors are ignored."""
    folder = copy_files.second_folder()
    if folder is None or not Path(settings.SECOND_BACKUPS).is_dir():
        return
    aside = folder / f".{file.name}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        try:
            aside.touch(mode=0o600)
            shutil.copyfile(file, aside)
            aside.replace(folder / file.name)
        finally:
            aside.unlink(missing_ok=True)
        for name in rules.superfluous([each.name for each in folder.iterdir()]):
            (folder / name).unlink(missing_ok=True)


def forget_copy(file: Path) -> None:
    """Delete a backup and its metadata file."""
    file.unlink(missing_ok=True)
    copy_files.facts_file(file).unlink(missing_ok=True)


def try_copy(job: Job, note: Note) -> dict[str, Any]:
    """Restore a backup into a temporary database in another process, and verify all tournaments.

    The outcome is stored in the metadata of the backup. Return an empty dictionary if the backup is gone.
    """
    copy = next((each for each in copy_files.copies() if trial_id(each.name) == job.subject), None)
    if copy is None:
        return {}
    command = [sys.executable, "manage.py", "restore", "--trial", "--json", str(copy.file)]
    process = subprocess.Popen(  # noqa: S603  # our own command
        command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for second in range(TRIAL):
        try:
            out, wrong = process.communicate(timeout=1)
            break
        except subprocess.TimeoutExpired:
            note(FULL * second // TRIAL)
    else:
        out, wrong = _stop(process), "it took too long"
    result = _outcome(out, wrong)
    facts = replace(
        copy.facts,
        tried_at=timezone.now().isoformat(),
        trial=result.get("digest", ""),
        tournaments=result.get("tournaments", 0),
        fault=result.get("fault", {}),
    )
    write_facts(copy.file, facts)
    return {"name": copy.name, "fault": facts.fault}


def _stop(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    return ""


def _outcome(out: str, wrong: str) -> dict[str, Any]:
    try:
        result: dict[str, Any] = json.loads(out)
    except ValueError:
        log.error("a trial run of a copy failed: %s", wrong.strip())
        return {"fault": rules.fault_json(Sentence(rules.UNOPENED))}
    return result


def keep_trial(job: Job, result: dict[str, Any]) -> dict[str, Any]:
    """Return the result to store with a trial job, and delete earlier trial jobs."""
    forget_jobs(job.kind)
    return result


def take_copy(file: BinaryIO) -> None:
    """Store an uploaded backup in the backup folder."""
    folder = copy_files.copy_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"{SENT}.jsonl.gz"
    with os.fdopen(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as stored:
        shutil.copyfileobj(file, stored)


def ask_restore(name: str, *, author: Author, at: datetime, username: str) -> None:
    """Write a restore request for the supervisor of the site.

    Raise NotNow if another request is pending, if the backup does not exist, if the club is not the first
    club of the site, or if the site has no supervisor, as on PostgreSQL.
    """
    if current_club() != FIRST or not is_embedded():
        text = _("Only the site’s owner puts back a copy of this club, at the machine: ask them.")
        raise NotNow("restore_by_owner", Sentence(text))
    source = source_of(name)
    if source is None:
        raise NotNow("copy_gone", Sentence(_("This copy is not there any more. Choose another one.")))
    request = settings.TRIONFO_DATA / REQUEST
    restore_request = {"file": str(source), "name": name, "by": username, "at": at.isoformat()}
    try:
        descriptor = os.open(request, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as standing:
        text = _("A copy is being put back already. Wait until that is over.")
        raise NotNow("restore_running", Sentence(text)) from standing
    os.close(descriptor)
    try:
        write_json(settings.TRIONFO_DATA / STATE, {"step": "waiting", "name": name})
        note_club("restore_ordered", author=author, at=at, body={"copy": name})
        write_json(request, restore_request)
    except BaseException:
        request.unlink()
        raise
