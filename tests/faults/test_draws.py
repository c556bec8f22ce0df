"""All public pages are requested continuously while draws are made and while the worker is killed.

`make draws` runs the campaign (DRAWS=20, PAIRS=256); `make test-all` runs a short one.
"""

import os
import random
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.servers.postgres import Postgres
from tests.servers.site import Site, copied_site, embedded_site, scaled_site
from tests.waiting import wait_for
from tournaments.replay.client import Site as Client

DRAWS = int(os.environ.get("DRAWS", "2"))
# The number of draws in which the worker is killed.
KILLED = int(os.environ.get("DRAWS", "1"))
PAIRS = int(os.environ.get("PAIRS", "32"))
SEED = int(os.environ.get("SEED", "17"))

pytestmark = [pytest.mark.site, pytest.mark.timeout(900 + 60 * DRAWS), pytest.mark.timing]

PAGES = (
    "/{slug}/", "/{slug}/turni/", "/{slug}/tavoli/", "/{slug}/coppie/", "/{slug}/classifica/",
    "/{slug}/parete/", "/{slug}/calendario.ics", "/{slug}/manifesto.pdf", "/{slug}/risultati.csv",
    "/{slug}/risultati.xlsx",
    "/api/v1/tournaments/{slug}/bracket/", "/api/v1/tournaments/{slug}/matches/?page_size=500",
    "/api/v1/tournaments/{slug}/standings/", "/api/v1/tournaments/{slug}/",
)  # fmt: skip
MATCH = "/{slug}/incontri/{match}/"


FullList = Callable[[Site], tuple[Client, str]]


class Pollers:
    """One thread per public page that requests the page again after each response."""

    def __init__(self, site: Site, slug: str) -> None:
        self.site, self.slug, self.match = site, slug, ""
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self._poll, args=(page,)) for page in (*PAGES, MATCH)]

    def _poll(self, page: str) -> None:
        while not self.over.is_set():
            if page == MATCH and not self.match:
                time.sleep(0.05)
                continue
            address = page.format(slug=self.slug, match=self.match)
            status = self._status(address)
            self.answers[status] += 1
            if status >= 500 or not status:
                self.faults.append(f"{address}: {status}")

    def _status(self, address: str) -> int:
        try:
            with urllib.request.urlopen(self.site.url + address, timeout=60) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return int(refused.code)
        except OSError:
            return 0


@contextmanager
def polled(site: Site, slug: str) -> Iterator[Pollers]:
    """Request every public page continuously until the end of the `with` block."""
    pollers = Pollers(site, slug)
    for thread in pollers.threads:
        thread.start()
    try:
        yield pollers
    finally:
        pollers.over.set()
        for thread in pollers.threads:
            thread.join()


@pytest.fixture
def a_full_list() -> Iterator[FullList]:
    """A function that creates a tournament with PAIRS pairs and returns the API client and the slug."""
    with ExitStack() as connections:

        def enter_everybody(site: Site) -> tuple[Client, str]:
            client = connections.enter_context(closing(Client(site.url, site.organise())))
            stages = [{"format": "knockout"}]
            sent = {"name": "Serata", "card_game": "mariglia", "stages": stages, "tables": 64}
            slug = client.send("POST", "/tournaments/", sent).body["slug"]
            names = [f"{chr(65 + n // 26)}{chr(97 + n % 26)}u" for n in range(PAIRS)]
            teams = [
                {"players": [{"name": f"Anna {name}"}, {"name": f"Bachis {name}"}], "seed": place}
                for place, name in enumerate(names, start=1)
            ]
            client.send("POST", f"/tournaments/{slug}/teams/", teams)
            return client, slug

        yield enter_everybody


def drawn(client: Client, slug: str) -> bool:
    """Return True if the first stage is in play."""
    return bool(client.get(f"/tournaments/{slug}/")["stages"][0]["state"] == "playing")


def take_back(client: Client, slug: str) -> None:
    client.send("POST", f"/tournaments/{slug}/draw/take-back/", {"reason": "da rifare"})


def test_public_pages_respond_while_draws_are_made(tmp_path: Path, a_full_list: FullList) -> None:
    with embedded_site(tmp_path) as site:
        client, slug = a_full_list(site)
        with polled(site, slug) as pollers:
            for number in range(DRAWS):
                client.send("POST", f"/tournaments/{slug}/draw/", {"by": "seeds"})
                wait_for(lambda: drawn(client, slug), 60)
                first = client.get(f"/tournaments/{slug}/matches/?page_size=1")["results"][0]
                pollers.match = first["id"]
                time.sleep(0.5)
                if number + 1 < DRAWS:
                    take_back(client, slug)
        print(f"\n{DRAWS} draws of {PAIRS} pairs: {dict(pollers.answers)}")
    assert pollers.faults == []
    assert pollers.answers[200] > 10 * DRAWS


def test_public_pages_respond_when_the_worker_is_killed_during_a_draw(
    tmp_path: Path, a_full_list: FullList, postgres: Postgres
) -> None:
    chance = random.Random(SEED)
    with scaled_site(tmp_path, postgres) as site:
        client, slug = a_full_list(site)
        with polled(site, slug) as pollers:
            for number in range(KILLED):
                client.send("POST", f"/tournaments/{slug}/draw/", {"by": "seeds"})
                time.sleep(chance.uniform(0, 2))
                worker(site).send_signal(signal.SIGKILL)
                time.sleep(1)  # no worker runs now: the pages show the unfinished state
                restart_worker(site)
                wait_for(lambda: drawn(client, slug), 120)
                if number + 1 < KILLED:
                    take_back(client, slug)
        print(f"\n{KILLED} draws of {PAIRS} pairs, the worker killed in each: {dict(pollers.answers)}")
    assert pollers.faults == []
    assert pollers.answers[200] > 10 * KILLED


def worker(site: Site) -> "subprocess.Popen[bytes]":
    return next(process for process in site.processes if "worker" in process.args)  # type: ignore[operator]


def restart_worker(site: Site) -> None:
    process = worker(site)
    process.wait()
    with site.log.open("ab") as log:
        again = subprocess.Popen(
            process.args, cwd=site.root, env=site.environment, stdout=log, stderr=log, start_new_session=True
        )
    site.processes[site.processes.index(process)] = again


def test_pages_fail_if_matches_are_stored_before_their_entrants(
    tmp_path: Path, a_full_list: FullList
) -> None:
    root = copied_site(tmp_path / "site")
    placed = "                **_columns(bracket.matches[match.label].sides[side]),\n"
    spoil(root / "tournaments/matches/services/slots.py", placed, "")
    spoil(root / "tournaments/matches/words.py", "    if not side.source_label:", "    if False:")
    data = tmp_path / "data"
    data.mkdir()
    with embedded_site(data, root=root) as site:
        client, slug = a_full_list(site)
        with polled(site, slug) as pollers:
            client.send("POST", f"/tournaments/{slug}/draw/", {"by": "seeds"})
            wait_for(lambda: drawn(client, slug), 60)
            wait_for(lambda: bool(pollers.faults), 60)
    assert any("risultati.csv: 500" in fault for fault in pollers.faults)


def spoil(file: Path, good: str, bad: str) -> None:
    text = file.read_text()
    assert good in text
    file.write_text(text.replace(good, bad))
