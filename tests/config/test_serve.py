"""A whole site under the `serve` command: it responds, restarts its child processes and stops cleanly."""

import contextlib
import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.celery import NICENESS
from tests.servers.evening import draw_two_pairs
from tests.servers.site import DATABASE, ROOT, Site, embedded_site, migrated, still_running
from tests.waiting import wait_for
from tournaments.replay.client import Site as Client

pytestmark = pytest.mark.site


def fetch(url: str, **headers: str) -> str:
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
        text: str = answer.read().decode()
    return text


def test_site_responds_in_both_languages_and_ends_all_its_processes_when_stopped(tmp_path: Path) -> None:
    with embedded_site(tmp_path, empty=True) as site:
        assert '<html lang="it"' in fetch(site.url + "/")
        assert '<html lang="en"' in fetch(site.url + "/", **{"Accept-Language": "en"})
        assert fetch(site.url + "/api/v1/schema/").startswith(("openapi:", "{"))
        assert f"{site.url}/setup/" in site.said()
        wait_for(site.has_page_maker)
        web, worker = site.process_of("config.web"), site.process_of("celery")
        assert web
        assert worker
        assert worker.nice() == web.nice() + NICENESS
        session = Path(f"/proc/{worker.pid}/autogroup")
        assert not session.exists() or session.read_text().endswith(f"nice {NICENESS}\n")
        assert site.stop(signal.SIGINT) == []

        site.log.unlink()
        site.organise()
        site.start()
        assert "/setup/" not in site.said()
        assert site.stop(signal.SIGTERM) == []
        assert "Traceback" not in site.output()


def test_job_runs_soon_and_its_changes_are_sent_to_the_event_stream(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site, contextlib.closing(Client(site.url, site.organise())) as client:
        job = draw_two_pairs(client)
        assert job["state"] == "done"
        assert job["seconds"] < 5
        events = stream(site, job["slug"], since=0)
        assert "bracket" in [next(events)["topic"] for _ in range(3)]


def stream(site: Site, slug: str, since: int) -> Iterator[dict[str, str]]:
    """Yield the events of a stream except the heartbeats."""
    url = f"{site.url}/api/v1/tournaments/{slug}/events/?since={since}"
    with urllib.request.urlopen(url, timeout=20) as lines:
        topic = ""
        for line in lines:
            name, _colon, value = line.decode().strip().partition(": ")
            if name == "event":
                topic = value
            elif name == "data" and topic != "beat":
                yield {"topic": topic, **json.loads(value)}


@pytest.mark.parametrize("program", ["config.web", "celery"])
def test_killed_child_process_is_restarted(program: str, tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        wait_for(lambda: site.process_of(program) is not None)
        first = site.process_of(program)
        assert first
        grandchildren = first.children(recursive=True)
        first.kill()
        wait_for(lambda: (second := site.process_of(program)) is not None and second.pid != first.pid)
        assert still_running(grandchildren) == []
        site.wait()
        with contextlib.closing(Client(site.url, site.organise())) as client:
            assert draw_two_pairs(client)["state"] == "done"
        assert site.stop() == []


@pytest.mark.parametrize(("size", "fault"), [(0, "empty"), (100, "damaged"), (20_000, "damaged")])
def test_empty_or_damaged_database_stops_the_start_with_an_error(
    size: int, fault: str, tmp_path: Path
) -> None:
    with embedded_site(tmp_path, started=False) as site:
        database = migrated().read_bytes()
        text = b"" if size == 0 else database[:4096] + b"x" * size + database[4096 + size :]
        (tmp_path / DATABASE).write_bytes(text if size != 100 else b"x" * 100)
        serve = [sys.executable, "manage.py", "serve"]
        refused = subprocess.run(
            serve, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False, timeout=60
        )
    assert refused.returncode == 1
    assert f"{DATABASE} is {fault}. Move it away" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_site_starts_after_its_first_start_was_interrupted(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    (tmp_path / "first_start").touch()
    with embedded_site(tmp_path, empty=True) as site:
        assert f"{site.url}/setup/" in site.said()
        assert not (tmp_path / "first_start").exists()


def test_second_site_on_the_same_data_folder_or_port_is_refused(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        serve = [sys.executable, "manage.py", "serve"]
        again = subprocess.run(
            serve, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False
        )
        assert again.returncode == 1
        assert "Trionfo is running already on the data in" in again.stderr
    with socket.socket() as other, embedded_site(tmp_path, started=False) as site:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        process = subprocess.run(
            serve, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == 1
        assert f"Trionfo cannot listen on HOST 127.0.0.1 and PORT {site.port}" in process.stderr
        assert "Traceback" not in process.stderr


ROOMS = """
from scoring.models import CodeTry
print(CodeTry.objects.filter(visitor__startswith="room:").values("visitor").distinct().count())
"""


@pytest.mark.parametrize(("trusted", "rooms"), [("", 1), ("127.0.0.1", 3)])
def test_forwarded_client_address_is_trusted_only_from_a_configured_proxy(
    trusted: str, rooms: int, tmp_path: Path
) -> None:
    token = "x" * 32
    with embedded_site(tmp_path, TRUSTED_PROXIES=trusted) as site:
        for number in range(3):
            headers = {"Cookie": f"csrftoken={token}", "X-Forwarded-For": f"10.0.0.{number}"}
            body = f"csrfmiddlewaretoken={token}&code=AAAAA{number}".encode()
            with contextlib.suppress(urllib.error.HTTPError):
                urllib.request.urlopen(
                    urllib.request.Request(f"{site.url}/t/", body, headers), timeout=20
                ).close()
        assert int(site.manage("shell", "--no-imports", "-c", ROOMS).stdout) == rooms


def test_files_at_the_root_of_the_site_are_served(tmp_path: Path) -> None:
    kinds = {"/robots.txt": "text/plain", "/favicon.ico": "image/x-icon"}
    with embedded_site(tmp_path) as site:
        for path, kind in kinds.items():
            with urllib.request.urlopen(site.url + path, timeout=20) as answer:
                assert answer.headers["Content-Type"].startswith(kind)
                assert answer.headers["Cache-Control"] == "max-age=86400, public"
                assert answer.headers["Permissions-Policy"].startswith("accelerometer=()")
                assert len(answer.read()) > 100
