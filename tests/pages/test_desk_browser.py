"""The desk in a browser: by keyboard alone, with and without a script."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.builders import PASSWORD, a_tournament, an_organiser
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_desk(page: Page, live_server: Any, address: str) -> Page:
    """Log in as the organiser and open an address of the desk."""
    organiser = an_organiser()
    page.goto(f"{live_server.url}/accounts/login/?next={address}")
    page.fill("input[name=login]", organiser.username)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("body.desk")).to_be_visible()
    return page


def test_teams_enter_by_keyboard_alone(page: Page, live_server: Any) -> None:
    tournament = a_tournament()
    at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    for first, second in (("Tore Manca", "Antonella Usai"), ("Ada Fois", "Nicola Murgia")):
        expect(page.locator("#id_player_0")).to_be_focused()
        page.keyboard.type(first)
        page.keyboard.press("Tab")
        page.keyboard.type(second)
        page.keyboard.press("Enter")
        expect(page.locator("#teams")).to_contain_text(f"{first}, {second}")
    page.keyboard.type("Peppino Ledda")
    page.keyboard.press("Tab")
    page.keyboard.type("Tore Manca")
    page.keyboard.press("Enter")
    expect(page.locator("#id_player_1")).to_be_focused()
    expect(page.locator("#id_player_0")).to_have_value("Peppino Ledda")
    assert tournament.teams.count() == 2


def test_the_switch_turns_in_place(page: Page, live_server: Any) -> None:
    tournament = a_tournament(teams=2)
    at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    page.locator("#id_player_0").fill("Peppino")
    switch = page.locator(".sw").first
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator("#check .tally b")).to_have_text("1")
    expect(page.locator("#id_player_0")).to_have_value("Peppino")


@pytest.fixture
def bare(browser: Browser) -> Any:
    """A browser without a script."""
    context: BrowserContext = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_a_draw_without_a_script(bare: Page, live_server: Any) -> None:
    tournament = a_tournament(teams=4)
    at_desk(bare, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    bare.locator(".sw").first.click()
    expect(bare.locator(".sw").first).to_have_attribute("aria-checked", "true")
    bare.locator("button[name=presence]").first.click()
    bare.goto(f"{live_server.url}/regia/{tournament.slug}/sorteggio/")
    for place, card in enumerate(("7D", "KC", "4S", "AH", "QD")):
        bare.locator(f"[name=card_{place}]").select_option(card)
    bare.locator("form.drawing button.primary").click()
    expect(bare.locator("progress")).to_be_visible()
    assert Tournament.objects.get(pk=tournament.pk).state == "playing"


@pytest.mark.parametrize("scripts", [True, False], ids=["with a script", "without a script"])
def test_groups_and_then_a_knockout_are_made_and_a_stage_taken_away_again(
    browser: Browser, live_server: Any, scripts: bool
) -> None:
    context = browser.new_context(locale="en-GB", java_script_enabled=scripts)
    page = at_desk(context.new_page(), live_server, "/regia/%3Fgioco=mariglia")
    page.get_by_role("button", name="Add a stage").click()
    expect(page.get_by_role("heading", name="Stage 2")).to_be_visible()
    page.get_by_role("button", name="Add a stage").click()
    page.get_by_role("button", name="Take stage 2 away").click()
    expect(page.get_by_role("heading", name="Stage 3")).to_have_count(0)
    page.locator("input[name=groups_groups]").fill("3")
    page.locator("input[name=expected]").fill("12")
    page.get_by_role("button", name="What does it come to?").click()
    expect(page.locator(".plan").nth(0)).to_contain_text("Three groups of four")
    expect(page.locator(".plan").nth(1)).to_contain_text("Knock-out of 6")
    page.locator("input[name=name]").fill("Memorial")
    page.locator("input[name=name]").press("Enter")
    expect(page.get_by_role("heading", name="Entries")).to_be_visible()
    stages = Tournament.objects.get().stages.values_list("format", flat=True)
    assert list(stages) == ["groups", "knockout"]
    context.close()
