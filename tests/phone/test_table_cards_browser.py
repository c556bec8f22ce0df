"""A hand is recorded card by card in a browser and replayed, with and without scripts."""

from collections.abc import Iterator
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.models import SheetEvent
from scoring.sheet.devices import shown_code
from tests.games.players.every_game import PLAYERS
from tests.phone.test_table_cards_page import LINE, TRIONFO, address, before, followed
from tests.replayed_hands.test_cards_page import PLAYED
from tests.screens.faults import COLOURS, accessibility, sideways, small_targets
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
expect.set_options(timeout=20_000)


@pytest.fixture
def match(transactional_db: None) -> Match:
    """Return a match that is recorded card by card."""
    return followed()


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """Yield a phone-sized browser page with JavaScript disabled."""
    context = browser.new_context(
        locale="it-IT", viewport={"width": 390, "height": 844}, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


def at_table(page: Page, match: Match, server: LiveServer) -> None:
    """Open the table with its code and choose a side."""
    page.goto(f"{server.url}/t/")
    page.locator("#code").fill(shown_code(match.sheet.key))
    page.locator("#open button").click()
    page.locator("button[name=side][value='0']").click()
    expect(page.locator("#acts")).to_be_visible()


def tap_a_hand(page: Page) -> None:
    """Choose the dealer and the turned card, then tap all cards of the hand."""
    page.locator("#acts a.btn.big").click()
    page.locator(".sayings a").first.click()
    page.locator(f"input[name=trionfo_suit][value='{PLAYED['trionfo'][-1]}'] + .box").click()
    page.locator(f"input[name=trionfo_rank][value='{PLAYED['trionfo'][:-1]}'] + .box").click()
    page.locator("[data-go]").click()
    cards = LINE.split("-")
    for count, card in enumerate(cards):
        expect(page.locator(".pack i")).to_have_count(count)
        tap = page.locator(f".pack a[href*='acts={'-'.join(cards[: count + 1])}&']")
        assert tap.get_attribute("href"), card
        tap.click()
    page.locator("button.say").click()
    expect(page.locator(".toast")).to_be_visible()


def test_hand_recorded_card_by_card_is_confirmed_and_replayed(
    live_server: LiveServer, match: Match, page: Page
) -> None:
    at_table(page, match, live_server)
    tap_a_hand(page)
    body = SheetEvent.objects.get(sheet_id=match.pk, kind="hand").body
    assert (body["card_points"], body["tricks"]) == (PLAYED["card_points"], PLAYED["tricks"])
    assert [trick["cards"] for trick in body["play"]] == [trick["cards"] for trick in PLAYED["play"]]
    page.goto(live_server.url + reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    page.locator("a[href$='/mano/1-1/carte/']").click()
    for _act in range(4):
        page.locator(".ways a[rel=next]").click()
    expect(page.locator(".slot .pcard")).to_have_count(4)


def test_hand_is_recorded_card_by_card_without_scripts(
    live_server: LiveServer, match: Match, plain: Page
) -> None:
    at_table(plain, match, live_server)
    tap_a_hand(plain)
    assert SheetEvent.objects.filter(sheet_id=match.pk, kind="hand").count() == 1


def test_tapped_cards_survive_a_reload_and_the_last_card_can_be_undone(
    live_server: LiveServer, match: Match, page: Page
) -> None:
    at_table(page, match, live_server)
    query = "&".join(f"{name}={value}" for name, value in TRIONFO.items())
    page.goto(f"{live_server.url}{address(match)}?{query}&acts={'-'.join(LINE.split('-')[:5])}")
    expect(page.locator(".pack i")).to_have_count(5)
    page.locator(f".pack a[href*='-{LINE.split('-')[5]}&']").click()
    expect(page.locator(".pack i")).to_have_count(6)
    page.reload()
    expect(page.locator(".pack i")).to_have_count(6)
    page.locator(".foot a.wide").click()
    expect(page.locator(".pack i")).to_have_count(5)


def at_a_tap(page: Page, match: Match, server: LiveServer, query: str) -> None:
    """Open the page on which a hand is recorded card by card."""
    at_table(page, match, server)
    page.goto(f"{server.url}{address(match)}?{query}")
    expect(page.locator(".pack").first).to_be_visible()


@pytest.mark.parametrize("acts", ["", "-".join(LINE.split("-")[:6]), "-".join([*LINE.split("-")[:5], "KC"])])
def test_card_by_card_page_has_no_accessibility_or_layout_errors(
    live_server: LiveServer, match: Match, page: Page, acts: str
) -> None:
    query = "&".join(f"{name}={value}" for name, value in TRIONFO.items())
    at_a_tap(page, match, live_server, f"{query}&acts={acts}")
    assert accessibility(page) == []
    page.emulate_media(color_scheme="dark")
    assert accessibility(page, COLOURS) == []
    assert small_targets(page) == []
    assert sideways(page, 320) == []
    assert sideways(page, 320, text=32) == []


def test_card_by_card_page_with_declarations_has_no_accessibility_or_layout_errors(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    game = PLAYERS["mariagio"](Random(4))
    hand = next(hand for hand in game.hands if hand.get("play") and "state" not in hand)
    match = followed("mariagio", profile=game.profile)
    query = "&".join(f"{name}={value}" for name, value in before("mariagio", hand).items())
    at_a_tap(page, match, live_server, query)
    expect(page.locator(".sayings a")).to_have_count(4)
    assert accessibility(page) == []
    assert sideways(page, 320) == []


# Four requests to be covered that fail: an Ace, no Horse, another card led, a Three.
FAILED = [
    *("copri.D", "KD", "AD", "HD", "2D"),
    *("copri.C", "KC", "2C", "4D", "4C"),
    *("copri.S", "4S", "5S", "6S", "7S"),
    *("copri.B", "HB", "3B", "KB", "2B"),
]


@pytest.mark.parametrize("card_game", ["marianna", "cinquecento"])
def test_hand_with_four_failed_covers_of_a_marriage_can_be_recorded_to_its_end(
    live_server: LiveServer, transactional_db: None, page: Page, card_game: str
) -> None:
    """After failed covers of a marriage, every card is legal, there are no trumps, and only cards score
    (COP-1).
    """
    match = followed(card_game, profile={"pack": "latin", "copri": True})
    at_table(page, match, live_server)
    page.locator("#acts a.btn.big").click()
    page.locator(".sayings a").first.click()
    acts: list[str] = []
    for word in FAILED:
        acts.append(word)
        page.locator(f"a[href*='acts={'-'.join(acts)}&']").click()
        expect(page.locator(f".foot a[href*='acts={'-'.join(acts[:-1])}&']")).to_be_visible()
        expect(page.locator("[role=alert]")).to_have_count(0)
    expect(page.locator("header")).to_contain_text("Presa 5 di 10")
    expect(page.locator("header")).to_contain_text("Senza briscola")
    for count in range(16, 40):
        expect(page.locator(".pack i")).to_have_count(count)
        page.locator(".pack a").first.click()
    page.locator("button.say").click()
    expect(page.locator(".toast")).to_be_visible()
    body = SheetEvent.objects.get(sheet_id=match.pk, kind="hand").body
    assert body["declarations"] == []
    assert [each["kind"] for trick in body["play"] for each in trick.get("declared", [])] == ["copri"] * 4
    assert sum(body["card_points"]) == 120
    page.goto(live_server.url + reverse("match_sheet", args=[match.tournament.slug, match.pk]))
    page.locator("a[href$='/mano/1-1/carte/']").click()
    expect(page.locator(".ways a[rel=next]")).to_be_visible()
