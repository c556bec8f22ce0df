"""Helpers for restore tests: an organiser on the machine page, and phones that send hands meanwhile."""

import json
import re
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from tests.faults.phones import HANDS
from tests.servers.site import ORGANISER, PASSWORD, Site
from tests.waiting import wait_for
from tournaments.copies.services.state import STATE
from tournaments.replay.client import Refused, Site as Client

CODES = """
import json
from scoring.sheet.devices import shown_code
from tournaments.models import Match
ready = Match.objects.filter(state="ready").select_related("sheet__key")
print(json.dumps({str(match.pk): shown_code(match.sheet.key) for match in ready}))
"""


class Browser:
    """An HTTP client that logs in as the organiser and submits the forms of the machine page."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        """Return the HTML of a page."""
        with self.opener.open(self.site.url + path, timeout=120) as answer:
            return str(answer.read().decode())

    def post(self, path: str, page: str, **fields: str) -> str:
        """Submit a form of the given page; return the HTML of the resulting page."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        data = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        headers = {"Referer": self.site.url + path}
        request = urllib.request.Request(self.site.url + path, data, headers)
        with self.opener.open(request, timeout=120) as answer:
            return str(answer.read().decode())

    def log_in(self) -> None:
        """Log in with username and password."""
        page = self.get("/accounts/login/")
        self.post("/accounts/login/", page, login=ORGANISER, password=PASSWORD)

    def make_copy(self) -> str:
        """Request a backup on the machine page and wait for it; return the name of the backup."""
        self.post("/regia/macchina/", self.get("/regia/macchina/"), act="copy")
        folder = self.site.data / "backups"
        wait_for(lambda: any(folder.glob("*_desk.jsonl.gz.json")), 300)
        return next(file.name for file in folder.glob("*_desk.jsonl.gz"))

    def put_back(self, name: str) -> None:
        """Request a restore on the machine page and confirm it with the password."""
        path = f"/regia/macchina/rimetti/{name}/"
        page = self.post(path, self.get(path))
        again = f"/accounts/reauthenticate/?{urlencode({'next': path})}"
        self.post(again, page, password=PASSWORD)


def state_of(site: Site) -> dict[str, Any]:
    """Return the content of the restore's state file, or an empty dictionary if it is not readable."""
    try:
        state: dict[str, Any] = json.loads((site.data / STATE).read_text())
    except (OSError, ValueError):
        return {}
    return state


@dataclass
class OutboxPhone:
    """A simulated phone at a table. It sends a hand again until the site acknowledges it."""

    client: Client
    match: str
    code: str
    hand_count: int = 0
    acknowledged: list[int] = field(default_factory=list)

    def send(self, number: int) -> None:
        """Send hand `number` to the site until the site acknowledges the hand."""
        path = f"/matches/{self.match}/games/1/hands/{number}/"
        self.client.send("PUT", path, HANDS[number - 1], Authorization=f"Table {self.code}")
        self.acknowledged.append(number)

    def deliver(self) -> None:
        """Send all hands in order, including hands that the site already has."""
        for number in range(1, self.hand_count + 1):
            self.send(number)

    def write(self, number: int) -> None:
        """Record the next hand; if the site has lost earlier hands, send all hands again."""
        self.hand_count = number
        try:
            self.send(number)
        except Refused:
            self.deliver()


def phones_of(site: Site, token: str, many: int) -> list[OutboxPhone]:
    """Create a tournament with `many` matches, and return one phone for each match."""
    client = Client(site.url, token)
    setup = {"name": "Serata", "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": many}
    slug = client.send("POST", "/tournaments/", setup).body["slug"]
    teams = [{"name": f"Coppia {each}", "players": [{"name": f"Anna {each}"}, {"name": f"Efisio {each}"}]}
             for each in range(2 * many)]  # fmt: skip
    client.send("POST", f"/tournaments/{slug}/teams/", teams)
    client.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, "by": "seeds"})
    client.close()
    codes: dict[str, str] = {}

    def is_drawn() -> bool:
        codes.update(json.loads(site.python(CODES)))
        return len(codes) >= many

    wait_for(is_drawn, 120)
    return [OutboxPhone(Client(site.url, ""), match, code) for match, code in codes.items()]


def all_write(phones: list[OutboxPhone], numbers: range, pause: float = 0.0) -> list[threading.Thread]:
    """Start one thread for each phone, and return the threads.

    Each thread records the hands `numbers` in order, and waits `pause` seconds before each hand.
    """

    def write(phone: OutboxPhone) -> None:
        for number in numbers:
            time.sleep(pause)
            phone.write(number)

    threads = [threading.Thread(target=write, args=[phone]) for phone in phones]
    for thread in threads:
        thread.start()
    return threads


def join(threads: list[threading.Thread]) -> None:
    """Wait until all threads have finished."""
    for thread in threads:
        thread.join(600)
        assert not thread.is_alive()
