"""Limits for an entry on a phone: the number of fields, taps, seconds and bytes over slow 3G.

An entry begins at the notice and ends at the confirmation. It is made with and without JavaScript. Other
tests make an entry with the keyboard only, and check the pages with axe-core.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.screens.faults import accessibility, sideways
from tests.screens.visitors import Look
from tests.servers.site import Site, embedded_site

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(300)]

# Slow 3G as browsers define it: 400 kbit per second, 400 ms latency.
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
MOST = {"fields": 3, "taps": 3, "kilobytes": 160, "seconds": 15}
SET_UP = """
from tests.requests.builders import an_open_tournament
from tournaments.models import Club
Club.objects.update_or_create(pk=1, defaults={"name": "Circolo La Mariglia", "town": "Sassari"})
an_open_tournament(places=16, teams=11, place="Sala del circolo", address="via Torres 14", fee=1000)
"""
PATH = "/torneo-dautunno/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with embedded_site(tmp_path_factory.mktemp("phone")) as running:
        running.manage("shell", "-v0", "-c", SET_UP)
        yield running


@dataclass
class Count:
    """The number of fields, taps, bytes and seconds that one entry needs, and the requested URLs."""

    fields: int = 0
    taps: int = 0
    bytes: int = 0
    seconds: float = 0
    addresses: set[str] = field(default_factory=set)

    def write(self, field: Locator, text: str) -> None:
        """Fill in a field, and add one to the number of fields."""
        self.fields += 1
        field.fill(text)

    def tap(self, what: Locator) -> None:
        """Tap an element, and add one to the number of taps."""
        self.taps += 1
        what.tap()


def watch(page: Page, count: Count) -> None:
    """Slow down the network of `page`, and add the received bytes to `count`."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)

    def add(event: dict[str, float]) -> None:
        count.bytes += int(event["encodedDataLength"])

    line.on("Network.loadingFinished", add)


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_entry_from_the_notice_on_a_slow_network_stays_within_the_limits(
    browser: Browser, site: Site, script: bool
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="it-IT", has_touch=True, java_script_enabled=script
    )
    page, count, surnames = context.new_page(), Count(), ("Ledda", "Cabras") if script else ("Loi", "Serra")
    watch(page, count)
    began = time.monotonic()
    page.goto(f"{site.url}{PATH}")
    count.tap(page.locator(".notice-bar a.primary"))
    page.wait_for_url("**/iscrizione/")
    opened = time.monotonic()
    count.write(page.locator("[name=player_0]"), f"Peppino {surnames[0]}")
    count.write(page.locator("[name=player_1]"), f"Assunta {surnames[1]}")
    count.write(page.locator("[name=phone]"), "347 000 0118")
    count.tap(page.locator("[name=consent]"))
    page.wait_for_timeout(
        max(0, 2_500 - 1_000 * (time.monotonic() - opened))
    )  # a faster form is taken for a robot
    count.tap(page.locator("button.primary"))
    page.wait_for_url("**/i/*/")
    count.seconds = time.monotonic() - began
    expect(page.locator("h1")).to_have_text("Siete dentro")
    expect(page.locator(".position")).to_contain_text("coppia di 16")
    if not script:
        expect(page.locator("#own-link")).to_be_visible()
    print(f"fields {count.fields}, taps {count.taps}, {count.bytes / 1000:.0f} kB, {count.seconds:.1f} s")
    assert count.fields <= MOST["fields"]
    assert count.taps <= MOST["taps"]
    assert 0 < count.bytes / 1000 <= MOST["kilobytes"]
    context.close()


def test_entry_is_possible_with_a_keyboard_only(browser: Browser, site: Site) -> None:
    context = Look().context(browser)
    page = context.new_page()
    page.goto(f"{site.url}{PATH}iscrizione/")
    page.locator("[name=player_0]").focus()
    page.keyboard.type("Angelo Melis")
    page.keyboard.press("Tab")
    page.keyboard.type("Bruna Deiana")
    for name in ("seeks_partner", "way", "phone"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == name
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "mail"
    page.keyboard.type("angelo@example.org")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "consent"
    page.keyboard.press("Space")
    page.wait_for_timeout(2_000)
    page.keyboard.press("Enter")
    page.wait_for_url("**/i/*/")
    expect(page.locator("h1")).to_have_text("Siete dentro")
    context.close()


def test_entry_pages_are_accessible_at_every_width(browser: Browser, site: Site) -> None:
    context = Look().context(browser)
    page = context.new_page()
    page.goto(f"{site.url}{PATH}iscrizione/")
    faults = accessibility(page) + sideways(page, 320) + sideways(page, 320, text=32)
    page.locator("[name=player_0]").fill("Carla Mura")
    page.wait_for_timeout(2_100)
    page.locator("button.primary").click()
    page.locator(".field.bad").first.wait_for()
    faults += accessibility(page)
    page.locator("[name=player_1]").fill("Dina Ruiu")
    page.locator("[name=phone]").fill("079 000001")
    page.locator("[name=consent]").check()
    page.locator("button.primary").click()
    page.wait_for_url("**/i/*/")
    for more in ("", "nomi/", "ritiro/"):
        address = page.url.split("/i/")[0] + "/i/" + page.url.split("/i/")[1].split("/")[0] + f"/{more}"
        page.goto(address)
        faults += accessibility(page) + sideways(page, 320) + sideways(page, 320, text=32)
    assert faults == []
    context.close()


def test_personal_page_updates_when_a_place_becomes_free(browser: Browser, site: Site) -> None:
    output = site.manage("shell", "-v0", "-c", WAITING).stdout.split()
    context = Look().context(browser)
    page = context.new_page()
    page.goto(f"{site.url}/i/{output[-1]}/")
    expect(page.locator("h1")).to_have_text("Siete primi in lista d’attesa")
    site.manage("shell", "-v0", "-c", LEAVING)
    expect(page.locator("h1")).to_have_text("Siete dentro", timeout=20_000)
    expect(page.locator(".note.ok")).to_contain_text("Si è liberato un posto")
    context.close()


WAITING = """
from tests.requests.builders import a_request, a_request_and_token, an_open_tournament
tournament = an_open_tournament(places=1)
a_request(tournament)
print(a_request_and_token(tournament, "Elio Pes", "Franca Pes")[1])
"""
LEAVING = """
from django.utils import timezone
from tournaments.models import EntryRequest
from tournaments.requests.services import requests
row = EntryRequest.objects.filter(state="waiting").latest("made_at").tournament.requests.get(state="accepted")
requests.withdraw(row, author=requests.NOBODY, at=timezone.now())
"""
