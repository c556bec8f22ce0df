"""Smoke tests of the draw, the entry form, and the accessibility of the main pages."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.evenings.club_people import Person, Strip, Tally, draw
from tests.faults.tables import CODES, Standing, draw_by_seeds, enter_pairs, unused_name, write_won_match
from tests.screens.club import Club
from tests.screens.faults import accessibility
from tests.screens.visitors import SIZES, open_table
from tests.servers.site import ORGANISER, PASSWORD
from tournaments.replay.client import Site

pytestmark = [pytest.mark.smoke, pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

OPEN_TOURNAMENT = """
from tests.requests.builders import an_open_tournament
print(an_open_tournament(places=8).slug)
"""
# The form refuses a request within two seconds after it was opened.
STAMP_OF_A_MINUTE_AGO = """
from datetime import timedelta
from unittest import mock
from django.utils import timezone
from tournaments.requests import public
with mock.patch.object(public.timezone, "now", return_value=timezone.now() - timedelta(minutes=1)):
    print(public.new_stamp())
"""


@pytest.fixture
def organiser(browser: Browser) -> Iterator[Person]:
    """An organiser who uses a desktop screen and has not logged in yet."""
    person = Person(browser, "organiser", Tally(), Strip(None))
    yield person
    person.leave()


def log_in(person: Person, address: str) -> None:
    """Log in on the log-in page, and wait for the desk page."""
    person.open(f"{address}/accounts/login/")
    person.write("input[name=login]", ORGANISER)
    person.write("input[name=password]", PASSWORD)
    person.touch("main form button.primary", to="**/regia/")


def test_organiser_logs_in_and_draws_a_tournament(embedded: Standing, desk: Site, organiser: Person) -> None:
    slug = enter_pairs(desk, unused_name("Sorteggio"), pairs=4, tables=2)
    log_in(organiser, embedded.site.url)
    draw(organiser, slug)
    organiser.go(f"/regia/{slug}/")
    expect(organiser.page.locator("a.hall-table")).to_have_count(2)
    assert len(desk.pages(f"/tournaments/{slug}/matches/?state=ready")) == 2


def test_pair_that_sends_the_public_entry_form_is_entered(embedded: Standing, desk: Site, page: Page) -> None:
    slug = embedded.site.python(OPEN_TOURNAMENT).strip()
    page.goto(f"{embedded.site.url}/{slug}/")
    page.locator(".notice-bar a.primary").click()
    page.locator("[name=player_0]").fill("Peppino Ledda")
    page.locator("[name=player_1]").fill("Assunta Cabras")
    page.locator("[name=phone]").fill("347 000 0118")
    page.locator("[name=consent]").check()
    stamp = embedded.site.python(STAMP_OF_A_MINUTE_AGO).strip()
    page.locator("[name=stamp]").evaluate("(field, stamp) => { field.value = stamp; }", stamp)
    page.locator("button.primary").click()
    expect(page.locator("h1")).to_have_text("Siete dentro")
    [team] = desk.pages(f"/tournaments/{slug}/teams/")
    assert [player["name"] for player in team["players"]] == ["Peppino Ledda", "Assunta Cabras"]


def test_six_main_pages_have_no_accessibility_violations(
    embedded: Standing, desk: Site, page: Page, organiser: Person
) -> None:
    slug = enter_pairs(desk, unused_name("Accessibile"), pairs=4, tables=2)
    draw_by_seeds(desk, slug)
    codes: dict[str, str] = json.loads(embedded.site.python(CODES.format(slug=slug)))
    won, still_open = sorted(codes)
    write_won_match(desk, won)
    for side in (0, 1):
        desk.send("POST", f"/matches/{won}/sign/", {"side": side})
    violations = {}
    for path in ("/", f"/{slug}/", f"/{slug}/classifica/", "/accounts/login/"):
        page.goto(embedded.site.url + path)
        violations[path] = accessibility(page)
    open_table(page, Club(embedded.site, desk), codes[still_open], side=0)
    violations["sheet"] = accessibility(page)
    organiser.page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    log_in(organiser, embedded.site.url)
    organiser.open(f"{embedded.site.url}/regia/{slug}/")
    expect(organiser.page.locator("a.hall-table").first).to_be_visible()
    violations["desk"] = accessibility(organiser.page)
    assert {page: faults for page, faults in violations.items() if faults} == {}
    assert len(violations) == 6
