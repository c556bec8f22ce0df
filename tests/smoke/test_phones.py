"""Phones at a table: hands entered by taps or offline, and a sheet that two phones share and sign."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.faults.phones import HANDS, Phone, write
from tests.faults.tables import Table, write_won_match
from tests.faults.test_outbox import all_have_come, wait_for_five
from tests.faults.test_pen import TAKE, expect_pen
from tests.faults.test_taps import FIRST_GAME, MOST_TAPS, SECOND_GAME, TAPS, count_taps, write_by_taps

pytestmark = [pytest.mark.smoke, pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300)]


def expect_next_hand(page: Page, hand: str) -> None:
    """Wait until the next hand to record on the server is `hand`, such as "1-2" for game 1, hand 2."""
    expect(page.locator(f"#sheet[data-next='{hand}']")).to_be_attached()
    expect(page.locator("#acts a.primary")).to_be_visible()


def test_hand_entered_by_taps_takes_six_taps_after_the_first_hand(phone: Phone, table: Table) -> None:
    phone.context.add_init_script(TAPS)
    phone.sit_down(table.code)
    page = phone.page
    taps = [count_taps(page)]
    for (card, points), following in zip([*SECOND_GAME, FIRST_GAME[0]], ("1-2", "2-1", "2-2"), strict=True):
        write_by_taps(page, card, points)
        expect_next_hand(page, following)
        taps.append(count_taps(page))
    each = [after - before for before, after in pairwise(taps)]
    assert each == [MOST_TAPS + 2, MOST_TAPS, MOST_TAPS]  # the first hand also needs the dealer
    assert table.hands() == [[60, 10], [44, 26], [43, 27]]
    expect(page.locator("#where")).to_contain_text("game 2 to 35")


def test_each_of_five_hands_entered_offline_arrives_once(phone: Phone, table: Table) -> None:
    page = wait_for_five(phone, table)
    assert table.hands() == []
    page.context.set_offline(False)
    all_have_come(page, table)


def test_phone_that_takes_over_the_right_to_record_can_enter_hands(
    two_phones: tuple[Page, Page], table: Table
) -> None:
    first_page, second_page = two_phones
    write(first_page, HANDS[0], number=1)
    expect_pen(first_page, second_page)
    second_page.locator(TAKE).click()
    expect_pen(second_page, first_page)
    write(second_page, HANDS[1], number=2)
    expect_next_hand(second_page, "1-3")
    assert table.facts() == ["hand", "hand"]


def test_sheet_signed_on_both_phones_shows_the_winner(two_phones: tuple[Page, Page], table: Table) -> None:
    write_won_match(table.site, table.match)
    for phone in two_phones:
        phone.locator("#acts a.ok").click()
        phone.locator("#acts button.ok").click()
        expect(phone.locator(".win h2")).to_have_text("Coppia A")
    for phone in two_phones:
        expect(phone.locator(".sig .done")).to_have_count(2)
        expect(phone.get_by_role("link", name="To the bracket")).to_be_visible()
    match = table.site.get(f"/matches/{table.match}/")
    assert (match["state"], match["winner"]) == ("signed", 0)
