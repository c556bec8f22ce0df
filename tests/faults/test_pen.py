"""The pen between two real phones at one table: shown live, taken with a tap, and no hand is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.faults.phones import HANDS, expect_waiting, write
from tests.faults.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]

TAKE = "#acts form[action$='/penna/'] button"


def expect_pen(holder: Page, other: Page) -> None:
    """Fail unless the holder can write and the other phone can take the pen; both pages update themselves."""
    expect(other.locator(TAKE)).to_be_visible(timeout=60_000)
    expect(other.locator("#sheet")).to_contain_text("has the pen.")
    expect(holder.locator("#acts a.primary")).to_be_visible(timeout=60_000)
    expect(holder.locator(TAKE)).to_have_count(0)


def test_pen_moves_between_two_phones_and_both_pages_show_it(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    ours, theirs = two_phones
    write(ours, HANDS[0], number=1)
    expect_pen(ours, theirs)
    theirs.locator(TAKE).click()
    expect_pen(theirs, ours)
    write(theirs, HANDS[1], number=2)
    expect_pen(theirs, ours)
    assert table.facts() == ["hand", "hand"]


def test_hand_confirmed_while_another_phone_took_the_pen_is_stored(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    ours, theirs = two_phones
    write(ours, HANDS[0], number=1)
    expect_pen(ours, theirs)
    ours.context.set_offline(True)
    write(ours, HANDS[1], number=2)
    expect_waiting(ours, 1)
    theirs.locator(TAKE).click()
    expect(theirs.locator("#acts a.primary")).to_be_visible()
    ours.context.set_offline(False)
    expect_waiting(ours, 0)
    expect_pen(ours, theirs)
    assert table.facts() == ["hand", "hand"]


def test_phone_without_the_pen_can_write_offline(two_phones: tuple[Page, Page], table: Table) -> None:
    ours, theirs = two_phones
    with theirs.expect_response(re.compile("/copie/")):  # the pages of the next hand are fetched ahead
        write(ours, HANDS[0], number=1)
        expect_pen(ours, theirs)
    theirs.wait_for_timeout(1_000)  # the pages of the next hand are fetched ahead
    theirs.context.set_offline(True)
    theirs.locator("#acts summary").click()
    write(theirs, HANDS[1], number=2, button="#acts details a")
    expect_waiting(theirs, 1)
    theirs.context.set_offline(False)
    expect_waiting(theirs, 0)
    expect_pen(theirs, ours)
    assert table.facts() == ["hand", "hand"]
