"""The list of entry requests in a browser: live updates, preserved input, position on phone and desktop."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.screens.faults import accessibility, sideways
from tests.screens.visitors import Look
from tests.servers.site import ORGANISER, PASSWORD, Site, embedded_site

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(300)]

SET_UP = """
from tests.requests.builders import an_open_tournament
from tournaments.models import Club
Club.objects.update_or_create(pk=1, defaults={"name": "Circolo La Mariglia", "town": "Sassari"})
print(an_open_tournament(places=16, teams=3, accepts="one_by_one").slug)
"""
ASKING = """
from tests.requests.builders import a_request
from tournaments.models import Tournament
a_request(Tournament.objects.latest("starts_at"), *%r, seeks_partner=%r)
"""
# The time limit, in milliseconds, for a page to update on a busy machine.
SOON = 20_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with embedded_site(tmp_path_factory.mktemp("tray")) as running:
        running.organise()
        yield running


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Page]:
    """Yield the entries page of a tournament without requests, opened by the organiser on a phone."""
    slug = site.python(SET_UP).strip()
    context = Look().context(browser)
    page = context.new_page()
    page.goto(f"{site.url}/accounts/login/?next=/regia/{slug}/iscrizioni/")
    page.fill("input[name=login]", ORGANISER)
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/iscrizioni/")
    yield page
    context.close()


def ask(site: Site, *names: str) -> None:
    """Send an entry request for a pair, or for a player who is looking for a partner."""
    site.python(ASKING % (names, len(names) == 1))


def test_new_request_appears_on_the_entries_page_without_clearing_typed_text(desk: Page, site: Site) -> None:
    desk.fill("[name=player_0]", "Antioco Lai")
    ask(site, "Peppino Ledda", "Assunta Cabras")
    cards = desk.locator(".request-card")
    expect(cards).to_have_count(1, timeout=SOON)
    expect(desk.locator("#rail b").first).to_have_text("1")
    cards.first.locator("summary").click()
    answer = cards.first.locator("textarea")
    answer.fill("Siete in troppi")
    desk.locator("[name=player_1]").fill("Vanna Me")
    ask(site, "Elio Pes", "Franca Pes")
    expect(cards).to_have_count(2, timeout=SOON)
    expect(answer).to_have_value("Siete in troppi")
    expect(answer).to_be_visible()
    for name, text in (("player_0", "Antioco Lai"), ("player_1", "Vanna Me")):
        expect(desk.locator(f"[name={name}]")).to_have_value(text)
    expect(desk.locator("[name=player_1]")).to_be_focused()


def test_half_typed_refusal_message_is_kept_when_another_request_arrives(desk: Page, site: Site) -> None:
    ask(site, "Nina Soru")
    answer = desk.locator(".lonely textarea").first
    answer.wait_for(state="attached", timeout=SOON)
    desk.locator(".lonely summary").first.click()
    answer.fill("Quasi")
    answer.blur()
    ask(site, "Efisio Melis")
    expect(desk.locator(".request-card")).to_have_count(1, timeout=SOON)
    expect(desk.locator("textarea").first).to_have_value("Quasi")
    expect(desk.locator("textarea").first).to_be_visible()


def test_requests_are_above_the_entries_on_a_phone_and_beside_the_entries_on_a_desktop(
    desk: Page, site: Site
) -> None:
    ask(site, "Peppino Ledda", "Assunta Cabras")
    ask(site, "Nina Soru")
    ask(site, "Efisio Melis")
    expect(desk.locator(".request-card")).to_have_count(2, timeout=SOON)
    tray, rows = desk.locator("#tray"), desk.locator("#teams")
    above, below = tray.bounding_box(), rows.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    assert accessibility(desk) + sideways(desk, 320) == []
    desk.set_viewport_size({"width": 1280, "height": 900})
    beside, list_box = tray.bounding_box(), rows.bounding_box()
    assert beside
    assert list_box
    assert beside["x"] >= list_box["x"] + list_box["width"]
    assert beside["y"] < list_box["y"]
    assert accessibility(desk) == []
