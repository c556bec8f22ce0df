"""Desk pages in a browser: used with the keyboard, with scripts and without scripts."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.models import Grant
from scoring.sheet.services.log import Author
from tests.builders import PASSWORD, a_tournament, an_organiser, drawn_tournament, match_of
from tests.tables.test_desk_evening import a_phone
from tournaments.matches.services import results
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.alike]


def at_desk(page: Page, live_server: Any, address: str) -> Page:
    """Log in as the organiser, open a page of the desk, and wait for its scripts."""
    organiser = an_organiser()
    page.goto(f"{live_server.url}/accounts/login/?next={address}")
    page.fill("input[name=login]", organiser.username)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("body.desk")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_teams_are_entered_with_the_keyboard_only(page: Page, live_server: Any) -> None:
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
    expect(page.locator("#id_which_1_0")).to_be_focused()  # the register has a person of this name
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#id_player_1")).to_be_focused()
    expect(page.locator("#id_player_0")).to_have_value("Peppino Ledda")
    assert tournament.teams.count() == 2


def test_presence_switch_changes_without_a_page_reload(page: Page, live_server: Any) -> None:
    tournament = a_tournament(teams=2)
    at_desk(page, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    page.locator("#id_player_0").fill("Peppino")
    switch = page.locator(".switch").first
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator("#check .tally b")).to_have_text("1")
    expect(page.locator("#id_player_0")).to_have_value("Peppino")


def test_slash_key_focuses_the_search_field_but_inserts_a_slash_inside_a_field(
    page: Page, live_server: Any
) -> None:
    tournament = drawn_tournament(8, tables=70)
    at_desk(page, live_server, f"/regia/{tournament.slug}/")
    expect(page.locator("[type=search]")).to_have_count(2)
    page.keyboard.press("/")
    expect(page.locator("#find-match")).to_be_focused()
    expect(page.locator("#find-match")).to_have_value("")
    page.keyboard.press("/")
    expect(page.locator("#find-match")).to_have_value("/")
    page.goto(f"{live_server.url}/regia/{tournament.slug}/iscrizioni/")
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()


@pytest.fixture
def bare(browser: Browser) -> Any:
    """Yield a browser page with JavaScript disabled."""
    context: BrowserContext = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_phone_can_be_removed_from_a_table_without_scripts(bare: Page, live_server: Any) -> None:
    tournament = drawn_tournament(4)
    for label in ("R1.1", "R1.2"):
        a_phone(match_of(tournament, label), 0)
    at_desk(bare, live_server, f"/regia/{tournament.slug}/fogli/")
    bare.locator(".codecard").nth(1).get_by_role("button").click()
    bare.wait_for_url(f"**/{tournament.slug}/fogli/")
    expect(bare.locator(".codecard").get_by_role("button")).to_have_count(1)
    assert Grant.objects.get(revoked_at=None).sheet_id == match_of(tournament).pk


def test_draw_can_be_made_without_scripts(bare: Page, live_server: Any) -> None:
    tournament = a_tournament(teams=4, seeded=False)
    at_desk(bare, live_server, f"/regia/{tournament.slug}/iscrizioni/")
    bare.locator(".switch").first.click()
    expect(bare.locator(".switch").first).to_have_attribute("aria-checked", "true")
    bare.locator("button[name=presence]").first.click()
    bare.goto(f"{live_server.url}/regia/{tournament.slug}/sorteggio/")
    for place, card in enumerate(("7D", "KC", "4S", "AH", "QD")):
        bare.locator(f"[name=card_{place}]").select_option(card)
    bare.locator("form.drawing button.primary").click()
    expect(bare.locator("progress")).to_be_visible()
    assert Tournament.objects.get(pk=tournament.pk).state == "playing"


@pytest.mark.parametrize("scripts", [True, False], ids=["with a script", "without a script"])
def test_stages_can_be_added_and_removed_with_and_without_scripts(
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
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".plan").nth(0)).to_contain_text("Three groups of four")
    expect(page.locator(".plan").nth(1)).to_contain_text("Knock-out of 6")
    page.locator("input[name=name]").fill("Memorial")
    page.locator("input[name=name]").press("Enter")
    expect(page.get_by_role("heading", name="Entries")).to_be_visible()
    stages = Tournament.objects.get().stages.values_list("format", flat=True)
    assert list(stages) == ["groups", "knockout"]
    context.close()


def test_tasks_on_the_evening_page_are_visible_without_scrolling(browser: Browser, live_server: Any) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    results.object_to_sheet(match.pk, author=Author(), at=timezone.now())
    for width, height, lowest in ((1440, 900, 175), (390, 844, 422)):
        page = browser.new_page(viewport={"width": width, "height": height}, locale="it-IT")
        at_desk(page, live_server, f"/regia/{tournament.slug}/").reload()
        box = page.locator("#todo").bounding_box()
        assert box is not None
        assert box["y"] <= lowest, (width, box)
        page.context.close()


def test_expanded_menu_fits_a_phone_and_has_large_entries(browser: Browser, live_server: Any) -> None:
    tournament = drawn_tournament(4)
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="it-IT")
    at_desk(page, live_server, f"/regia/{tournament.slug}/")
    entries, menu = page.locator(".rail li a"), page.locator("[data-menu]")
    expect(entries.first).to_be_hidden()
    menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")
    assert entries.count() == 9
    for entry in entries.all():
        box = entry.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    page.get_by_role("button", name="Esci").click()
    expect(page.locator("body.desk")).to_have_count(0)
    page.context.close()


def test_live_update_keeps_expanded_sections_and_entered_text(page: Page, live_server: Any) -> None:
    tournament = drawn_tournament(4)
    at_desk(page, live_server, f"/regia/{tournament.slug}/")
    page.locator("#clock summary").click()
    page.locator("#clock input[name=minutes]").fill("37")
    results.object_to_sheet(match_of(tournament).pk, author=Author(), at=timezone.now())
    expect(page.locator(".rail li b")).to_have_text("1", timeout=40_000)
    expect(page.locator("#todo .n")).to_have_text("1")
    expect(page.locator("#clock input[name=minutes]")).to_have_value("37")
    expect(page.locator("#clock input[name=minutes]")).to_be_visible()


def test_menu_is_expanded_without_scripts(browser: Browser, live_server: Any) -> None:
    tournament = drawn_tournament(4)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="it-IT", java_script_enabled=False
    )
    page = at_desk(context.new_page(), live_server, f"/regia/{tournament.slug}/")
    expect(page.locator("[data-menu]")).to_be_hidden()
    expect(page.locator(".rail li a").last).to_be_visible()
    context.close()
