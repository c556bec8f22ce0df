"""A site in real processes: one `serve` process, or several processes with PostgreSQL and Valkey."""

import atexit
import contextlib
import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import psycopg

from config.server.processes import end_with_parent
from tests.servers import compose
from tests.servers.ports import free_port
from tests.servers.postgres import Postgres
from tests.servers.valkey import Valkey, running_valkey
from tests.waiting import wait_for

ROOT = Path(__file__).parents[2]
# The files and folders of the site.
PARTS = ("config", "scoring", "tournaments", "templates", "static", "locale", "manage.py", "pyproject.toml")
DATABASE = "trionfo.sqlite3"
START = 240.0  # seconds a start may take; four if nothing else runs
ORGANISER = "organiser"
PASSWORD = "a long enough sentence"
FOREIGN = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "TRUSTED_PROXIES",
    "HOST",
    "DEBUG",
    "DJANGO_ALLOW_ASYNC_UNSAFE",  # set for the tests; it would hide queries in async code
)


# Executes lines of Python one after the other. Connections are closed after each line, so that the next line
# reads what other processes wrote.
CONSOLE = """
import contextlib, io, json, sys, traceback
from django.apps import apps
from django.db import connections
models = {model.__name__: model for model in apps.get_models()}
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), dict(models))
        answer = {"printed": printed.getvalue()}
    except Exception:
        answer = {"fault": traceback.format_exc()}
    connections.close_all()
    print(json.dumps(answer), flush=True)
"""


class Site:
    """A site in real processes that can be stopped, killed and restarted with the same data and port."""

    def __init__(
        self, data: Path, commands: list[list[str]], port: int, where: dict[str, str], root: Path = ROOT
    ) -> None:
        self.data, self.commands, self.port, self.root = data, commands, port, root
        # The port for public reads; another port if the readers have their own process.
        self.readers_port = port
        self.log = data / "site.log"
        self.valkey: Valkey | None = None
        self.processes: list[subprocess.Popen[bytes]] = []
        self.console: subprocess.Popen[str] | None = None
        inherited = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        self.environment = (
            inherited
            | where
            | {
                "TRIONFO_DATA": str(data),
                "PORT": str(port),
                "HOST": "127.0.0.1",
                "PYTHONUNBUFFERED": "1",
                "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
            }
        )

    @property
    def url(self) -> str:
        """The URL of the site without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start every process and wait until the site responds."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start every process without waiting for a response."""
        with self.log.open("ab") as log:
            self.processes = [
                subprocess.Popen(
                    command,
                    cwd=self.root,
                    env=self.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=end_with_parent,
                )
                for command in self.commands
            ]

    def wait(self) -> None:
        """Wait until the site responds; raise RuntimeError if it does not start."""
        deadline = time.monotonic() + START
        while not self.answers():
            if time.monotonic() > deadline or all(process.poll() is not None for process in self.processes):
                raise RuntimeError(f"the site did not start:\n{self.output()[-4000:]}")
            time.sleep(0.05)

    def answers(self, path: str = "/") -> bool:
        """Return True if the site responds to a request, even with an error."""
        try:
            urllib.request.urlopen(self.url + path, timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except (OSError, ValueError):
            return False
        return True

    def output(self) -> str:
        """Return the output of the processes so far."""
        return self.log.read_text(errors="replace")

    def said(self) -> str:
        """Wait until `serve` has printed its start message; return the output up to then."""
        wait_for(lambda: "Ctrl-C" in self.output())
        return self.output()

    def family(self) -> list[psutil.Process]:
        """Return all processes of the site, including child processes."""
        processes = []
        for process in self.processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                parent = psutil.Process(process.pid)
                processes += [parent, *parent.children(recursive=True)]
        return processes

    def process_of(self, program: str) -> psutil.Process | None:
        """Return the first process of the site that runs this program; None if there is none."""
        for process in self.family():
            with contextlib.suppress(psutil.Error):
                if program in process.cmdline():
                    return process
        return None

    def has_page_maker(self) -> bool:
        """Request a page; return True if the child process that renders pages has opened the database.

        The process opens the database when it renders its first page.
        """
        self.answers()
        process = self.process_of("config.server.page_maker")
        return bool(process and any(DATABASE in file.path for file in process.open_files()))

    def kill(self) -> None:
        """Kill all processes immediately, as a power cut would."""
        for process in self.family():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        for started in self.processes:
            started.wait()

    def stop(self, number: int = signal.SIGINT) -> list[psutil.Process]:
        """Stop the site as Ctrl-C does; kill and return the processes that do not end."""
        family = self.family()
        for process in self.processes:
            process.send_signal(number)
        for process in self.processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
        survivors = still_running(family)
        for process in survivors:
            process.kill()
        return survivors

    def manage(self, *arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        """Run a manage.py command on the data of the site; raise RuntimeError if it fails."""
        command = [sys.executable, "manage.py", *arguments]
        process = subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False
        )
        if check and process.returncode:
            raise RuntimeError(f"{' '.join(arguments)} failed:\n{process.stdout}{process.stderr}")
        return process

    def python(self, text: str) -> str:
        """Run lines of Python in a Django shell of the site; return their output.

        Raise RuntimeError if they fail. All calls share one process, because loading Django takes longer than
        most of the lines.
        """
        if self.console is None:
            self.console = subprocess.Popen(
                [sys.executable, "manage.py", "shell", "-v0", "-c", CONSOLE],
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        console_input, printed = self.console.stdin, self.console.stdout
        assert console_input
        assert printed
        print(json.dumps(text), file=console_input, flush=True)
        answer: dict[str, str] = json.loads(printed.readline() or '{"fault": "the console ended"}')
        if "fault" in answer:
            raise RuntimeError(f"{text} failed:\n{answer['fault']}")
        return answer["printed"]

    def close_console(self) -> None:
        if self.console is not None:
            self.console.kill()
            self.console.communicate()
            self.console = None

    def organise(self) -> str:
        """Create the first organiser of the site (ORGANISER, PASSWORD); return an API token."""
        account, token, role = organiser()
        number = self.insert("auth_user", account, "id")
        self.insert("authtoken_token", {**token, "user_id": number}, "key")
        self.insert("tournaments_role", {**role, "user_id": number, "made_by_id": number}, "id")
        return str(token["key"])

    def insert(self, table: str, row: Mapping[str, Any], key: str) -> Any:
        """Insert a row directly into the database of the site; return the value of the column `key`."""
        url = self.environment.get("DATABASE_URL")
        database: Any = psycopg.connect(url) if url else sqlite3.connect(self.data / DATABASE, timeout=20)
        marks = ", ".join(["%s" if url else "?"] * len(row))
        statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) RETURNING {key}"
        with closing(database):
            [[row_key]] = database.execute(statement, list(row.values())).fetchall()
            database.commit()
        return row_key


def copied_site(folder: Path) -> Path:
    """Copy the project files into a folder; return the folder."""
    for part in PARTS:
        source, target = ROOT / part, folder / part
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    return folder


def changed_site(folder: Path, file: str, old: str, new: str) -> Path:
    """Copy the project files into a new folder, replace a string in one file, and return the folder."""
    folder.mkdir()
    root = copied_site(folder)
    text = (root / file).read_text()
    assert old in text
    (root / file).write_text(text.replace(old, new))
    return root


def still_running(family: list[psutil.Process], seconds: float = 3.0) -> list[psutil.Process]:
    """Wait some seconds; return the processes that are still running, except zombies."""
    _ended, alive = psutil.wait_procs(family, timeout=seconds)
    return [process for process in alive if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]


@cache
def shared_folder() -> Path:
    """Return the folder for files that test processes share; outside `make test`, a temporary folder."""
    if folder := os.environ.get("TESTS_SHARED"):
        return Path(folder)
    temporary = Path(tempfile.mkdtemp(prefix="trionfo-shared-"))
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return temporary


@contextlib.contextmanager
def made_once(name: str) -> Iterator[tuple[Path, bool]]:
    """Yield a locked folder, and whether it is new; other processes wait until the `with` block ends."""
    folder = shared_folder() / name
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        empty = not folder.exists()
        folder.mkdir(exist_ok=True)
        yield folder, empty


@cache
def migrated() -> Path:
    """Return the path of a migrated database without rows, created only once, because migrations are slow."""
    with made_once("migrated") as (folder, empty):
        if empty:
            Site(folder, [], free_port(), {}).manage("migrate", "-v0")
    return folder / DATABASE


@cache
def organiser() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Create an organiser by the commands in the README; return its database rows (account, token, role)."""
    with made_once("organised") as (folder, empty):
        site = Site(folder, [], free_port(), {})
        if empty:
            shutil.copy(migrated(), folder)
            site.manage("createsuperuser", "--noinput", "--username", ORGANISER, "--email", "")
            site.manage("drf_create_token", ORGANISER)
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.row_factory = sqlite3.Row
        [account] = map(dict, database.execute("SELECT * FROM auth_user"))
        [token] = map(dict, database.execute("SELECT * FROM authtoken_token"))
        [role] = map(dict, database.execute("SELECT * FROM tournaments_role"))
    del account["id"]
    account |= {name: bool(account[name]) for name in account if name.startswith("is_")}
    return account, token, role


@cache
def migrated_on(server: Postgres) -> str:
    """Return the name of a migrated database without rows on this server, created once with the steps of
    compose.yaml.
    """
    with tempfile.TemporaryDirectory(prefix="trionfo-migrated-") as folder:
        site = Site(Path(folder), [], free_port(), {"DATABASE_URL": server.url("migrated")})
        subprocess.run(
            compose.command("migrate"), cwd=ROOT, env=site.environment, check=True, capture_output=True
        )
    return "migrated"


@contextlib.contextmanager
def embedded_site(
    data: Path, *, started: bool = True, empty: bool = False, root: Path = ROOT, **environment: str
) -> Iterator[Site]:
    """Yield a site as `make run` starts it: one `serve` process with SQLite and no other services.

    A new folder gets a migrated database without rows unless `empty` is true.
    """
    site = Site(data, [[sys.executable, "manage.py", "serve"]], free_port(), environment, root)
    if not empty and not (data / DATABASE).exists():
        shutil.copy(migrated(), data)
    yield from _running(site, started)


@contextlib.contextmanager
def scaled_site(
    data: Path,
    postgres: Postgres,
    *,
    workers: int = 1,
    readers: bool = False,
    started: bool = True,
    **environment: str,
) -> Iterator[Site]:
    """Yield a site as compose.yaml starts it: web processes and workers with PostgreSQL and Valkey."""
    with running_valkey() as valkey:
        port = free_port()
        database_url = postgres.url(f"site_{port}", template=migrated_on(postgres))
        where = {"DATABASE_URL": database_url, "REDIS_URL": valkey.url, "ALLOWED_HOSTS": "127.0.0.1"}
        commands = [
            compose.command("web", port),
            *[compose.command("worker")] * workers,
        ]
        site = Site(data, commands, port, where | environment)
        site.valkey = valkey
        if readers:
            site.readers_port = free_port()
            site.commands.append(compose.command("readers", site.readers_port))
        yield from _running(site, started)


def _running(site: Site, started: bool) -> Iterator[Site]:
    try:
        if started:
            site.start()
        yield site
    finally:
        site.close_console()
        site.kill()
