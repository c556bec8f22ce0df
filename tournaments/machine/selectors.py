"""Queries for the machine page and `doctor`: backups, disk space, database, worker, jobs, old databases."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.models import SheetEvent
from tournaments.clubs.databases import current_club, folder_of
from tournaments.copies import selectors as copy_files
from tournaments.machine import rules
from tournaments.machine.rules import HealthFinding, MachineFacts
from tournaments.models import Job, Match, Tournament
from tournaments.queue.selectors import worker_is_there

ASIDE = re.compile(r"before_([0-9]{8}_[0-9]{6})")
SENT = "sent"


@dataclass(frozen=True)
class JobCounts:
    """The numbers of queued, running and failed jobs.

    `since` is the earliest due time of the queued jobs that are due; None if no job is due.
    """

    queued: int
    running: int
    failed: int
    since: datetime | None


@dataclass(frozen=True)
class Machine:
    """The current state of the machine."""

    now: datetime
    copies: Sequence[copy_files.Copy]
    disk: copy_files.Disk | None
    second: Path | None
    jobs: JobCounts
    worker: bool
    playing: bool
    used: bool

    @property
    def version(self) -> str:
        """The version of the site's software."""
        return copy_files.version_now()

    @property
    def folder(self) -> Path:
        """The folder that contains the backups."""
        return copy_files.copy_folder()

    @property
    def data(self) -> Path:
        """The folder that contains the site's data."""
        return folder_of(current_club())

    @property
    def database(self) -> str:
        """The name of the database system."""
        return "SQLite" if self.is_embedded else "PostgreSQL"

    @property
    def is_embedded(self) -> bool:
        """True if one supervisor process runs the whole site and can restore a backup."""
        return is_embedded()

    @property
    def last(self) -> copy_files.Copy | None:
        """The newest backup, or None if there are no backups."""
        return next(iter(self.copies), None)

    @cached_property
    def findings(self) -> list[HealthFinding]:
        """The results of all health checks."""
        last, since = self.last, self.jobs.since
        facts = MachineFacts(
            self.now,
            last.as_of if last else None,
            self.playing,
            self.used,
            self.disk.free if self.disk else 0,
            next((copy.facts.fault for copy in self.copies if copy.facts.tried_at), {}),
            self.second is not None and last is not None and not last.second,
            self.worker,
            self.now - since if since else None,
            self.jobs.failed,
        )
        return list(rules.findings(facts))

    @property
    def is_well(self) -> bool:
        """True if all health checks passed."""
        return all(each.well for each in self.findings)


def machine_now() -> Machine:
    """Return the state of the machine. Three queries, one more if the site runs on several machines."""
    now = timezone.now()
    due = Q(state="queued", due_at__lte=now)
    states = Job.objects.aggregate(
        queued=Count("pk", filter=Q(state="queued")),
        running=Count("pk", filter=Q(state="running")),
        failed=Count("pk", filter=Q(state="failed")),
        since=Min("due_at", filter=due),
    )
    return Machine(
        now,
        copy_files.copies(),
        copy_files.disk_of(settings.TRIONFO_DATA),
        copy_files.second_folder(),
        JobCounts(**states),
        worker_is_there(now),
        cards_are_played(),
        Tournament.objects.filter(
            made_at__lte=now - rules.LATE
        ).exists(),  # the first backup is made before that
    )


def is_embedded() -> bool:
    """Return whether one supervisor process runs the whole site and can restore a backup."""
    return connection.vendor == "sqlite"


def cards_are_played() -> bool:
    """Return whether any match is in play. One query."""
    return Match.objects.filter(state="playing").exists()


def database_size() -> int:
    """Return the size of the database in bytes. One query on PostgreSQL."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(str(connection.settings_dict["NAME"]))
    return file.stat().st_size if file.is_file() else 0


def latest_jobs(now: datetime) -> Mapping[str, Job]:
    """Return the latest backup job of each kind, except queued jobs that are not due yet. One query."""
    rows = Job.objects.filter(kind__in=["backup", "trial"]).exclude(state="queued", due_at__gt=now)
    rows = rows.order_by("made_at")
    return {job.kind: job for job in rows}


def tournament_names(copies: Sequence[copy_files.Copy]) -> Mapping[str, str]:
    """Return the names of the tournaments whose end triggered a backup, keyed by id. One query."""
    ids = {copy.facts.about for copy in copies if copy.facts.about}
    return {str(pk): name for pk, name in Tournament.objects.filter(pk__in=ids).values_list("pk", "name")}


@dataclass(frozen=True)
class Aside:
    """A database that was replaced by a restore and can be restored again."""

    name: str
    at: datetime
    size: int


def put_aside() -> list[Aside]:
    """Return the databases that restores have replaced, newest first. Always empty except with SQLite."""
    databases = []
    for file in folder_of(current_club()).glob("*.before_*.sqlite3"):
        name = ASIDE.search(file.name)
        if name:
            at = datetime.strptime(name[1], "%Y%m%d_%H%M%S").replace(tzinfo=UTC)
            databases.append(Aside(name[0], at, file.stat().st_size))
    return sorted(databases, key=lambda each: each.name, reverse=True)


@dataclass(frozen=True)
class Loss:
    """The numbers of tournaments and of sheet events that would be lost by a restore."""

    tournaments: int
    facts: int


def written_since(at: datetime) -> Loss:
    """Return how many tournaments and sheet events were added since the given time. Two queries."""
    return Loss(
        Tournament.objects.filter(made_at__gt=at).count(),
        SheetEvent.objects.filter(recorded_at__gt=at).count(),
    )


def source_of(name: str) -> Path | None:
    """Return the path of the backup, replaced database or upload named `name`; None if unknown."""
    if copy := copy_files.copy_named(name):
        return copy.file
    if ASIDE.fullmatch(name):
        return next(iter(folder_of(current_club()).glob(f"*.{name}.sqlite3")), None)
    file = copy_files.copy_folder() / "sent.jsonl.gz"
    return file if name == SENT and file.is_file() else None
