"""The desk page of score sheets and QR codes, in a browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import a_tournament, draw, drawn_tournament
from tests.web.test_desk_browser import at_desk
from tournaments.queue import runner

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]


def test_qr_codes_appear_on_an_open_page_after_the_draw_without_a_reload(
    page: Page, live_server: Any
) -> None:
    tournament = a_tournament(teams=4)
    at_desk(page, live_server, f"/regia/{tournament.slug}/fogli/")
    expect(page.locator(".codecard")).to_have_count(0)
    draw(tournament)
    expect(page.locator(".codecard")).to_have_count(2, timeout=40_000)


@pytest.mark.parametrize("part", ["pack", "archive"])
def test_finished_file_replaces_its_progress_on_the_open_page(
    page: Page, live_server: Any, part: str
) -> None:
    tournament = drawn_tournament(4)
    at_desk(page, live_server, f"/regia/{tournament.slug}/fogli/")
    page.locator(f"#{part} form button").click()
    expect(page.locator(f"#{part} progress")).to_be_visible()
    runner.drain()
    expect(page.locator(f"#{part} a")).to_be_visible()
    expect(page.locator(f"#{part} progress")).to_have_count(0)
