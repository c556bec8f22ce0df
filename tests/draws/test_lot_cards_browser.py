"""The five cards of a draw in a browser: the space bar at the desk turns a card on the wall display."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import a_tournament
from tests.wall.television import TV, faults, open_wall
from tests.web.test_desk_browser import at_desk
from tournaments.models import Draw, Tournament

pytestmark = pytest.mark.browser

FIVE = ("7D", "KC", "4S", "AH", "QD")


@pytest.fixture
def tv(browser: Browser) -> Iterator[Page]:
    """Yield a browser page in Italian that is the size of a television screen."""
    context = browser.new_context(viewport=TV, locale="it-IT")  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


def lay(page: Page, live_server: LiveServer, tournament: Tournament) -> None:
    at_desk(page, live_server, f"/regia/{tournament.slug}/sorteggio/")
    for card in FIVE:
        page.locator(f"[data-draw-card='{card}']").click()
    page.locator("button.lay").click()
    expect(page.locator(".laid .back")).to_have_count(5)


def test_space_bar_at_the_desk_turns_the_cards_on_the_wall_display(
    live_server: LiveServer, transactional_db: None, page: Page, tv: Page
) -> None:
    tournament = a_tournament(teams=8, seeded=False)
    lay(page, live_server, tournament)
    open_wall(tv, live_server, tournament)
    for turned in range(1, 6):
        if turned == 3:  # The space bar works wherever the focus is, and after a reload of the desk page.
            page.reload()
            page.evaluate("document.activeElement.blur()")
        page.keyboard.press(" ")
        expect(page.locator(".laid .back")).to_have_count(5 - turned)
        tv.evaluate("htmx.trigger('#wall', 'live')")
        expect(tv.locator(".w-lot .pcard.back")).to_have_count(5 - turned)
        expect(tv.locator(".w-lot .now")).to_have_count(1)
        tv.wait_for_timeout(600)  # wait for the turning animation to end
        assert faults(tv) == []
    assert not Draw.objects.exists()
    tv.reload()
    expect(tv.locator(".w-lot .pcard:not(.back)")).to_have_count(5)
    for turned in range(1, 9):
        page.keyboard.press(" ")
        expect(page.locator(".draw-card-pair.back")).to_have_count(8 - turned)
        expect(page.locator(".draw-card-pair.now")).to_have_count(1)
        tv.evaluate("htmx.trigger('#wall', 'live')")
        expect(tv.locator(".down")).to_have_count(8 - turned)
        expect(tv.locator(".side.turned")).to_have_text(
            page.locator(".draw-card-pair.now .name").inner_text().replace("\n", " – ")
        )
        tv.wait_for_timeout(600)
        assert faults(tv) == []
    assert not Draw.objects.exists()
    page.keyboard.press(" ")
    expect(page.locator("#drawn")).to_be_visible()
    assert Draw.objects.get().lot == " ".join(FIVE)


def test_cards_appear_without_animation_if_the_browser_prefers_reduced_motion(
    live_server: LiveServer, transactional_db: None, page: Page, tv: Page
) -> None:
    tournament = a_tournament(teams=4, seeded=False)
    lay(page, live_server, tournament)
    page.keyboard.press(" ")
    expect(page.locator(".laid .back")).to_have_count(4)
    open_wall(tv, live_server, tournament)
    back = "() => getComputedStyle(document.querySelector('.w-lot .back')).backgroundImage"
    assert "svg" in tv.evaluate(back)
    moves = "() => [...document.querySelectorAll('*')].map(each => getComputedStyle(each).animationName)"
    assert set(tv.evaluate(moves)) == {"turn", "none"}
    assert tv.evaluate(moves).count("turn") == 1
    tv.emulate_media(reduced_motion="reduce")
    assert set(tv.evaluate(moves)) == {"none"}


def test_five_cards_are_chosen_from_a_pack_and_one_of_them_is_replaced(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    tournament = a_tournament(teams=4, seeded=False)
    at_desk(page, live_server, f"/regia/{tournament.slug}/sorteggio/")
    for card in FIVE:
        page.locator(f"[data-draw-card='{card}']").click()
    expect(page.locator("[data-draw-card='2H']")).to_be_disabled()  # no sixth card can be chosen
    page.locator(".draw-slot").nth(1).click()
    expect(page.locator("[data-draw-card='KC']")).to_be_enabled()
    page.locator("[data-draw-card='AS']").click()
    page.locator(".drawing button.primary").click()
    expect(page.locator("#drawn")).to_be_visible()
    assert Draw.objects.get().lot == "7D AS 4S AH QD"
