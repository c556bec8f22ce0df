"""A browser sends a form again after its token or its session has expired."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.builders import PASSWORD, a_tournament, an_organiser
from tests.web.test_desk_browser import at_desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]

PAIRS = "\n".join(f'Ada Prima{letter};Nino "N" Secondo{letter}' for letter in "ABCDEFGHIJKLMNOPQRST")


def paste_list(page: Page, live_server: Any) -> str:
    """Paste a list of twenty pairs into the import form without sending it, and return the site address."""
    tournament = a_tournament()
    at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/elenco/")
    page.locator("textarea[name=text]").fill(PAIRS)
    return str(live_server.url)


def log_in(page: Page) -> None:
    page.fill("input[name=login]", an_organiser().username)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("body.desk")).to_be_visible()


def send_list(page: Page) -> None:
    page.locator("form:has(textarea[name=text]) button.primary").click()
    expect(page.locator("[data-send-again]")).to_be_visible()


def expect_whole_list(page: Page) -> None:
    expect(page.locator("main")).to_contain_text("Ada PrimaA")
    expect(page.locator("main")).to_contain_text("Secondo" + "T")
    expect(page.locator("[data-send-again]")).to_have_count(0)


def test_import_list_with_an_expired_token_is_accepted_when_sent_again(page: Page, live_server: Any) -> None:
    site = paste_list(page, live_server)
    other = page.context.new_page()
    other.goto(f"{site}/accounts/logout/")
    other.locator("main form button").click()
    other.goto(f"{site}/accounts/login/")
    log_in(other)
    send_list(page)
    expect(page.get_by_role("link", name="Accedi in una nuova scheda")).to_have_count(0)
    page.get_by_role("button", name="Manda di nuovo").click()
    expect_whole_list(page)


def test_import_list_sent_without_a_session_is_accepted_after_login(page: Page, live_server: Any) -> None:
    paste_list(page, live_server)
    page.context.clear_cookies(name="sessionid")
    send_list(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Accedi in una nuova scheda").click()
    log_in(opened.value)
    page.get_by_role("button", name="Manda di nuovo").click()
    expect_whole_list(page)
