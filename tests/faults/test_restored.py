"""After a backup is restored, phones send the hands entered since the backup, once and in order."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.faults.phones import HANDS, Phone, expect_waiting, no_answers, write
from tests.faults.tables import Standing, Table
from tests.servers.site import ORGANISER, embedded_site
from tournaments.replay.client import Site as Client

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(300), pytest.mark.timing]


@pytest.fixture
def own_table(tmp_path: Path) -> Iterator[Table]:
    """A table on a new site; no other test uses the site."""
    with embedded_site(tmp_path) as site, closing(Table(Standing(site, site.organise()))) as table:
        yield table


@pytest.fixture
def phone_at_table(playwright: Playwright, tmp_path: Path, own_table: Table) -> Iterator[Phone]:
    """A phone that has opened the given table."""
    phone = Phone(playwright.chromium, tmp_path / "phone", own_table.standing.site.port)
    yield phone
    phone.kill()


def go_back(table: Table, backup: Path) -> None:
    """Restore the backup and restart the site; create a new API token, because a backup contains none."""
    site = table.standing.site
    site.stop()
    site.manage("restore", str(backup))
    token = site.manage("drf_create_token", ORGANISER).stdout.split()[2]
    site.start()
    table.close()
    table.site = Client(site.url, token)


def has(table: Table, count: int) -> bool:
    """Wait up to half a minute; return True if the sheet has exactly the given number of hands."""
    until = time.monotonic() + 30
    while len(table.hands()) < count and time.monotonic() < until:
        time.sleep(0.2)
    return table.hands() == [hand["card_points"] for hand in HANDS[:count]]


def test_hands_entered_since_the_backup_are_sent_again(
    phone_at_table: Phone, own_table: Table, tmp_path: Path
) -> None:
    phone_at_table.sit_down(own_table.code)
    page, backup = phone_at_table.page, tmp_path / "site.jsonl.gz"
    for number, hand in enumerate(HANDS[:4], start=1):
        if number == 3:
            assert has(own_table, 2)
            own_table.standing.site.manage("backup", str(backup))
        write(page, hand, number=number)
    assert has(own_table, 4)
    with no_answers(phone_at_table):
        write(page, HANDS[4], number=5)
        go_back(own_table, backup)
    page.locator("[data-retry]").dispatch_event("click")
    assert has(own_table, 5)
    expect_waiting(page, 0)
    assert own_table.facts() == ["hand"] * 5
    expect(page.locator("#sheet tr[data-mine]")).to_have_count(0)


def test_hands_undone_since_the_backup_are_not_sent_again(
    phone_at_table: Phone, own_table: Table, tmp_path: Path
) -> None:
    phone_at_table.sit_down(own_table.code)
    page, backup, undo = (
        phone_at_table.page,
        tmp_path / "site.jsonl.gz",
        "#acts form[action$='/annulla/'] button",
    )
    write(page, HANDS[0], number=1)
    assert has(own_table, 1)
    own_table.standing.site.manage("backup", str(backup))
    write(page, {**HANDS[1], "card_points": [70, 0]}, number=2)
    expect_waiting(page, 0)
    page.locator(undo).click()
    write(page, HANDS[1], number=2)
    write(page, HANDS[2], number=3)
    expect_waiting(page, 0)
    page.locator(undo).click()
    expect(page.locator("#sheet[data-next='1-3']")).to_be_attached()
    go_back(own_table, backup)
    assert has(own_table, 2)
    page.reload()
    expect_waiting(page, 0)
    assert own_table.facts() == ["hand"] * 2
