"""The house rules page in a browser: moving tie-breaks by buttons and keys, with and without scripts."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import a_tournament, an_organiser, first_stage

pytestmark = pytest.mark.browser
expect.set_options(timeout=15_000)
WHERE = "/regia/regole-della-casa/mariglia/"


def log_in(page: Page, server: LiveServer, language: str = "en") -> None:
    """Log in to the desk in a browser as an organiser."""
    client = Client()
    client.force_login(an_organiser())
    page.context.add_cookies(
        [
            {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url},
            {"name": "django_language", "value": language, "url": server.url},
        ]
    )


def names(page: Page) -> list[str]:
    return page.locator("[data-chain] b").all_inner_texts()


def test_moving_a_tie_break_changes_the_example_without_a_page_reload(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(live_server.url + WHERE)
    page.evaluate("window.stayed = true")
    expect(page.locator(".because")).to_contain_text("Canu – Tola are ahead")
    page.locator("#up-capped_point_difference").click()
    expect(page.locator("#line-capped_point_difference .number")).to_have_text("2")
    page.locator("#up-capped_point_difference").click()
    expect(page.locator("#line-capped_point_difference .number")).to_have_text("1")
    expect(page.locator(".because")).to_contain_text("Piras – Sanna are ahead")
    expect(page.locator("#house-state")).to_have_text("Not saved yet")
    assert page.evaluate("document.activeElement.id") == "down-capped_point_difference"
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-chain] b").first).to_have_text("Direct match")
    assert page.evaluate("window.stayed")
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".toast")).to_be_visible()
    page.reload()
    assert names(page)[1].startswith("Point difference up to")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_save_button_stays_visible_when_the_page_is_scrolled(
    live_server: LiveServer, transactional_db: None, page: Page, size: tuple[int, int]
) -> None:
    log_in(page, live_server)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(live_server.url + WHERE)
    for place in (0, 0.5, 1):
        page.evaluate("place => scrollTo(0, place * document.documentElement.scrollHeight)", place)
        expect(page.get_by_role("button", name="Save the rules")).to_be_in_viewport(ratio=1)


def test_tie_break_buttons_submit_the_form_without_javascript(
    live_server: LiveServer, transactional_db: None, browser: Browser
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, live_server)
    page.goto(live_server.url + WHERE)
    page.locator("#id_win").fill("3")
    page.locator("#up-game_difference").click()
    assert names(page)[0] == "Game difference"
    expect(page.locator("#id_win")).to_have_value("3")
    page.get_by_role("button", name="Save the rules").click()
    assert names(page)[0] == "Game difference"
    expect(page.locator("#id_win")).to_have_value("3")


def test_logged_out_organiser_is_redirected_to_the_log_in_page(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(live_server.url + WHERE)
    page.context.clear_cookies(name="sessionid")
    page.locator("#up-game_difference").click()
    expect(page).to_have_url(re.compile("/accounts/login/"))


def test_match_points_typed_offline_are_not_saved(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(live_server.url + WHERE)
    page.evaluate("document.forms.house.addEventListener('submit', () => (document.title = 'sent'))")
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.locator("#id_win").fill("3")
        page.locator("#id_win").blur()
    page.wait_for_timeout(300)
    assert page.title() != "sent"
    assert page.locator("#id_win").input_value() == "3"


def test_sentence_about_a_rule_shows_a_choice_that_is_not_saved_yet(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    tournament = a_tournament()
    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/{tournament.slug}/regole/")
    row = page.locator("#rule-renuncio")
    row.locator("summary").click()
    row.get_by_label("The referee sets the points").check()
    expect(row.locator("summary")).to_contain_text("After a renuncio: the referee sets the points.")
    expect(row.locator("summary")).to_contain_text("not saved yet")
    assert first_stage(tournament).profile["renuncio"] == "all_points"
    row.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved: After a renuncio")
    assert first_stage(tournament).profile["renuncio"] == "director_sets"


def test_changed_tournament_name_is_saved_only_when_the_save_button_is_pressed(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    tournament = a_tournament(name="Torneo")
    log_in(page, live_server)
    page.goto(f"{live_server.url}/regia/{tournament.slug}/regole/")
    row = page.locator("#rule-evening")
    row.locator("summary").click()
    page.locator("[name=name]").fill("Coppa")
    page.keyboard.press("Tab")
    expect(row.locator("summary")).to_contain_text("not saved yet")
    tournament.refresh_from_db()
    assert tournament.name == "Torneo"
    row.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Saved: Coppa")


def test_collapsed_rule_with_an_invalid_value_is_expanded(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    log_in(page, live_server)
    page.goto(live_server.url + WHERE.replace("mariglia", "maniglia_auction"))
    row = page.locator("#rule-stake")
    row.locator("summary").click()
    page.locator("[name=stake]").fill("0")
    row.locator("summary").click()
    expect(page.locator("[name=stake]")).to_be_hidden()
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator("[name=stake]")).to_be_visible()
