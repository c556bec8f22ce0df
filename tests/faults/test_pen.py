"""The right to record a score sheet, shown on both phones at a table and taken over by one tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.faults.phones import HANDS, expect_waiting, write
from tests.faults.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

TAKE = "#acts form[action$='/penna/'] button"


def expect_pen(holder: Page, other: Page) -> None:
    """Wait until only `holder` can write the sheet and `other` offers to take over the right to record."""
    expect(other.locator(TAKE)).to_be_visible(timeout=60_000)
    expect(other.locator("#sheet")).to_contain_text("has the pen.")
    expect(holder.locator("#acts a.primary")).to_be_visible(timeout=60_000)
    expect(holder.locator(TAKE)).to_have_count(0)


def test_right_to_record_moves_between_two_phones_and_both_pages_show_the_scorer(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    first_page, second_page = two_phones
    write(first_page, HANDS[0], number=1)
    expect_pen(first_page, second_page)
    second_page.locator(TAKE).click()
    expect_pen(second_page, first_page)
    write(second_page, HANDS[1], number=2)
    expect_pen(second_page, first_page)
    assert table.facts() == ["hand", "hand"]


def test_hand_entered_offline_is_stored_after_another_phone_takes_the_right_to_record(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    first_page, second_page = two_phones
    write(first_page, HANDS[0], number=1)
    expect_pen(first_page, second_page)
    first_page.context.set_offline(True)
    write(first_page, HANDS[1], number=2)
    expect_waiting(first_page, 1)
    second_page.locator(TAKE).click()
    expect(second_page.locator("#acts a.primary")).to_be_visible()
    first_page.context.set_offline(False)
    expect_waiting(first_page, 0)
    expect_pen(first_page, second_page)
    assert table.facts() == ["hand", "hand"]


def test_phone_without_the_right_to_record_can_enter_hands_offline(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    first_page, second_page = two_phones
    with second_page.expect_response(re.compile("/copie/")):  # the pages of the next hand are fetched ahead
        write(first_page, HANDS[0], number=1)
        expect_pen(first_page, second_page)
    second_page.wait_for_timeout(1_000)  # the pages of the next hand are fetched ahead
    second_page.context.set_offline(True)
    second_page.locator("#acts summary").click()
    write(second_page, HANDS[1], number=2, button="#acts details a")
    expect_waiting(second_page, 1)
    second_page.context.set_offline(False)
    expect_waiting(second_page, 0)
    expect_pen(second_page, first_page)
    assert table.facts() == ["hand", "hand"]
