"""The services of deploy/, run as plain processes with a real PostgreSQL and a real Valkey."""

import contextlib
import re
import shlex
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve, reverse

from config.events import PATH
from config.server import routing
from config.server.connections import FILES
from scoring.guides.loader import FOLDER
from tests.servers import compose
from tests.servers.evening import draw_two_pairs
from tests.servers.postgres import Postgres
from tests.servers.site import scaled_site
from tournaments.archive.rules import LARGEST_FILE
from tournaments.replay.client import Site as Client

DEPLOY = Path(__file__).parents[1] / "deploy"


@pytest.mark.site
def test_compose_services_can_run_a_tournament(tmp_path: Path, postgres: Postgres) -> None:
    with scaled_site(tmp_path, postgres, workers=2) as site:
        for path in ("/", "/api/v1/schema/", "/api/v1/docs/"):
            with urllib.request.urlopen(site.url + path, timeout=20) as answer:
                assert answer.status == 200
        with contextlib.closing(Client(site.url, site.organise())) as client:
            for number in range(3):
                job = draw_two_pairs(client, f"Prova {number}")
                assert job["state"] == "done"
                assert job["seconds"] < 5
        assert site.stop() == []


@pytest.mark.parametrize("service", ["web", "readers", "worker"])
def test_systemd_starts_the_same_commands_as_compose(service: str) -> None:
    unit = (DEPLOY / f"systemd/trionfo-{service}.service").read_text()
    [line] = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    arguments = set(shlex.split(line)[1:])
    differs = {"--host=0.0.0.0", "--host=127.0.0.1", "--port=8000", "--port=8001"}
    assert arguments - differs == set(compose.services()[service]["command"][1:]) - differs
    assert "\nRestart=always\n" in unit
    assert "\nNotifyAccess=main\nWatchdogSec=30\n" in unit  # it sends heartbeats (config/server/processes.py)


@pytest.mark.parametrize("service", ["web", "readers"])
def test_web_process_trusts_nginx_and_may_open_enough_files(service: str) -> None:
    unit = (DEPLOY / f"systemd/trionfo-{service}.service").read_text()
    assert f"\nLimitNOFILE={FILES}\n" in unit
    assert "\nEnvironment=TRUSTED_PROXIES=127.0.0.1\n" in unit
    definition = compose.services()[service]
    assert definition["ulimits"] == {"nofile": FILES}
    assert definition["environment"]["TRUSTED_PROXIES"] == "*"
    assert "ports" not in definition  # so only nginx reaches it
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in (DEPLOY / "nginx.conf").read_text()


def test_every_service_is_restarted_after_a_failure() -> None:
    restarts = {name: service["restart"] for name, service in compose.services().items()}
    assert restarts.pop("migrate") == "no"
    assert set(restarts.values()) == {"always"}


def test_nginx_does_not_buffer_event_streams() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    streams = text[text.index("events/") :].partition("}")[0]
    assert "proxy_buffering off;" in streams
    assert "proxy_pass http://readers;" in streams
    assert PATH.fullmatch("/api/v1/tournaments/x/events/")


def pool_of_nginx(method: str, path: str) -> str:
    """Return the upstream that nginx.conf selects for a request."""
    text = (DEPLOY / "nginx.conf").read_text()
    [lines] = re.findall(r'map "\$request_method \$uri" \$pool \{([^}]*)\}', text)
    for pattern, pool in re.findall(r'"~(\S.*)" (\w+);', lines):
        if re.search(pattern, f"{method} {path}"):
            return pool
    [pool] = re.findall(r"default (\w+);", lines)
    return pool


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
@pytest.mark.parametrize(
    "path", ["/", "/natale/", "/natale/classifica/", "/static/x.css", "/tabellone/", *routing.WORK]
)
def test_nginx_sends_each_request_to_the_upstream_that_the_site_expects(method: str, path: str) -> None:
    scope: Any = {"method": method, "path": path}
    assert pool_of_nginx(method, path) == ("readers" if routing.only_reads(scope) else "web")


def test_nginx_passes_requests_only_to_the_site() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert set(re.findall(r"proxy_pass http://(\S+);", text)) == {"web", "readers", "$pool"}


def test_nginx_accepts_uploads_of_the_largest_archive() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    located = re.search(r"location ~ (\S+porta-qui\S+) \{[^}]*client_max_body_size (\d+)m;", text)
    assert located
    assert int(located[2]) * 2**20 > LARGEST_FILE
    for address in (reverse("desk_bring"), "/api/v1/archives/"):
        assert re.search(located[1], address)
        resolve(address)


def test_container_image_contains_all_files_that_are_served() -> None:
    copied = [
        line.split()[1]
        for line in (DEPLOY / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY")
    ]
    assert {"config", "scoring", "tournaments", "templates", "static", "locale", "manage.py"} <= set(copied)


def test_container_image_contains_the_files_of_the_guides() -> None:
    left_out = (DEPLOY.parent / ".dockerignore").read_text().split()
    files = [
        file.relative_to(DEPLOY.parent) for file in FOLDER.rglob("*.*") if file.suffix in {".md", ".toml"}
    ]
    assert len(files) > 30
    for file in files:
        places = [file, *file.parents]
        assert not any(place.match(pattern) for place in places for pattern in left_out), file
