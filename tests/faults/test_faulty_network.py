"""An evening on real phones through a network full of faults: no hand is lost and none is doubled.

The suite plays some hands at two tables; `make phones` plays the whole evening of sixteen teams at eight.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Playwright, expect

from tests.faults.conftest import Standing
from tests.faults.evenings import recorded_evening
from tests.faults.phones import Phone, believing, write
from tests.faults.proxy import FAULTS, FaultyNetwork
from tests.faults.test_evening import DIGEST, HANDS
from tests.faults.test_outbox import CODES
from tests.servers.site import Site as Running
from tests.servers.site import embedded_site
from tournaments.replay.client import Site
from tournaments.replay.evening import Evening
from tournaments.replay.folder import written_hand

pytestmark = [pytest.mark.browser, pytest.mark.site]

expect.set_options(timeout=30_000)

SEEDS = int(os.environ.get("SEEDS", "0"))
EACH = 3  # hands at each of the two tables
PATIENCE = 180_000  # a hand that was put off thrice by half a minute
FACTS = """
from collections import Counter
from scoring.models import SheetEvent
import json
facts = SheetEvent.objects.filter(sheet__match__tournament__slug={slug!r}).values_list("kind", flat=True)
print(json.dumps(Counter(facts)))
"""


WITHOUT_CONSTRAINTS = """
from django.db import connection, models
from scoring.models import SheetEvent
known = SheetEvent._meta.constraints
unique = [each for each in known if isinstance(each, models.UniqueConstraint)]
gone = [each for each in unique if each.name != "sheet_event_seq"]
SheetEvent._meta.constraints = [each for each in known if each not in gone]
with connection.schema_editor() as editor:
    for each in sorted(gone, key=lambda each: each.condition is None):
        editor.remove_constraint(SheetEvent, each)
"""


class Hall:
    """The recorded evening, played on phones whose every request goes through the network given."""

    def __init__(self, running: Running, token: str, network: FaultyNetwork) -> None:
        self.running, self.network = running, network
        self.site = Site(running.url, token, patience=60.0)
        self.evening = Evening(self.site, recorded_evening(), f"Serata {random.randrange(10**9)}")
        self.evening.set_up()
        self.written: dict[tuple[str, int, int], Any] = {}

    def ready(self) -> dict[str, tuple[str, str]]:
        """Every match that is ready, by its label: its id and the code of its table."""
        text = CODES.format(slug=self.evening.slug)
        codes = json.loads(self.running.manage("shell", "--no-imports", "-c", text).stdout)
        matches = {match["id"]: match["label"] for match in self.evening.matches()}
        return {matches[match]: (match, code) for match, code in codes.items()}

    def facts(self) -> Counter[str]:
        """How many facts of each kind all sheets have."""
        text = FACTS.format(slug=self.evening.slug)
        return Counter(json.loads(self.running.manage("shell", "--no-imports", "-c", text).stdout))

    def bodies(self, label: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """The hands of a match as they were recorded."""
        for game, played in enumerate(self.evening.recorded.matches[label]["games"], start=1):
            for hand, dealt in enumerate(played["hands"], start=1):
                yield game, hand, written_hand(dealt, with_play=False)

    def hands(self, match: str) -> list[Any]:
        """The hands on the sheet of a match, as they were sent."""
        games = self.site.get(f"/matches/{match}/sheet/")["games"]
        sent = ("dealer", "trionfo", "card_points", "tricks")
        return [{key: hand[key] for key in sent if key in hand} for game in games for hand in game["hands"]]


class Seat:
    """One phone, the match it keeps, and the hands that are still to be written."""

    def __init__(self, hall: Hall, phone: Phone) -> None:
        self.hall, self.phone = hall, phone
        self.match, self.label = "", ""
        self.left: list[tuple[int, int, dict[str, Any]]] = []

    def sit_down(self, label: str, match: str, code: str, most: int | None = None) -> None:
        """Open the table, again and again as one does, until its sheet and its copies are there."""
        self.label, self.match, self.left = label, match, list(self.hall.bodies(label))[:most]
        page, origin = self.phone.page, self.phone.origin
        page.goto(f"{origin}/t/")
        page.locator("#code").fill(code)
        page.locator("#open button").click(no_wait_after=True)
        page.locator("button[name=side][value='0']").click(no_wait_after=True)
        for _attempt in range(40):
            page.wait_for_timeout(500)
            if has_opened(page):
                return
            if _attempt % 6 == 5:
                try_to_go(page, f"{origin}/tavolo/{match}/")
        raise AssertionError("the table never opened")

    def write_one(self) -> None:
        """Write the next hand."""
        game, number, body = self.left.pop(0)
        score = self.phone.page.locator("#acts a.primary")
        expect(score).to_have_attribute("href", f"/tavolo/{self.match}/mano/{game}-{number}/trionfo/")
        write(self.phone.page, body)

    def wait_until_sent(self) -> None:
        """Wait until the phone holds nothing back."""
        expect(self.phone.page.locator("body[data-holds]")).to_have_count(0, timeout=PATIENCE)

    def get_up(self) -> None:
        """Both sides sign, and the table is free."""
        self.wait_until_sent()
        for side in (0, 1):
            self.hall.site.send("POST", f"/matches/{self.match}/sign/", {"side": side})
        self.match = ""


def try_to_go(page: Page, address: str) -> None:
    """Ask for a page; it may well not come."""
    with suppress(Error):
        page.goto(address, timeout=8_000)


def has_opened(page: Page) -> bool:
    """Whether the page has all it needs to go on without a network; not while another one comes."""
    with suppress(Error):
        return bool(page.evaluate("!!(window.Copies && Copies.now() && Copies.rules())"))
    return False


def phones(stack: ExitStack, playwright: Playwright, folder: Path, count: int, port: int) -> list[Phone]:
    """Start so many browsers, each with its own folder."""
    made = []
    for number in range(count):
        phone = Phone(playwright.chromium, folder / f"phone-{number}", port)
        stack.callback(phone.kill)
        made.append(phone)
    return made


def two_tables(
    stack: ExitStack, playwright: Playwright, folder: Path, standing: Standing, network: FaultyNetwork
) -> tuple[Hall, list[Seat]]:
    """Two phones sit down at the first two tables."""
    hall = Hall(standing.site, standing.token, network)
    stack.callback(hall.site.close)
    ready = sorted(hall.ready().items())
    seats = [Seat(hall, phone) for phone in phones(stack, playwright, folder, 2, network.port)]
    return hall, [_seated(seat, label, *at) for seat, (label, at) in zip(seats, ready, strict=False)]


def _seated(seat: Seat, label: str, match: str, code: str) -> Seat:
    seat.sit_down(label, match, code, most=EACH)
    return seat


@pytest.mark.timeout(240)
def test_no_hand_is_lost_and_none_is_doubled(
    playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=1, longest=3.0) as network, ExitStack() as stack:
        hall, seats = two_tables(stack, playwright, tmp_path, embedded, network)
        wanted = {seat.match: [body for _game, _hand, body in seat.left] for seat in seats}
        for _hand in range(EACH):
            for seat in seats:
                seat.write_one()
        for seat in seats:
            seat.wait_until_sent()
        assert {match: hall.hands(match) for match in wanted} == wanted
        assert hall.facts() == {"hand": 2 * EACH}
        assert sum(network.done[fault] for fault in FAULTS) > 0


@pytest.mark.timeout(240)
def test_without_the_check_of_the_echo_hands_are_lost(
    playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=1, longest=1.0) as network, ExitStack() as stack:
        hall = Hall(embedded.site, embedded.token, network)
        stack.callback(hall.site.close)
        label, (match, code) = min(hall.ready().items())
        seat = Seat(hall, phones(stack, playwright, tmp_path, 1, network.port)[0])
        seat.phone.context.route(
            "**/outbox.*.js", lambda route: route.fulfill(body=believing(), content_type="text/javascript")
        )
        seat.sit_down(label, match, code, most=1)
        network.only("portal")
        seat.write_one()
        seat.wait_until_sent()
        network.only("")
        assert hall.hands(match) == []


@pytest.mark.timeout(240)
def test_without_the_unique_constraints_hands_are_doubled(playwright: Playwright, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    with embedded_site(folder) as site, ExitStack() as stack:
        site.manage("shell", "--no-imports", "-c", WITHOUT_CONSTRAINTS)
        network = stack.enter_context(FaultyNetwork(site.port, seed=1, longest=1.0))
        hall = Hall(site, site.organise(), network)
        stack.callback(hall.site.close)
        label, (match, code) = min(hall.ready().items())
        seat = Seat(hall, phones(stack, playwright, tmp_path, 1, network.port)[0])
        seat.sit_down(label, match, code, most=1)
        network.only("duplicate")
        seat.write_one()
        seat.wait_until_sent()
        assert hall.facts()["hand"] > 1


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_the_evening_through_a_faulty_network(
    seed: int, playwright: Playwright, tmp_path: Path, embedded: Standing
) -> None:
    with FaultyNetwork(embedded.site.port, seed=seed) as network, ExitStack() as stack:
        hall = Hall(embedded.site, embedded.token, network)
        stack.callback(hall.site.close)
        seats = [Seat(hall, phone) for phone in phones(stack, playwright, tmp_path, 8, network.port)]
        play_all(hall, seats)
        assert hall.evening.differences() == []
        assert hall.facts()["hand"] == HANDS
        assert not hall.facts().keys() & {"dispute", "correction", "strike"}
        digest = hall.running.manage("verify", hall.evening.slug).stdout.strip()
        assert digest == DIGEST
        print(f"seed {seed}: {dict(network.done)}")


def play_all(hall: Hall, seats: list[Seat]) -> None:
    """A hand at each table in turn; whoever has finished takes the next match that is ready."""
    to_play = sum(len(stage) for stage in hall.evening.recorded.stages)
    taken: set[str] = set()
    while len(taken) < to_play or any(seat.match for seat in seats):
        free = [seat for seat in seats if not seat.match]
        ready = sorted(hall.ready().items()) if free and len(taken) < to_play else []
        for seat, (label, at) in zip(free, [each for each in ready if each[0] not in taken], strict=False):
            taken.add(label)
            seat.sit_down(label, *at)
        for seat in seats:
            if seat.left:
                seat.write_one()
            elif seat.match:
                seat.get_up()
