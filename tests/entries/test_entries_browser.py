"""The entries page in a phone browser: the row of a team is highlighted while its menu is open."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import drawn_tournament
from tests.cash.cashbox import an_evening
from tests.web.test_desk_browser import at_desk
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]
GROUNDS = """(row) => [row, ...row.children].map((each) => getComputedStyle(each).backgroundColor)"""


@pytest.mark.parametrize("evening", [drawn_tournament, an_evening], ids=["acts", "payments"])
def test_row_of_the_team_with_an_open_menu_is_highlighted_on_a_phone(
    page: Page, live_server: Any, evening: Callable[[], Tournament]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    at_desk(page, live_server, f"/regia/{evening().slug}/iscrizioni/")
    rows = page.locator(".entered tbody tr")
    plain = rows.nth(1).evaluate(GROUNDS)
    rows.nth(1).locator(".acts > a, .euro > a").click()
    expect(rows.nth(1).locator(".menu")).to_have_attribute("open", "")
    ground = rows.nth(1).evaluate(GROUNDS)
    assert len(set(ground)) == 1
    assert ground[0] not in plain
    page.locator("h1").click()
    expect(rows.nth(1).locator(".menu")).not_to_have_attribute("open", "")
    assert rows.nth(1).evaluate(GROUNDS) == plain
