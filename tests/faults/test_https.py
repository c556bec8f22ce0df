"""Hands sent over HTTPS through a faulty network are stored once, and a sheet opens offline."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright, expect

from tests.faults.origins import Reached, over_https
from tests.faults.phones import HANDS, Phone, expect_waiting, write
from tests.faults.tables import Table
from tests.faults.test_faulty_network import some_hands
from tests.faults.test_outbox import all_have_come

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.timeout(240)]

CACHED_PATHS = """async () => {
    const kept = await caches.open("trionfo");
    return (await kept.keys()).map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reached]:
    """A site that is reached over HTTPS."""
    with over_https(tmp_path_factory.mktemp("https") / "site") as one_site:
        yield one_site


@pytest.fixture
def secure(one_site: Reached) -> Reached:
    """The HTTPS site, whose network has no fault at the start."""
    one_site.network.only("")
    one_site.network.down = False
    return one_site


@pytest.fixture
def table(secure: Reached) -> Iterator[Table]:
    """A table whose match has no hands yet."""
    with closing(Table(secure.standing)) as table:
        yield table


@pytest.fixture
def phone(playwright: Playwright, tmp_path: Path, secure: Reached) -> Iterator[Phone]:
    """A phone that trusts the certificate of the site."""
    phone = Phone(playwright.chromium, tmp_path / "phone", secure.network.port, trusts=secure.trusts)
    yield phone
    phone.kill()


def test_hands_over_https_are_neither_lost_nor_duplicated(playwright: Playwright, tmp_path: Path) -> None:
    with over_https(tmp_path / "site", seed=1, longest=3.0) as secure, ExitStack() as stack:
        some_hands(stack, playwright, tmp_path, secure)


def kept_by(phone: Phone, match: str) -> list[str]:
    """Wait until the phone has cached the pages of a match; return all cached paths.

    The cache must contain the sheet, its offline copies, the rules and the font.
    """
    page, wanted = phone.page, {f"/tavolo/{match}/", f"/tavolo/{match}/copie/"}
    for _attempt in range(60):
        cached: list[str] = page.evaluate(CACHED_PATHS)
        rules, font = (any(part in path for path in cached) for part in ("/definition/", ".woff2"))
        if wanted <= {*cached} and rules and font:
            return cached
        page.wait_for_timeout(250)
    raise AssertionError(f"only these paths were cached: {cached}")


def test_sheet_opens_and_accepts_hands_without_a_network(phone: Phone, table: Table, secure: Reached) -> None:
    match = phone.sit_down(table.code)
    assert phone.page.evaluate("isSecureContext") is True
    kept_by(phone, match)
    secure.network.down = True
    phone.context.close()
    phone.start()
    page = phone.page
    page.goto(f"{phone.origin}/tavolo/{match}/")
    expect(page.locator("#acts a.primary")).to_be_visible()
    for number, hand in enumerate(HANDS, start=1):
        write(page, hand, number=number)
        expect_waiting(page, number)
    assert page.evaluate("document.fonts.size") > 0
    page.goto(f"{phone.origin}/tavolo/{match}/mano/1-6/trionfo/")
    expect(page).to_have_url(f"{phone.origin}/tavolo/{match}/")
    expect_waiting(page, 5)
    secure.network.down = False
    all_have_come(page, table)


def test_sheet_does_not_open_offline_if_it_is_not_in_the_offline_cache(
    phone: Phone, table: Table, secure: Reached
) -> None:
    match = phone.sit_down(table.code)
    kept_by(phone, match)
    phone.page.evaluate("caches.delete('trionfo')")
    secure.network.down = True
    with pytest.raises(Error, match="ERR_"):
        phone.page.goto(f"{phone.origin}/tavolo/{match}/")


def test_login_page_of_a_wifi_portal_is_not_cached(phone: Phone, table: Table, secure: Reached) -> None:
    match = phone.sit_down(table.code)
    kept_by(phone, match)
    secure.network.only("portal", pages=True)
    phone.page.goto(f"{phone.origin}/tavolo/{match}/")
    expect(phone.page.locator("body")).to_have_text("Accetta e naviga")
    secure.network.only("")
    secure.network.down = True
    phone.page.goto(f"{phone.origin}/tavolo/{match}/")
    expect(phone.page.locator("#acts a.primary")).to_be_visible()


def test_sheet_of_a_revoked_phone_is_read_only_online_and_offline(
    phone: Phone, table: Table, secure: Reached
) -> None:
    match = phone.sit_down(table.code)
    kept_by(phone, match)
    table.python("from scoring.models import Grant\nGrant.objects.update(revoked_at='2026-01-01T00:00Z')")
    for secure.network.down in (False, True):
        phone.page.goto(f"{phone.origin}/tavolo/{match}/")
        expect(phone.page.locator("#sheet")).to_be_visible()
        expect(phone.page.locator("#acts a.primary")).to_have_count(0)


def test_sheet_of_a_deleted_match_is_removed_from_the_cache(
    phone: Phone, table: Table, secure: Reached
) -> None:
    match = phone.sit_down(table.code)
    kept_by(phone, match)
    secure.network.only("gone", pages=True)
    phone.page.goto(f"{phone.origin}/tavolo/{match}/")
    phone.page.goto(f"{phone.origin}/t/")
    assert not [path for path in phone.page.evaluate(CACHED_PATHS) if match in path]
