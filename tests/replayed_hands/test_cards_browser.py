"""The page that shows a hand card by card, in a browser: links, arrow keys, layout and accessibility."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.games.players.every_game import PLAYERS
from tests.replayed_hands.test_cards_page import PLAYED, a_match, address, write
from tests.screens.faults import COLOURS, accessibility, sideways, small_targets
from tournaments.models import Match

pytestmark = pytest.mark.browser
expect.set_options(timeout=15_000)


@pytest.fixture
def match(transactional_db: None) -> Match:
    """Return a match whose first hand is stored with its cards."""
    return write(a_match(), PLAYED)


@pytest.fixture
def without_script(browser: Browser) -> Iterator[Page]:
    """Yield a phone-sized browser page with JavaScript disabled."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", java_script_enabled=False
    )
    yield context.new_page()
    context.close()


def test_links_step_forward_and_back_through_a_hand_without_scripts(
    live_server: LiveServer, match: Match, without_script: Page
) -> None:
    page = without_script
    page.goto(live_server.url + reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    page.get_by_role("link", name="Hand 1", exact=True).click()
    expect(page.get_by_text("act 0 of 40")).to_be_visible()
    for act in (1, 2, 3):
        page.get_by_role("link", name="Forward", exact=True).click()
        expect(page.get_by_text(f"act {act} of 40")).to_be_visible()
        expect(page.locator(".slot .pcard")).to_have_count(act)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("act 2 of 40")).to_be_visible()
    page.get_by_role("link", name="To the end").click()
    expect(page.get_by_text("no more cards")).to_have_count(4)
    page.get_by_role("link", name="trick 3", exact=True).click()
    expect(page.get_by_text("act 12 of 40")).to_be_visible()


def test_arrow_keys_step_forward_and_back_through_a_hand(
    live_server: LiveServer, match: Match, page: Page
) -> None:
    page.goto(live_server.url + address(match))
    for key, act in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        page.wait_for_url(re.compile(rf"\?atto={act}#hand$"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".act small")).to_contain_text(" 0 ")


@pytest.mark.parametrize("act", [0, 4, 40])
def test_cards_page_has_no_accessibility_or_layout_errors(
    live_server: LiveServer, match: Match, page: Page, act: int
) -> None:
    page.goto(live_server.url + address(match, act=act))
    assert accessibility(page) == []
    page.emulate_media(color_scheme="dark")
    assert accessibility(page, COLOURS) == []
    assert small_targets(page) == []
    assert sideways(page, 320) == []
    assert sideways(page, 320, text=32) == []


@pytest.mark.parametrize("card_game", ["maniglia_auction", "mariagio"])
def test_cards_page_of_five_or_two_players_has_no_accessibility_or_layout_errors(
    live_server: LiveServer, transactional_db: None, page: Page, card_game: str
) -> None:
    random = Random(3)
    while True:
        game = PLAYERS[card_game](random)
        hand = game.hands[0]
        if "state" not in hand and len(hand["play"][0]["cards"]) != 4:
            break
    sides = len(hand["play"][0]["cards"])
    match = write(a_match(card_game, sides=sides, profile=game.profile), hand)
    page.goto(live_server.url + address(match, act=sides * 3 - 1))
    assert accessibility(page) == []
    assert sideways(page, 320) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    assert accessibility(page) == []
