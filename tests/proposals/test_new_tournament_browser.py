"""The page for creating a tournament, in a browser: proposals are updated while the form is filled in."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.house_rules.test_house_rules_browser import log_in

pytestmark = pytest.mark.browser
# The delay of a response in milliseconds.
SLOW = 400


def test_proposals_match_the_last_of_several_quick_changes(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    def later(route: Route) -> None:
        if route.request.method == "POST":
            page.wait_for_timeout(SLOW)
        route.continue_()

    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/nuovo/?gioco=mariglia")
    page.route("**/regia/nuovo/", later)
    for name, value in (("entrants", "4"), ("tables", "2"), ("ends", "00:30")):
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=ends]").press("Tab")
    expect(page.locator(".evening-card input[value^=round_robin]")).to_have_count(1)
    expect(page.locator(".evening-hours b").first).to_have_text("00:30")
    expect(page.locator("#about-ends")).to_contain_text("4")
    expect(page.locator("#about-tables")).to_have_text("All play at the same time, nobody waits.")


def test_time_typed_with_a_dot_can_be_increased_by_15_minutes(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/nuovo/?gioco=mariglia")
    page.locator("[name=ends]").fill("21.30")
    page.locator("[data-up=id_ends]").click()
    expect(page.locator("[name=ends]")).to_have_value("21:45")


def test_quick_taps_on_a_plus_button_are_all_counted_but_send_one_request(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    answers: list[str] = []
    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/nuovo/?gioco=mariglia")
    page.on("response", lambda response: answers.append(response.request.method))
    page.locator("[name=entrants]").fill("8")
    with page.expect_response("**/regia/nuovo/"):
        page.evaluate(
            "for (let tap = 0; tap < 4; tap++) document.querySelector('[data-up=id_tables]').click()"
        )
    page.wait_for_timeout(SLOW)
    assert answers == ["POST"]
    page.evaluate(
        """document.addEventListener("htmx:beforeSwap", () => {
            document.querySelector("[data-up=id_tables]").click();
            document.querySelector("[name=entrants]").value = "300";
        }, {once: true})"""
    )
    page.locator("[data-up=id_entrants]").click()
    expect(page.locator("#about-entrants")).to_contain_text("128")


def test_summary_of_a_new_tournament_shows_the_chosen_preset(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/nuovo/?gioco=mariglia")
    page.locator(".ask-folds summary").first.click()
    page.locator("label.choice:has([value='70'])").click()
    expect(page.locator("#played")).to_contain_text("one game to 70")
