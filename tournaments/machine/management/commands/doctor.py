"""Management command `doctor`: print the results of the health checks."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.machine.selectors import database_size, machine_now, put_aside


class Command(BaseCommand):
    """`doctor`: print one line per health check, with advice if it failed; exit status 1 if any failed."""

    help = "Checks backups, disk space, database, worker and jobs. Exits with 1 if a check fails."

    def handle(self, *_args: Any, **_options: Any) -> None:
        machine = machine_now()
        last, disk = machine.last, machine.disk
        self.stdout.write(f"version    {machine.version}")
        self.stdout.write(f"data       {machine.data}, database of {database_size()} bytes")
        if last:
            self.stdout.write(f"copy       {last.as_of.isoformat()}, {last.name}, {last.size} bytes")
            self.stdout.write(f"           {last.facts.rows} rows, digest {last.facts.digest}")
        if disk:
            self.stdout.write(f"disk       {disk.free} bytes free of {disk.total}")
        self.stdout.write(f"second     {machine.second or 'none (SECOND_BACKUPS)'}")
        if aside := put_aside():
            names = ", ".join(each.name for each in aside)
            self.stdout.write(f"aside      {names}: a month at most, contacts go from them in time")
        self.stdout.write(f"jobs       {machine.jobs.queued} waiting, {machine.jobs.failed} failed")
        for finding in machine.findings:
            mark = "ok  " if finding.well else "FAIL"
            act = f" {finding.act.english()}" if finding.act else ""
            self.stdout.write(f"{mark}       {finding.words.english()}{act}")
        if not machine.is_well:
            raise CommandError(f"{sum(not each.well for each in machine.findings)} things are not well.")
