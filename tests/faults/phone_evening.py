"""The recorded tournament on phones in real browsers behind a faulty network."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, Playwright, expect

from tests.faults.evenings import recorded_evening
from tests.faults.origins import Reached
from tests.faults.phones import Phone, write
from tests.faults.tables import CODES, unused_name
from tournaments.replay.client import Site
from tournaments.replay.evening import EveningReplay, written_hand

expect.set_options(timeout=30_000)

PATIENCE = 180.0  # seconds: a hand that was delayed three times by half a minute
FACTS = """
from collections import Counter
from scoring.models import SheetEvent
import json
facts = SheetEvent.objects.filter(sheet__match__tournament__slug={slug!r}).values_list("kind", flat=True)
print(json.dumps(Counter(facts)))
"""


class PhoneEvening:
    """The recorded tournament, played on phones that reach the site over the given network."""

    def __init__(self, reached: Reached) -> None:
        self.running, token = reached.standing.site, reached.standing.token
        self.site = Site(self.running.url, token, patience=60.0)
        self.evening = EveningReplay(self.site, recorded_evening(), unused_name("Serata"))
        self.evening.set_up()
        self.codes: dict[str, str] = {}
        while not self.ready():
            time.sleep(0.1)

    def ready(self) -> dict[str, tuple[str, str]]:
        """Return the match id and the table code of each ready match, by label."""
        labels = {
            match["id"]: match["label"] for match in self.evening.matches() if match["state"] == "ready"
        }
        if not labels.keys() - self.codes.keys():
            return {label: (match, self.codes[match]) for match, label in labels.items()}
        text = CODES.format(slug=self.evening.slug)
        self.codes |= json.loads(self.running.python(text))
        return {label: (match, self.codes[match]) for match, label in labels.items() if match in self.codes}

    def facts(self) -> Counter[str]:
        """Return the number of log entries of each kind on all sheets of the tournament."""
        text = FACTS.format(slug=self.evening.slug)
        return Counter(json.loads(self.running.python(text)))

    def bodies(self, label: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Yield the recorded hands of a match, each with its game and hand numbers."""
        for game, played in enumerate(self.evening.recorded.matches[label]["games"], start=1):
            for hand, dealt in enumerate(played["hands"], start=1):
                yield game, hand, written_hand(dealt, with_play=False)

    def hands(self, match: str) -> list[Any]:
        """Return the hands on the sheet of a match, with only the fields that phones send."""
        games = self.site.get(f"/matches/{match}/sheet/")["games"]
        sent = ("dealer", "trionfo", "card_points", "tricks")
        return [{key: hand[key] for key in sent if key in hand} for game in games for hand in game["hands"]]


class Seat:
    """A phone at a table, its match, and the hands that are still to be entered."""

    def __init__(self, evening: PhoneEvening, phone: Phone) -> None:
        self.evening, self.phone = evening, phone
        self.match, self.label = "", ""
        self.left: list[tuple[int, int, dict[str, Any]]] = []

    def sit_down(self, label: str, match: str, code: str, most: int | None = None) -> None:
        """Open the table by its code; retry until the sheet and its offline copies have loaded."""
        self.label, self.match, self.left = label, match, list(self.evening.bodies(label))[:most]
        page, origin = self.phone.page, self.phone.origin
        page.goto(f"{origin}/t/")
        page.locator("#code").fill(code)
        page.locator("#open button").click(no_wait_after=True)
        page.locator("button[name=side][value='0']").click(no_wait_after=True)
        for attempt in range(1, 200):
            page.wait_for_timeout(500)
            if has_opened(page):
                return
            if attempt % 20 == 0 or not page.url.endswith(f"/{match}/"):
                try_to_go(page, f"{origin}/tavolo/{match}/")
        raise AssertionError("the sheet of the table did not open")

    def write_one(self) -> None:
        game, number, body = self.left.pop(0)
        score = self.phone.page.locator("#acts a.primary")
        expect(score).to_have_attribute("href", f"/tavolo/{self.match}/mano/{game}-{number}/trionfo/")
        write(self.phone.page, body)

    def wait_until_sent(self) -> None:
        """Wait until the outbox of the phone is empty, even if the page does not show it yet."""
        until = time.monotonic() + PATIENCE
        while not self.has_sent():
            assert time.monotonic() < until, "the outbox of the phone is not empty"
            self.phone.page.wait_for_timeout(100)

    def has_sent(self) -> bool:
        """Return True if the phone's outbox is empty; while the browser loads another page, return False."""
        with suppress(Error):
            return bool(self.phone.page.evaluate("window.Outbox?.all().then((kept) => !kept.length)"))
        return False

    def get_up(self) -> None:
        """Sign for both sides, so that the table becomes free."""
        for side in (0, 1):
            self.evening.site.send("POST", f"/matches/{self.match}/sign/", {"side": side})
        self.match = ""


def try_to_go(page: Page, address: str) -> None:
    """Open a URL; stop loading the page after eight seconds."""
    try:
        page.goto(address, timeout=8_000)
    except Error:
        with suppress(Error):
            page.evaluate("stop()")  # else the page would load later, while a hand is written


def has_opened(page: Page) -> bool:
    """Return True if the page can be used offline; while the browser loads another page, return False."""
    with suppress(Error):
        return bool(page.evaluate("!!(window.Copies && Copies.now() && Copies.rules())"))
    return False


def phones(stack: ExitStack, playwright: Playwright, folder: Path, count: int, site: Reached) -> list[Phone]:
    """Start the given number of browsers, each with its own profile folder."""
    started_phones = []
    for number in range(count):
        phone = Phone(playwright.chromium, folder / f"phone-{number}", site.network.port, trusts=site.trusts)
        stack.callback(phone.kill)
        started_phones.append(phone)
    return started_phones
