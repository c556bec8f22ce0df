"""A whole match on one phone, from the first hand to both signatures: by keyboard, and with large text."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.evenings.pictures import LARGE
from tests.faults.phones import Phone
from tests.faults.tables import Table
from tests.faults.test_taps import FIRST_GAME, SECOND_GAME, write_by_taps
from tests.screens.faults import SIDEWAYS

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

# More focus stops than any page of a table has.
MOST_STOPS = 60
ALL_HANDS = [*FIRST_GAME, *SECOND_GAME]


def reach(page: Page, what: str) -> None:
    """Press Tab until the element has the focus."""
    expect(page.locator(what).first).to_be_attached()
    for _stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
    raise AssertionError(f"Tab does not reach {what}")


def press(page: Page, what: str) -> None:
    """Move the focus to the element with Tab and press Enter."""
    reach(page, what)
    page.keyboard.press("Enter")


def choose(page: Page, name: str, value: str) -> None:
    """Choose an option of a radio group with Tab and the arrow keys."""
    reach(page, f"input[name={name}]")
    for _step in range(12):
        now: dict[str, Any] = page.evaluate(
            "({value: document.activeElement.value, checked: document.activeElement.checked})"
        )
        if now["value"] == value:
            return None if now["checked"] else page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrow keys do not reach {value} of {name}")


def write_by_keys(page: Page, card: str, points: int) -> None:
    """Enter one hand with the keyboard only."""
    press(page, "#acts a.primary")
    expect(page.locator("input[name=dealer]").first).to_be_attached()
    if not page.locator("input[name=dealer]:checked").count():
        choose(page, "dealer", "0")
    choose(page, "trionfo_suit", card[-1])
    choose(page, "trionfo_rank", card[:-1])
    press(page, "[data-go]")
    expect(page.locator(".duo")).to_be_visible()
    reach(page, "input[name=card_points_0]")
    page.keyboard.type(str(points))
    press(page, "[data-go]")
    press(page, "button.say")
    expect(page.locator(".toast")).to_be_visible()


def sign_by_keys(page: Page, code: str) -> None:
    """Sign for both sides with the keyboard; type the code for the second side."""
    press(page, "#acts a.ok")
    press(page, "#acts button[name=side]")
    press(page, "#acts a.ok")
    reach(page, "#pass input[name=code]")
    page.keyboard.type(code)
    press(page, ".foot button.ok")


def sign_by_taps(page: Page, code: str) -> None:
    """Sign for both sides by tapping; type the code for the second side."""
    page.locator("#acts a.ok").click()
    page.locator("#acts button[name=side]").click()
    page.locator("#acts a.ok").click()
    page.locator("#pass input[name=code]").fill(code)
    page.locator(".foot button.ok").click()


Write = Callable[[Page, str, int], None]
Sign = Callable[[Page, str], None]


def play(page: Page, table: Table, write: Write, sign: Sign) -> None:
    """Enter every hand, sign for both sides, and compare the sheet with these hands."""
    for card, points in ALL_HANDS:
        write(page, card, points)
    sign(page, table.code)
    expect(page.locator(".sig .done")).to_have_count(2)
    assert table.hands() == [[points, 70 - points] for _card, points in ALL_HANDS]


def test_match_is_recorded_and_signed_with_the_keyboard_alone(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    play(phone.page, table, write_by_keys, sign_by_keys)


def test_match_is_recorded_and_signed_with_text_enlarged_to_200_percent(phone: Phone, table: Table) -> None:
    phone.sit_down(table.code)
    page = phone.page
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})

    def write(page: Page, card: str, points: int) -> None:
        write_by_taps(page, card, points)
        assert page.evaluate(SIDEWAYS) <= 0

    play(page, table, write, sign_by_taps)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{LARGE}px"
